package passing

import (
	"cmp"
	"io"
	"net/http"
	"slices"
)

// An exchange is what is known about one response while it passes. Its owner, a ResponseWriter or a body, has a lock for it.
type exchange struct {
	options  *Options
	bodiless bool // the request has the method HEAD

	begun  bool // the final status is known
	ended  bool // Done has been called, or is about to be
	checks bool // the body is given to feed
	feed   feed

	outcome Outcome
}

// begin is called with the final status and the header.
func (x *exchange) begin(status int, header http.Header) {
	x.begun, x.outcome.Status = true, status
	if status == http.StatusSwitchingProtocols {
		x.outcome.Err = ErrHijacked
		return
	}
	if x.options.Choose == nil {
		return
	}
	plan, finding := x.options.Choose(status, header)
	if finding != nil {
		x.outcome.Findings = append(x.outcome.Findings, *finding)
	}
	if plan == nil || x.bodiless || status == http.StatusNoContent || status == http.StatusNotModified {
		return
	}
	if status == http.StatusPartialContent {
		x.outcome.Err = ErrPartial
		return
	}
	codings, ok := codingsOf(header)
	if !ok {
		x.outcome.Err = ErrCoding
		return
	}
	x.checks = true
	x.feed.inspection, x.feed.limit = inspection{plan: plan, codings: codings}, mostWhole
}

// pass gives a part of the body to the check, which keeps nothing of it.
func (x *exchange) pass(part []byte) {
	x.outcome.Bytes += int64(len(part))
	if x.checks && !x.feed.keep(part) {
		x.feed.start()
		x.feed.free()
		x.feed.write(part)
	}
}

// isInvalid reports whether the response is known to be invalid.
func (x *exchange) isInvalid() bool {
	return len(x.outcome.Findings) > 0 || len(x.feed.inspection.findings) > 0
}

// stop stops the check. What follows is not checked.
func (x *exchange) stop() {
	if x.checks {
		x.feed.end(ErrUnfinished)
	}
}

// end ends the check. The error is io.EOF if the body is complete, and otherwise the reason why it is not.
func (x *exchange) end(err error) {
	x.ended = true
	if err != io.EOF {
		x.outcome.Err = cmp.Or(x.outcome.Err, err)
		err = ErrUnfinished
	}
	if !x.checks {
		return
	}
	x.feed.end(err)
	i := &x.feed.inspection
	x.outcome.Checked = i.err == nil || len(i.findings) > 0
	x.outcome.Findings, i.findings = slices.Concat(x.outcome.Findings, i.findings), nil
	x.outcome.More = i.more
	x.outcome.Err = cmp.Or(x.outcome.Err, i.err)
}

// failure returns the error for a handler or a client.
func (x *exchange) failure() error {
	return &InvalidError{slices.Concat(x.outcome.Findings, x.feed.inspection.findings)}
}

// done reports the outcome.
func (x *exchange) done() {
	if x.options.Done != nil {
		x.options.Done(&x.outcome)
	}
}

// hijack records that the connection has been taken over.
func (x *exchange) hijack() {
	if !x.ended {
		x.begun = true
		x.end(ErrHijacked)
	}
}

// count records that n bytes have been passed on unchecked. The error may be that of the reader of these bytes.
func (x *exchange) count(n int64, err error) {
	if !x.ended {
		x.outcome.Bytes += n
		x.outcome.Err = cmp.Or(x.outcome.Err, err)
	}
}
