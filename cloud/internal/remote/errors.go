package remote

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// A StatusError is the error for a response that reports a failure.
type StatusError struct {
	Status        int    // the HTTP status
	Code, Message string // from the body of the response; may be empty
}

func (e *StatusError) Error() string {
	what := http.StatusText(e.Status)
	switch {
	case e.Is(fs.ErrNotExist):
		what = "there is no such object or bucket"
	case e.Is(fs.ErrPermission):
		what = "access denied"
	case what == "":
		what = "the store failed"
	}
	details := strings.TrimSpace(e.Code + " " + e.Message)
	if details == "" {
		return fmt.Sprintf("%s (HTTP status %d)", what, e.Status)
	}
	return fmt.Sprintf("%s (HTTP status %d: %s)", what, e.Status, details)
}

// Is makes the error wrap [fs.ErrNotExist] and [fs.ErrPermission].
func (e *StatusError) Is(target error) bool {
	switch target {
	case fs.ErrNotExist:
		return e.Status == http.StatusNotFound
	case fs.ErrPermission:
		return e.Status == http.StatusForbidden || e.Status == http.StatusUnauthorized
	}
	return false
}

// A MalformedError is the error for a response that is not one to the request. It may come from
// something between the store and this program.
type MalformedError struct{ Reason string }

func (e *MalformedError) Error() string { return "the response of the store is invalid: " + e.Reason }

func malformed(format string, args ...any) error {
	return &temporary{err: &MalformedError{fmt.Sprintf(format, args...)}}
}

// A temporary error is one after which the request is repeated.
type temporary struct {
	err   error
	after time.Duration // the server has asked to wait for so long; otherwise 0
	now   bool          // there is no reason to wait
}

func (t *temporary) Error() string { return t.err.Error() }
func (t *temporary) Unwrap() error { return t.err }

// errSilent is the error of a server that has not sent anything for too long.
var errSilent = errors.New("the store has stopped sending")

// errCut is the error of a response that has ended too early.
var errCut = errors.New("the connection was cut off")

// ofNetwork classifies the error of a request or of reading a response. Nearly all such errors are
// temporary. The context is that of the request.
func ofNetwork(ctx context.Context, err error) error {
	var unknown *net.DNSError
	var untrusted *tls.CertificateVerificationError
	switch cause := context.Cause(ctx); {
	case cause == errSilent:
		return &temporary{err: errSilent}
	case cause != nil:
		return cause
	case errors.As(err, &unknown) && unknown.IsNotFound, errors.As(err, &untrusted):
		return err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF): // whose text would not mean anything to users
		err = errCut
	}
	return &temporary{err: err}
}

// ofStatus classifies a response that reports a failure.
func ofStatus(resp *http.Response, code, message string) error {
	err := &StatusError{resp.StatusCode, code, message}
	switch resp.StatusCode {
	case http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return &temporary{err: err, after: retryAfter(resp.Header)}
	case http.StatusBadRequest:
		if code == "RequestTimeout" { // of S3
			return &temporary{err: err}
		}
	}
	return err
}

// retryAfter returns how long the server asks to wait (RFC 9110, section 10.2.3), or 0.
func retryAfter(h http.Header) time.Duration {
	value := h.Get("Retry-After")
	if seconds, err := strconv.ParseUint(value, 10, 16); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(time.Until(at), 0)
	}
	return 0
}
