package payload

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
)

// The functions in this file return errors with header fields, or choose between several kinds of
// errors.

// unsupportedType returns an Error that lists the accepted types. A malformed field may look like
// one of them, so the message for such a field mentions that it is malformed.
func (o *Options) unsupportedType(malformed bool) *Error {
	accepted := strings.Join(o.mediaTypes(), ", ")
	detail := fmt.Sprintf("The Content-Type must be one of: %s.", accepted)
	if malformed {
		detail = fmt.Sprintf("The Content-Type is malformed; it must be one of: %s.", accepted)
	}
	return newError(UnsupportedType, detail).
		with("Accept", o.acceptTypes())
}

func (o *Options) unsupportedCharset() *Error {
	return newError(UnsupportedCharset, "The charset must be utf-8 or be omitted.").
		with("Accept", o.acceptTypes())
}

// unsupportedEncoding returns an Error that lists the accepted content codings, as RFC 9110,
// section 15.5.16, recommends.
func (o *Options) unsupportedEncoding() *Error {
	accepted := strings.Join(o.accepted(), ", ")
	if accepted == "" {
		return newError(UnsupportedEncoding, "The body must not have a Content-Encoding.").with("Accept-Encoding", "identity")
	}
	detail := fmt.Sprintf("The Content-Encoding must be one of: %s; at most %d may be combined.", accepted, o.MaxEncodings)
	return newError(UnsupportedEncoding, detail).with("Accept-Encoding", accepted)
}

func (o *Options) tooLarge() *Error {
	return newError(TooLarge, fmt.Sprintf("The body must not be longer than %d bytes, as sent or after decoding.", o.MaxBytes)).closing()
}

func overloaded() *Error {
	return newError(Overloaded, "The server has no memory left for the body; try again later.").
		with("Retry-After", "1").closing()
}

func tooMany() *Error {
	return newError(TooManyRequests, "The client has too many concurrent requests; try again later.").
		with("Retry-After", "1").closing()
}

// limitError returns the Error for a buffer that is too large or over the budget, or nil for any
// other error.
func (o *Options) limitError(err error) *Error {
	switch {
	case errors.Is(err, errTooLarge):
		return o.tooLarge()
	case errors.Is(err, errOverBudget):
		return overloaded()
	}
	return nil
}

// readError returns the Error for a body that could not be read. If a body ends early, the error is
// not Canceled, although the server has cancelled the context. The client may have closed only its
// side of the connection and still read the response.
func (o *Options) readError(ctx context.Context, err error) *Error {
	if e := o.limitError(err); e != nil {
		return e
	}
	var (
		foreign *http.MaxBytesError // a limit that another handler has set
		network *net.OpError
		timeout interface{ Timeout() bool }
	)
	switch {
	case errors.As(err, &foreign):
		return o.tooLarge().because(err)
	case errors.As(err, &timeout) && timeout.Timeout(), errors.Is(ctx.Err(), context.DeadlineExceeded):
		return newError(TimedOut, "The body took too long to arrive.").because(err).closing()
	case !errors.Is(err, io.ErrUnexpectedEOF) && (ctx.Err() != nil || errors.As(err, &network)):
		return newError(Canceled, "The client closed the connection before the body was complete.").because(err).closing()
	}
	return newError(Incomplete, "The body ends early, or its transfer coding is invalid.").because(err).closing()
}

// decodeError returns the Error for a content coding that could not be decoded.
func (o *Options) decodeError(err error) *Error {
	if e := o.limitError(err); e != nil {
		return e
	}
	return newError(BadEncoding, "The body is not valid in the format that its Content-Encoding names.").because(err).closing()
}
