package tokenizer

import (
	"context"
	"io"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/stream"
	"github.com/assayjson/assay/internal/engine/unique"
)

// CheckReader is like [Check], but reads a document of any size from r, in constant memory: less
// than 2 MiB, or 3 MiB if it reads ahead (see [ReadAhead]), plus at most 40 bytes for each level of
// nesting. With more than two [Workers], it needs 1 MiB more for each of them. The error is nil if
// the document is valid, and a [*SyntaxError] if it is invalid. The SyntaxError contains the same
// facts as the error that Check would return, and its offsets count from the start of the input. If
// r or ctx fails, the error is that of r or ctx.
//
// If r fails, the text before the failure is still checked. If that text contains an error that no
// further input could remove, CheckReader returns that error; otherwise CheckReader returns the
// error of r. An [io.ErrUnexpectedEOF] from r is treated like any other error from r. A document
// that ends too early results in a SyntaxError that wraps io.ErrUnexpectedEOF. A reader that
// returns neither data nor an error a hundred times in a row results in [io.ErrNoProgress].
//
// Before each read, CheckReader returns ctx.Err() if ctx is done.
//
// Most documents are valid. If r is a regular file that can seek, CheckReader therefore first reads
// it in the same way as [ValidReader], which is faster. If the document is invalid, CheckReader
// then reads the file again from the offset at which it started. The contents of a [bytes.Buffer]
// or [bytes.Reader] are checked in place, unless they are longer than [MaxToken] and names must be
// unique.
//
// The SyntaxError of a stream keeps a copy of the input up to the offset of the error if all of
// that text is still in memory. Otherwise it keeps a copy of the 12 KiB around the error. Its JSON
// Pointer is then known only if there are limits on strings, numbers, members or tokens, and no
// [IJSON]; see [SyntaxError.Pointer]. A pointer that contains a name longer than 2 MiB is known only
// with [UniqueNames].
//
// With [IJSON] or [UniqueNames], CheckReader also needs memory for the member names of open
// objects, plus four times the length of the longest name. A name that is longer than [MaxToken],
// 64 MiB by default, is then an error for CheckReader, but not for Check. There is no other
// difference between the verdicts of the two functions. With IJSON, UniqueNames or limits on
// strings, numbers, members or tokens, CheckReader needs less than 6 MiB plus at most 100 bytes for
// each level of nesting.
func CheckReader(ctx context.Context, r io.Reader, opts ...ReaderOption) error {
	var config stream.Config
	configureReader(&config, opts)
	return public(verdictOfReader(&config, ctx, r))
}

// public converts a report to the error that callers of this package get, and returns any other err
// as it is.
func public(err error) error {
	if r, ok := err.(*flaw.Report); ok {
		return errorOf(r)
	}
	return err
}

// verdictOfReader checks the document that r contains.
func verdictOfReader(config *stream.Config, ctx context.Context, r io.Reader) error {
	if stream.PassesInMemory(ctx, r, &config.Rules) {
		return nil
	}
	if goBack, ok := rereadable(r); ok && index.Knows(&config.Rules) && config.Limits.Permit(config.MaxBytes) {
		config.Names = stream.ByKeysLate
		repeats, err := stream.Repeats(ctx, r, *config)
		if _, invalid := err.(*flaw.Report); !invalid {
			return err
		}
		return again(ctx, r, *config, repeats, goBack, stream.Check)
	}
	return stream.Check(ctx, r, *config)
}

// again moves a reader back and calls check, which compares names exactly. If repeats are known, but check finds no error, again calls
// check once more without them: different names may have equal keys, and the file may have been changed.
func again(ctx context.Context, r io.Reader, config stream.Config, repeats *unique.Repeats, goBack func() error, check func(context.Context, io.Reader, stream.Config) error) error {
	config.Names, config.Only = stream.Exactly, repeats
	err := goBack()
	if err == nil {
		err = check(ctx, r, config)
	}
	if err != nil || repeats == nil {
		return err
	}
	return again(ctx, r, config, nil, goBack, check)
}

// rereadable reports whether r is a file that can be read again, and returns a function that moves
// r back to its current offset.
func rereadable(r io.Reader) (goBack func() error, ok bool) {
	file, ok := r.(io.Seeker)
	if !ok {
		return nil, false
	}
	if _, isRegular := reading.RegularSize(r); !isRegular {
		return nil, false
	}
	begin, err := file.Seek(0, io.SeekCurrent)
	return func() error {
		_, err := file.Seek(begin, io.SeekStart)
		return err
	}, err == nil
}

// validityOfReader returns nil if the document that r contains is valid. If the error is a
// [*flaw.Report], only its type is meaningful.
func validityOfReader(config stream.Config, ctx context.Context, r io.Reader) error {
	if goBack, ok := rereadable(r); ok && config.UniqueNames && config.Limits.Permit(config.MaxBytes) {
		config.Names = stream.ByKeysLate
		repeats, err := stream.Repeats(ctx, r, config)
		if report, invalid := err.(*flaw.Report); !invalid || report.Kind != flaw.DuplicateName {
			return err
		}
		return again(ctx, r, config, repeats, goBack, stream.Verdict)
	}
	return stream.Verdict(ctx, r, config)
}

// ValidReader is like [CheckReader], but reports only whether the document is valid. It is faster,
// because it keeps nothing for error reports. If r or ctx fails, ValidReader returns the error of r
// or ctx. An invalid document is not an error.
//
// With [UniqueNames] or [IJSON], a regular file that can seek is read a second time if names seem to be
// equal.
func ValidReader(ctx context.Context, r io.Reader, opts ...ReaderOption) (bool, error) {
	var config stream.Config
	configureReader(&config, opts)
	if stream.PassesInMemory(ctx, r, &config.Rules) {
		return true, nil
	}
	err := validityOfReader(config, ctx, r)
	if _, invalid := public(err).(*SyntaxError); invalid {
		return false, nil
	}
	return err == nil, err
}
