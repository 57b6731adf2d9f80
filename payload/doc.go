// Package payload refuses HTTP requests whose body is not valid JSON, and reports to the client
// exactly what is wrong and where.
//
//   - [Handler] checks bodies before it calls another handler. It fits net/http and every router
//     built on it.
//   - [Decode] checks one body and decodes it into a Go value. Behind Handler, it decodes the body
//     that Handler has checked.
//   - An [Error] describes a refusal. It answers the request with application/problem+json (RFC
//     9457), and is an ordinary error in the program.
//
// # What is checked
//
// The checks run in this order: whether there is a body if the method requires one; the media type,
// its charset and the content codings; the length; the content codings themselves, which are
// decoded; whether the body is JSON, by [tokenizer.Check]; and the requirements of [Options.Schema].
// [Options] describes the details. An accepted body is passed on from memory, byte for byte.
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
// A check is useless if the program then reads something other than what was checked. encoding/json
// ignores the case of names, and even accepts the Kelvin sign U+212A for a k. The body {"role":
// "user", "Role": "admin"} is valid against a schema for role, but sets a field role to "admin". [Decode] is
// based on package [github.com/go-json-experiment/json], which is encoding/json/v2 of Go 1.27, and
// matches names exactly. A field without a tag matches only its own name, so `ID int` never gets
// "id": give fields tags.
//
// The decoders of frameworks such as echo and gin usually are encoding/json, so handlers behind
// [Handler] should use Decode instead. If they use encoding/json, set [Options.Checks] to
// [tokenizer.IJSON] and a [tokenizer.MaxDepth]. Otherwise Handler accepts names with lone
// surrogates: the names in {"\ud800": 1, "\ud801": 2} are different, but encoding/json decodes both
// as U+FFFD, so they become equal.
//
//	                          encoding/json                        Decode
//	names                     in any case                          exactly equal
//	duplicate names           the last one counts                  400 duplicate-name, regardless of Checks
//	keys that become equal    the last one counts                  400 duplicate-name
//	invalid UTF-8             becomes U+FFFD                       400
//	unpaired surrogates       become U+FFFD                        400 lone-surrogate
//	null                      leaves most values unchanged         the zero value
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
//	values that v has         kept in elements of slices and       kept in fields, values of maps, and targets
//	already                   arrays, fields and pointers          of pointers and interfaces
//	the first error           is reported at the end               ends the decoding
//
// 500 is the status of [Refuse] for a mistake of the program. Decode returns such a mistake as an
// error that is not an [Error]. Types with a method UnmarshalJSON, UnmarshalText or
// UnmarshalJSONFrom decode themselves by their own rules. The method gets bytes of a buffer that
// will be reused, so it must copy what it keeps, as encoding/json also requires.
//
// # Problem details
//
//	type        a URI that leads to the documentation of the ErrorKind
//	title       what the ErrorKind means
//	status      the status code
//	detail      a sentence for people
//	kind        the most precise name of the error, such as trailing-comma
//	offset      of the error in the body without its content codings, in bytes from 0
//	line        from 1
//	column      from 1, in code points
//	pointer     the JSON Pointer of the value (RFC 6901)
//	pointerCut  true if pointer was too long, and is that of a container around the value
//	expected    what is expected there
//	errors      findings of the schema: detail, offset, line, column, pointer, pointerCut
//	errorsCut   true if there are more than [MaxViolations]
//
// The first five are present in all problems, except that detail is omitted if [Error].Detail is
// empty, as when [Refuse] answers with Internal. The others are present if they are known. Of the
// body, a problem repeats only the names in pointers, at most [MaxPointer] bytes. To hide names as
// well, clear [Place.Pointer] in [Options.OnError]. The errors that [Error.Unwrap] returns repeat
// more of the body, and are intended only for the program.
//
// # Memory and time
//
// A body takes memory as it arrives, regardless of its Content-Length: 512 bytes until more has
// arrived, then 4, 16, 64 and 132 KiB, and then at most twice as much as has arrived. While a body
// moves to a larger buffer, both buffers count. So do a body with a content coding and the decoded
// body. A decoder takes about 50 KiB for gzip and deflate; for zstd, there is one decoder per CPU,
// and its window takes no additional memory. An [Options.Budget] limits the sum over all requests.
// Buffers of up to 132 KiB are reused.
//
// # Running a service
//
// [Options.ReadTimeout] limits the time for a body, but a server needs more limits:
//
//	server := &http.Server{
//		Handler:           payload.Handler(api, payload.Options{
//			MaxBytes:    256 << 10,                    // as much as the API needs
//			ReadTimeout: 5 * time.Second,
//			Budget:      payload.NewBudget(128 << 20), // a part of the program's memory
//			Brake:       payload.NewBrake(16),         // bodies per client at the same time
//		}),
//		ReadHeaderTimeout: 5 * time.Second,
//		WriteTimeout:      30 * time.Second,
//		IdleTimeout:       60 * time.Second,
//		MaxHeaderBytes:    16 << 10,
//	}
//
// A [Budget] should be a fraction of GOMEMLIMIT or of the memory of the container: the values that
// handlers decode from a body often take several times as much memory as the body, and net/http
// takes about 20 KiB for each connection. The budget must be at least three times MaxBytes plus 256
// KiB. Otherwise some bodies within MaxBytes are never accepted. A [Brake] keeps one client from
// delaying the others. It does not help against many clients at the same time. To limit the number
// of connections, use a listener such as netutil.LimitListener of golang.org/x/net. Behind a proxy,
// set [Options.Client].
//
// After 408, 413, 429, 499, 503, Incomplete, BadEncoding and LimitExceeded, the connection is
// closed, so that the server need not read the rest of the body and a hostile client must connect
// again. With HTTP/1.1, the answer contains Connection: close. With the HTTP/2 server of net/http,
// the connection ends with GOAWAY, which allows other requests to finish. A proxy may share
// connections among clients; to keep them open, delete Connection from [Error.Header] in
// [Options.OnError].
//
// A body of 2 KB takes about 1.5 microseconds and three allocations, and no more with
// [tokenizer.ServiceLimits].
package payload
