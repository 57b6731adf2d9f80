// Package passing checks responses while they pass: those of handlers of net/http, and those that clients receive.
//
//   - [Serve] calls a handler and checks what it writes.
//   - [Body] wraps the body of a response for an http.RoundTripper, and checks what the client reads.
//   - [CheckRecords] checks a body with many records that is in memory, such as that of a request.
//   - An [Outcome] describes each response once it is complete. Its [Finding]s have places in the body.
//
// [Options.Choose] is called with the status and the header, and returns a [Plan]: a schema, or nil for any JSON, and whether the body is
// one document or has many records. [FramingOf] knows the media types of JSON. Bodies without a Plan, such as events and files, are
// passed on as they are.
//
// # Modes
//
// In the Mode [Report], a response is passed on unchanged, and each part of the body before it is checked. Flush, trailers,
// informational statuses, Hijack and ReadFrom do what they do without a check.
//
// In the Mode [Enforce], the header and up to [Options.Hold] bytes of the body are held back. If the body ends within these bytes, an
// invalid response is replaced, and nothing of it is sent. A longer body is sent part by part after each part has been checked. If an
// error is found then, the connection is cut: Serve panics with [http.ErrAbortHandler] when the handler has returned, and
// until then, Write returns an [*InvalidError]. With HTTP/1.1 and HTTP/2, the client notices that the body is not complete, because its
// end is never sent, not even if the handler has set a Content-Length. With HTTP/1.0, it cannot notice that without a Content-Length.
// Code between net/http and Serve must not recover from this panic.
//
// A Flush sends what has been held back. An error before it may be found only after up to 64 KiB have been written, or at the end;
// records are checked one by one. A response that is not known to be invalid is always sent.
//
// # What is checked
//
// A document of up to 64 KiB has all findings of [schema.Schema.Check]. For a longer one, there is one finding: the first place
// at which the text is not JSON, or at which it became known that it does not match the schema. In contrast to Check, all
// members of an object with the same name are checked then. Records are checked one by one, with all findings, up to [MaxFindings].
//
// Bodies encoded by gzip, deflate and zstd, or two of them, are decoded for the check. Places in findings are those of the decoded body.
// A body that is not what its Content-Encoding promises has a finding, too.
//
// These bodies are not checked, or not to their end, and Outcome.Err is the reason:
//
//	ErrCoding                another content coding, such as br, or more than two
//	ErrPartial               status 206
//	ErrHijacked              after Hijack, or after status 101
//	ErrUnfinished            the handler panicked, the client closed the body early, or Mode Enforce has stopped after a finding
//	ErrTooLong               a record or, with Plan.Checks, a token has more than 256 KiB; or a decoded body has more than 256 MiB
//	schema.ErrUndecided      the schema compares large values, or a token has more than 256 KiB; see schema.Schema.CheckReader
//	schema.ErrTooManySteps   the schema is too expensive
//	other errors             those of the ResponseWriter or of the body
//
// What has been found before the check stopped is reported: if there are findings, the response is invalid whatever follows. Responses to
// HEAD requests and those with status 204 and 304 have no body, and Err is nil.
//
// # Memory and time
//
// Beside the bytes that are held back, a check takes less than 2 MiB, however long the body is, with these exceptions. To find out why a
// document of up to 64 KiB or a record of up to 256 KiB does not match the schema, it is decoded, which takes up to 60 times its
// length. The window of zstd takes up to 8 MiB. Names that must be unique are remembered while their object is open.
//
// What a handler or client does after a Write or Read waits until that part has been checked, on the same goroutine or on another one
// that has ended when Options.Done is called.
package passing

// The files of the package:
//
// plan.go and error.go have the types for callers. serve.go has a ResponseWriter for each Mode: reporter.go and enforcer.go, whose method
// ReadFrom is in copy.go. body.go wraps bodies. All of these pass the bytes to an exchange (exchange.go), whose feed (feed.go) gives them to
// an inspection (inspection.go). coding.go decodes content codings.
