package report

import (
	"cmp"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
)

// A joint writes the same findings in several formats.
type joint []Format

// Join returns a [Format] that passes the files to several formats. If one of them panics, the others continue.
func Join(all ...Format) Format {
	if len(all) == 1 {
		return all[0]
	}
	return joint(all)
}

func (j joint) File(f *File) error { return j.each(func(one Format) error { return one.File(f) }) }

func (j joint) End(s *Summary) error { return j.each(func(one Format) error { return one.End(s) }) }

// each calls write with each format, up to the first error that is not a panic. It returns the first error.
func (j joint) each(write func(Format) error) (err error) {
	for _, one := range j {
		failed := write(one)
		if failed != nil && crash.Of(failed) == nil {
			return failed
		}
		err = cmp.Or(err, failed)
	}
	return err
}
