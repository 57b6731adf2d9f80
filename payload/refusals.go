package payload

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
)

// The functions in this file return the errors of bodies that cannot be read or decoded.

// These causes have kinds of their own.
var (
	errTooLarge   = errors.New("more bytes than the limit allows")
	errOverBudget = errors.New("more bytes than the budget has left")
)

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
