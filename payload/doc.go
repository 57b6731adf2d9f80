// Package payload refuses HTTP requests whose body is not JSON, and tells the client exactly
// where and why.
//
//   - [Handler] checks the bodies that another handler gets. It fits net/http and every router
//     built on it.
//   - [Decode] checks one body and decodes it into a Go value.
//   - An [Error] is the refusal: it answers the request with application/problem+json
//     (RFC 9457), and is an error like others in the program.
//
// # What is checked
//
// In this order: that there is a body where the method wants one; the media type, its charset and
// the content codings; the length; the content codings themselves, which are undone; that the
// body is JSON, with [tokenizer.Check]; and what a [Schema] asks for. [Options] say more of each. What
// has passed is handed on as the same bytes, from memory.
//
//	status  kinds
//	400     Malformed, Empty, Incomplete, BadEncoding
//	408     TimedOut
//	413     TooLarge
//	415     UnsupportedType, UnsupportedCharset, UnsupportedEncoding
//	422     Mismatch, Invalid
//	499     Canceled
//	500     Internal
//	503     Overloaded
//
// 408, 413, 499, 503 and Incomplete also close the connection of HTTP/1, so that the server need not
// read what is left of the body; net/http reads up to 256 KiB more in the hope that it ends. 415
// comes with Accept or Accept-Encoding, 503 with Retry-After.
//
// # What a problem tells
//
//	type        a URI that leads to the documentation of the Kind
//	title       what the Kind means
//	status      the status code
//	detail      a sentence for people
//	kind        the most precise name of what is wrong, such as trailing-comma
//	offset      where, in bytes from 0, in the body without its content codings
//	line        from 1
//	column      from 1, in code points
//	pointer     the JSON Pointer of the value (RFC 6901)
//	pointerCut  true where pointer has been cut, and is that of a container around the value
//	expected    what must be there instead
//	errors      what the schema has found: detail, offset, line, column, pointer, pointerCut
//	errorsCut   true where there is more than [MaxViolations]
//
// The first five are in all problems, the others where they are known.
// Of the body a problem repeats the names in pointers, [MaxPointer] bytes at most, and nothing else:
// whoever must hide names too can empty [Place.Pointer] in [Options.OnError]. What [Error.Unwrap]
// returns does repeat more, and is meant for the program alone.
//
// # Memory and time
//
// A body takes memory as it arrives, whatever its Content-Length says: at most twice
// [Options.MaxBytes] while a buffer grows, three times and 130 KiB while a content coding is undone, and what
// the decoder of that needs, which is some 50 KiB for gzip and deflate. Decoders of zstd are as many as
// CPUs; its window takes no memory of its own. An [Options.Budget] bounds the sum over all
// requests. Buffers of up to 16 KiB are used again.
//
// A body of 2 KB costs some 1.5 microseconds, with three allocations, and no more with
// [tokenizer.ServiceLimits].
package payload
