package schema

import (
	"io/fs"
	"time"

	"github.com/assayjson/assay/schema/internal/model"
	"github.com/assayjson/assay/tokenizer"
)

// A Draft is a version of JSON Schema.
type Draft int

const (
	Draft4 Draft = iota + 1
	Draft6
	Draft7
	Draft2019 // 2019-09
	Draft2020 // 2020-12
)

// A Compiler compiles schemas. Its zero value is ready to use. Its fields must not change while it
// compiles a schema.
//
// Schemas are read as JSON with comments and trailing commas ([dialect.JWCC]), and a byte order mark is skipped, because many
// programs read them so. Use [tokenizer.Check] to find out whether a schema is JSON.
//
// A schema refers to other schemas by URLs, which may be relative (RFC 3986, section 5). A Compiler
// first looks up a URL in Resources. If the URL is not there and has the scheme file, the Compiler
// reads the file from Files, unless Files is nil. For any other URL, it calls Load. The metaschemas of
// json-schema.org are built in. Nothing else is read, and the Compiler itself downloads nothing.
type Compiler struct {
	// Files contains the files of schemas, for example the [os.DirFS] or [os.Root.FS] of a folder.
	// Its root has the URL file:///, so a reference that contains .. cannot lead outside Files.
	Files fs.FS

	// Resources maps URLs to schemas. References use these URLs. The URLs must not contain #.
	Resources map[string][]byte

	// Load returns the schema with the given URL, which has no fragment. It is called at most once
	// for each URL while a schema is compiled, and only for URLs that are not in Resources. If Files is
	// not nil, Load is not called for URLs with the scheme file, even if there is no such file. If
	// Load is nil, references to the other URLs are errors that wrap [ErrNotGiven]. Errors of Load
	// are wrapped by the [*Error]. After an error, Load is also called for the other URLs.
	Load func(url string) ([]byte, error)

	// Draft is the version of schemas without a "$schema". It is Draft2020 unless it is set to one
	// of the other constants.
	Draft Draft

	// AssertFormat makes "format" an assertion in all drafts.
	AssertFormat bool

	// AssertContent makes "contentEncoding", "contentMediaType" and "contentSchema" assertions.
	AssertContent bool

	// PatternTimeout limits how long one match may take if the pattern needs backtracking. It is
	// accurate to about a tenth of a second. If it is not positive, [DefaultPatternTimeout]
	// applies.
	PatternTimeout time.Duration

	// MaxSteps limits the work for one document: if a check takes more steps, [Schema.Check] returns
	// [ErrTooManySteps]. A million steps take between a few milliseconds and a tenth of a second. A
	// valid document usually takes fewer than 20 steps for each value, and an invalid one fewer than 100,
	// unless there are many alternatives. The number of steps may change between versions. If MaxSteps is not
	// positive, the limit is [DefaultMaxSteps], plus [DefaultStepsPerValue] for each value in the
	// document.
	MaxSteps int64

	// MaxFindings is the largest number of findings that [Schema.Check] returns. If there are more,
	// it returns the first ones. If it is not positive, [DefaultMaxFindings] applies.
	MaxFindings int

	// Options are further requirements on documents, such as how deep they may nest. They do not
	// apply to schemas.
	Options []tokenizer.Option
}

func (c *Compiler) maxFindings() int {
	if c.MaxFindings <= 0 {
		return DefaultMaxFindings
	}
	return c.MaxFindings
}

// withDepth returns opts with the depth limit of this package before them. An option in opts may
// override that limit.
func withDepth(opts []tokenizer.Option) []tokenizer.Option {
	return append([]tokenizer.Option{tokenizer.MaxDepth(DefaultMaxDepth)}, opts...)
}

var drafts = map[Draft]model.Draft{
	Draft4:    model.Draft4,
	Draft6:    model.Draft6,
	Draft7:    model.Draft7,
	Draft2019: model.Draft2019,
	Draft2020: model.Draft2020,
}

func (c *Compiler) draft() model.Draft {
	if draft, ok := drafts[c.Draft]; ok {
		return draft
	}
	return model.Draft2020
}

// DefaultMaxFindings is the largest number of findings that [Schema.Check] returns if
// [Compiler.MaxFindings] is not set.
const DefaultMaxFindings = 1000
