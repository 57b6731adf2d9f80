// Package payload refuses HTTP requests with a body that is not valid JSON, and reports to the
// client exactly what is wrong and where.
//
//   - [Handler] checks bodies before it calls another handler. It works with net/http and every
//     router that is built on it.
//   - [Decode] checks one body and decodes it into a Go value, by package [decode]. If the request has
//     passed through Handler, Decode uses the body that Handler has read.
//   - An [Error] describes why a request is refused. It implements the error interface, and can
//     answer the request with application/problem+json (RFC 9457).
//
// # What is checked
//
// First, a request is refused if its method requires a body and there is none. Next, the header
// fields are checked: the media type, its charset, the names of the content codings and the length.
// Then the body is read and the content codings are decoded. Finally, the body is checked by
// [tokenizer.Check] and against [Options.Schema]. The fields of [Options] describe the details. An
// accepted body is passed on from memory, byte for byte.
//
//	status  kinds
//	400     Malformed, NotUTF8, DuplicateName, CaseCollision, NotIJSON, LimitExceeded, Empty, Incomplete, BadEncoding
//	408     TimedOut
//	413     TooLarge
//	415     UnsupportedType, UnsupportedCharset, UnsupportedEncoding
//	422     Mismatch, Invalid
//	429     TooManyRequests
//	499     Canceled
//	500     Internal
//	503     Overloaded
//
// A response with status 415 has the header field Accept or Accept-Encoding. A response with status
// 429 or 503 has the header field Retry-After.
//
// # Decoding
//
// A check is useless if the program then reads something other than what was checked. encoding/json
// ignores the case of names, and even accepts the Kelvin sign U+212A for a k. The body {"role":
// "user", "Role": "admin"} is valid against a schema that checks role, but encoding/json sets the
// field for role to "admin". [Decode] uses package [decode], which is as strict as encoding/json/v2, and
// matches names exactly. A field without a tag matches only its own name. For example, the field `ID int`
// is never set by the member "id" unless the field has a tag. A field with the tag decode:"required" must
// have a member that is not null. [Options.Decoding] makes Decode even stricter.
//
// Frameworks such as echo and gin usually decode with encoding/json, so handlers that [Handler]
// calls should use Decode instead. If they use encoding/json, [Options.Checks] should contain
// [tokenizer.IJSON] and a [tokenizer.MaxDepth]. Otherwise Handler accepts names with lone
// surrogates. For example, the names in {"\ud800": 1, "\ud801": 2} are different, but encoding/json
// decodes both as U+FFFD.
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
//	conflicting or unknown    ignored                              500
//	options of tags,
//	structs without fields
//	values that v has         kept in elements of slices and       replaced; fields without a member
//	already                   arrays, fields and pointers          become zero
//	values that do not fit    the first one is reported            422, which lists all of them
//
// In this table, 500 stands for a mistake in the program. Decode reports such a mistake as an error
// that is not an [Error], and [Refuse] answers it with status 500. Types with a method
// UnmarshalJSON, UnmarshalText or UnmarshalJSONFrom decode themselves by their own rules. If such a
// method needs its input after it returns, it must copy the bytes, because their buffer is reused.
// encoding/json has the same requirement.
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
//	errors      findings of the schema, or all values that do not fit the Go value: detail, offset, line,
//	            column, pointer, pointerCut, and for the latter kind, the name of a [decode.Kind]
//	errorsCut   true if there are more than [MaxViolations]
//	errorsMore  how many others there are, if that is known
//
// If values do not fit the Go value, detail, expected and the place outside of errors are those of the first.
//
// Every problem has the members type, title, status and kind. It has the member detail unless
// [Error].Detail is empty, as it is when [Refuse] answers with Internal. The other members are
// present if they are known. A problem quotes nothing from the body except the names in pointers,
// and each pointer has at most [MaxPointer] bytes. To hide names as well, clear [Place.Pointer] in
// [Options.OnError]. The errors that [Error.Unwrap] returns quote more of the body, and are
// intended only for the program.
//
// # Memory and time
//
// The memory for a body grows as the body arrives, regardless of its Content-Length. The buffer has
// 512 bytes at first, then 4, 16, 64 and 132 KiB, and then at most twice as many bytes as have
// arrived. While a body is moved to a larger buffer, both buffers are in use. While a content
// coding is decoded, the encoded and the decoded body are both in memory. In addition, a decoder
// for gzip or deflate takes about 50 KiB. For zstd, there is one decoder per CPU, and its window
// takes no additional memory. An [Options.Budget] limits the total memory of the buffers of all
// requests. Buffers of up to 132 KiB are reused.
//
// # Running a service
//
// [Options.ReadTimeout] limits the time in which a body must arrive, but a server needs more
// limits:
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
// A [Budget] should be a fraction of GOMEMLIMIT or of the memory of the container. It does not count
// the values that handlers decode from a body, nor the memory in which Decode parses it: 8 to 16 bytes for
// each token, at most 8 times as much as the body. Decoded into any or maps, most bodies take 7 to 30
// times as much memory as the body, and one of many small objects such as {"":0} takes 52 times as
// much, about 90 bytes for each token. A limit on tokens bounds that. In addition, net/http takes
// about 20 KiB for each connection. The budget must be at least three times MaxBytes plus 256
// KiB. Otherwise some bodies are never accepted although they are not longer than MaxBytes. A
// [Brake] prevents one client from delaying the others. It does not help against many clients at
// the same time. To limit the number of connections, use a listener such as netutil.LimitListener
// of golang.org/x/net. Behind a proxy, set [Options.Client].
//
// The server closes the connection after a response with status 408, 413, 429, 499 or 503, and
// after an error of kind Incomplete, BadEncoding or LimitExceeded. Therefore the server need not
// read the rest of the body, and a hostile client must connect again. With HTTP/1.1, the response
// contains Connection: close. With HTTP/2, the server of net/http sends GOAWAY, which allows other
// requests on the connection to finish. Connections from a proxy may be shared by many clients. To
// keep them open, delete Connection from [Error.Header] in [Options.OnError].
//
// Handling a body of 2 KB takes about 1.5 microseconds and three allocations. The options of
// [tokenizer.ServiceLimits] do not make it slower.
package payload

// The files of the package:
//
// receive.go, media.go and coding.go check the header and the body. buffer.go, room.go, budget.go and brake.go limit the use of
// memory. check.go checks bodies and decodes them into Go values; schema.go and mismatch.go describe what does not fit.
// handler.go and decode.go pass on valid bodies, report_only.go passes on all bodies and reports the invalid ones, and problem.go,
// sentence.go and refusals.go answer requests with invalid bodies.
