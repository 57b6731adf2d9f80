// Package payload rejects HTTP requests whose body is not valid JSON, and tells the client exactly
// where and why.
//
//   - [Handler] checks the bodies that another handler gets. It fits net/http and every router
//     built on it.
//   - [Decode] checks one body and decodes it into a Go value. Behind Handler, it decodes the body
//     that Handler has checked.
//   - An [Error] is the refusal: it answers the request with application/problem+json
//     (RFC 9457), and is an ordinary error in the program.
//
// # What is checked
//
// In this order: that there is a body where the method requires one; the media type, its charset and
// the content codings; the length; the content codings themselves, which are undone; that the
// body is JSON, with [tokenizer.Check]; and what a [Schema] requires. [Options] has the details. A
// body that passes is handed on from memory, byte for byte.
//
//	status  kinds
//	400     Malformed, NotUTF8, DuplicateName, NotIJSON, LimitExceeded, Empty, Incomplete, BadEncoding
//	408     TimedOut
//	413     TooLarge
//	415     UnsupportedType, UnsupportedCharset, UnsupportedEncoding
//	422     Mismatch, Invalid
//	429     TooManyRequests
//	499     Canceled
//	500     Internal
//	503     Overloaded
//
// 415 comes with Accept or Accept-Encoding, 429 and 503 with Retry-After.
//
// # Decoding
//
// A check is worth nothing if the program then reads something else than what was checked. encoding/json
// ignores the case of names, and takes even the Kelvin sign U+212A for a k: {"role": "user", "Role": "admin"},
// which a schema for role accepts, sets a field role to "admin". [Decode] stands on package [github.com/go-json-experiment/json], which is
// encoding/json/v2 of Go 1.27, and matches names exactly. A field without a tag matches its own name
// alone, so `ID int` never gets "id": give fields tags. Decoders of frameworks, such as those of
// echo and gin, usually are encoding/json; handlers behind [Handler] should use Decode instead. If they use
// encoding/json, set [Options.Checks] to [tokenizer.IJSON] and a [tokenizer.MaxDepth]: Handler otherwise accepts
// names with lone surrogates. The names of {"\ud800": 1, "\ud801": 2} are different, but encoding/json reads
// both as U+FFFD, so that they become equal.
//
//	                          encoding/json                        Decode
//	names                     in any case                          exactly equal
//	duplicate names           the last one counts                  400 duplicate-name, whatever Checks say
//	keys that become equal    the last one counts                  400 duplicate-name
//	invalid UTF-8             becomes U+FFFD                       400
//	unpaired surrogates       become U+FFFD                        400 lone-surrogate
//	null                      leaves most values as they are       the zero value
//	[N]T                      an array of any length               an array of length N
//	[]byte                    Base64, even with line breaks,       Base64
//	                          or an array of numbers
//	[N]byte                   an array of numbers                  Base64 of N bytes
//	[]T, T made of byte       Base64, or an array of numbers       an array of numbers
//	time.Time                 RFC 3339, loosely                    RFC 3339
//	time.Duration             a number of nanoseconds              500: use a type with a method
//	json.Number               a number, or a string with one       the same
//	tag option string         strings, booleans and numbers        numbers; others are 500
//	tag options omit...       not about decoding                   the same
//	conflicting tags,         ignored                              500
//	structs without fields
//	values that v has         kept in elements of slices and       kept in fields, values of maps, and what
//	already                   arrays, fields and pointers          pointers and interfaces hold
//	the first error           is reported at the end               ends the decoding
//
// 500 is what [Refuse] answers for a mistake of the program; Decode returns it as an error that is not
// an [Error]. Types with a method UnmarshalJSON, UnmarshalText or UnmarshalJSONFrom decode
// themselves, with whatever rules they have. The method gets bytes of a buffer that is used again,
// so it must copy what it keeps, as encoding/json demands, too.
//
// # What a problem tells
//
//	type        a URI that leads to the documentation of the ErrorKind
//	title       what the ErrorKind means
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
// The only parts of the body that a problem repeats are the names in pointers, at most [MaxPointer] bytes;
// to hide names too, empty [Place.Pointer] in [Options.OnError]. The errors that [Error.Unwrap]
// returns do repeat more, and are meant for the program alone.
//
// # Memory and time
//
// A body takes memory as it arrives, whatever its Content-Length says: 512 bytes until more than that have
// arrived, then 4, 16, 64 and 132 KiB, and then at most twice what has arrived. While it
// moves to a larger buffer, both count, and so do a body with a content coding and the decoded one. The decoder
// itself takes some 50 KiB for gzip and deflate; there is one decoder of zstd for each CPU, and its window takes no
// memory of its own. An [Options.Budget] bounds the sum over all requests. Buffers of up to 132 KiB are used
// again.
//
// # Running a service
//
// Options.ReadTimeout is the time for a body, but a server needs more limits:
//
//	server := &http.Server{
//		Handler:           payload.Handler(api, payload.Options{
//			MaxBytes:    256 << 10,                    // what the API really needs
//			ReadTimeout: 5 * time.Second,
//			Budget:      payload.NewBudget(128 << 20), // of the memory that the program may have
//			Brake:       payload.NewBrake(16),         // bodies per client at a time
//		}),
//		ReadHeaderTimeout: 5 * time.Second,
//		WriteTimeout:      30 * time.Second,
//		IdleTimeout:       60 * time.Second,
//		MaxHeaderBytes:    16 << 10,
//	}
//
// A [Budget] should be a fraction of GOMEMLIMIT or of the memory of the container: what handlers make of a body often takes
// several times as much as the body, and each connection takes some 20 KiB of net/http's own. It must
// hold at least three times MaxBytes plus 256 KiB, or some bodies within MaxBytes never pass. A [Brake]
// keeps one client from taking turns of the others. It does not help against many
// clients at a time; the number of connections is for a listener such as netutil.LimitListener of
// golang.org/x/net to bound. Behind a proxy, set [Options.Client].
//
// A connection is closed after 408, 413, 429, 499, 503, Incomplete, BadEncoding and LimitExceeded, so that
// the server need not read what is left of the body, and a hostile client must connect again. With HTTP/1.1
// that is Connection: close, with the HTTP/2 of net/http GOAWAY, which lets other requests finish. A proxy may share
// connections among clients; to keep them open, delete Connection from
// [Error.Header] in [Options.OnError].
//
// A body of 2 KB costs some 1.5 microseconds, with three allocations, and no more with
// [tokenizer.ServiceLimits].
package payload
