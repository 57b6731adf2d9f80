// Package disposition writes and reads the header field Content-Disposition of HTTP, which gives a download
// its file name (RFC 6266). Names outside ASCII are encoded by RFC 8187.
//
//   - [Format] writes a field with any name, and with a fallback in ASCII for old clients.
//   - [Parse] reads a field. It is strict: if the field does not follow the grammar, the error is an [*Error] with an offset.
//   - [SafeName] makes a name safe to be used for a file, whatever the sender has put into it.
//
// Offsets are in bytes from 0. All functions take time and memory linear in their input, and may be called by
// several goroutines at the same time.
//
// # Names that are not ASCII
//
// There are two parameters for the name. In filename*, the name is UTF-8, and every byte that could be misread is
// written as % and two digits. In filename, RFC 6266 has only ISO 8859-1, and that is how Parse reads it; clients
// that ignore the standard send UTF-8 or the code page of their system, such as windows-1251. The bytes as
// they were sent are in [Param.Bytes], for callers that want to guess. If there are both parameters, filename*
// counts.
//
// The continuations of RFC 2231 (filename*0) are not part of the standard for HTTP. They are read as parameters with
// such names, which have no meaning.
package disposition

// The files of the package:
//
// format.go writes the header field, parse.go reads it, and safe.go makes names safe.
