// Package leb128 writes and reads integers in LEB128, a variable-length code for integers.
//
//   - [AppendUint] and [AppendInt] append an integer. [PutUint] and [PutInt] write it to a fixed number of bytes,
//     so that it can be changed later.
//   - The methods of a [Form], such as [Form.Uint64], read one integer from a slice. [Form.Uint64s] and
//     [Form.Int64s] read many at once, several times faster. The form decides which padding is accepted; the
//     form [Strict] accepts none.
//   - A [Reader] reads integers from an [io.Reader]. Methods such as [Form.ReadUint64] read one integer from an
//     [io.ByteReader], and nothing after it.
//
// Functions may be called by several goroutines at the same time, and do not retain their arguments. They allocate
// memory only for errors, for the buffer of a Reader, and in functions whose names begin with Append.
//
// # The code
//
// LEB128 (little endian base 128) divides an integer into groups of seven bits, the lowest group first. Each group is
// the lower part of a byte, and the top bit of the byte says whether another byte follows. An unsigned integer is
// padded with zeros to a multiple of seven bits. A signed integer is in two's complement, and its sign is bit 6 of the
// last byte. There is no zigzag as in Protocol Buffers, whose varints of unsigned integers are the same as
// unsigned LEB128. The code is specified in section 7.6 of DWARF 5, and in section 5.2.2 of the WebAssembly
// specification. A 32-bit integer takes at most 5 bytes, and a 64-bit integer at most 10.
//
// Each integer has exactly one shortest encoding. Other encodings are overlong, which means that bytes at the end only
// repeat the sign. [WebAssembly] and [DWARF] are forms that accept some or all overlong encodings.
//
// # Speed
//
// Many integers at once are decoded by the kernels of package asm, which find the ends of all values in 64 bytes by
// vector instructions, as in Masked VByte (Plaisance, Kurz and Lemire, Vectorized VByte Decoding, 2015), and gather the
// bits of a value without a branch for each byte, as in SFVInt (Liao and others, 2024). They decode values that are not
// padded. Everything else, and every error, comes from the same portable code on every machine.
package leb128

// The files of the package:
//
// append.go writes integers. form.go has the one decoder that finds errors, and batch.go calls the kernel, which stops before
// everything but valid integers that are not padded. stream.go reads streams.
