package tokenizer

import (
	"context"
	"io"

	"github.com/assayjson/assay/internal/index"
	"github.com/assayjson/assay/internal/reading"
	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/internal/stream"
)

// CheckReader is [Check] for what comes from r, of any size, in constant memory: less than 2 MiB, or
// 3 MiB where it reads ahead (see [ReadAhead]), and at most 40 bytes for each level of nesting. The error is nil, a
// [*SyntaxError] that tells the same as that of Check, offsets from the start of the input, or
// that of r.
//
// What has been read is judged before an error of r is returned, and is what is returned
// if nothing that comes after could mend it. [io.ErrUnexpectedEOF] itself is an error of r
// like any other; an input that ends too early gives a SyntaxError that wraps it, as always.
// A reader that returns no data and no error a hundred times in a row gives
// [io.ErrNoProgress].
//
// Before each read CheckReader looks at ctx, and returns ctx.Err() if there is one.
//
// Most documents are right. So a regular file that can seek is first read as [ValidReader] does,
// and read again from where it was if it is wrong; and what a [bytes.Buffer] or [bytes.Reader] has
// is checked where it is.
//
// A SyntaxError of a stream keeps a copy of the 12 KiB around its position, or of the input up to it
// if that is still in memory. Otherwise the error does not know its JSON Pointer, which
// [SyntaxError.Pointer] reports.
//
// With [IJSON] and [UniqueNames], memory is also needed for the names in the objects that are
// open, and for four times the longest name. A name that is longer than [MaxToken], 64 MiB by default,
// is an error then, which it is not for Check; the verdicts differ in nothing else. With limits on
// strings, numbers, members or tokens, and with IJSON or UniqueNames, CheckReader needs less than 6 MiB
// and at most 100 bytes for each level of nesting. An error behind a token of more than 2 MiB has no
// JSON Pointer then.
func CheckReader(ctx context.Context, r io.Reader, opts ...ReaderOption) error {
	return public(verdictOfReader(rulesOfReader(opts), ctx, r))
}

// public returns err as callers of this package know it.
func public(err error) error {
	if r, ok := err.(*scan.Report); ok {
		return errorOf(r)
	}
	return err
}

// verdictOfReader checks what r has.
func verdictOfReader(config scan.Rules, ctx context.Context, r io.Reader) error {
	if stream.PassesInMemory(ctx, r, config) {
		return nil
	}
	if !config.IJSON && !config.Limits.Permit(config.MaxBytes) {
		return inspectReader(config, ctx, r)
	}
	if goBack, ok := rereadable(r); ok && index.Knows(&config) {
		err := stream.Verdict(ctx, r, config)
		if _, invalid := err.(*scan.Report); !invalid {
			return err
		}
		if err := goBack(); err != nil {
			return err
		}
	}
	return stream.Check(ctx, r, config)
}

// rereadable reports whether r is a file that can be read again, and how to go back to where it is.
func rereadable(r io.Reader) (goBack func() error, ok bool) {
	file, ok := r.(io.Seeker)
	if _, isRegular := reading.RegularSize(r); !ok || !isRegular {
		return nil, false
	}
	begin, err := file.Seek(0, io.SeekCurrent)
	return func() error {
		_, err := file.Seek(begin, io.SeekStart)
		return err
	}, err == nil
}

// ValidReader is [CheckReader] for those who do not ask what is wrong, nor where. So it need not
// remember what an error would have to tell, and is the faster for it. The error is that of r or
// of ctx.
func ValidReader(ctx context.Context, r io.Reader, opts ...ReaderOption) (bool, error) {
	config := rulesOfReader(opts)
	if stream.PassesInMemory(ctx, r, config) {
		return true, nil
	}
	var err error
	if !config.IJSON && !config.Limits.Permit(config.MaxBytes) {
		err = inspectReader(config, ctx, r)
	} else {
		err = stream.Verdict(ctx, r, config)
	}
	if _, invalid := public(err).(*SyntaxError); invalid {
		return false, nil
	}
	return err == nil, err
}
