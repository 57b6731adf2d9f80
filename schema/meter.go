package schema

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/schema/internal/program"
)

// The engine evaluates a schema again whenever another schema asks for it, so its time may be
// exponential in the depth of a document if a schema refers to itself in several alternatives. The
// engine has no limit for that. Therefore this package puts a meter in front of each schema to which
// others refer.

// ErrTooManySteps is the error of [Schema.Check] for a document whose check takes more steps than
// [Compiler.MaxSteps] allows.
var ErrTooManySteps = contract.ErrTooManySteps

// The limits that apply if [Compiler.MaxSteps] is not set.
const (
	// DefaultMaxSteps is the number of steps that are allowed for every document.
	DefaultMaxSteps = 10_000_000

	// DefaultStepsPerValue is the number of steps that are also allowed for each value in a
	// document.
	DefaultStepsPerValue = 2_000
)

// stepsPerEvaluation is how many steps it takes the engine to evaluate a schema.
const stepsPerEvaluation = 100

// budget returns the budget that c gives to each document.
func (c *Compiler) budget() program.Budget {
	if c.MaxSteps > 0 {
		return program.Budget{Base: c.MaxSteps}
	}
	return program.Budget{Base: DefaultMaxSteps, PerValue: DefaultStepsPerValue}
}

// A meter counts the steps of the engine for one document at a time. It belongs to an entry, which
// uses it again for other documents.
type meter struct {
	name string
	left int64
	root *jsonschema.Schema // see entry.with
}

// spend panics with errTooManySteps if the budget is spent. [rescue] recovers from the panic.
func (m *meter) spend(steps int64) {
	if m.left -= steps; m.left < 0 {
		panic(errTooManySteps{})
	}
}

// errTooManySteps is the value of a panic that ends a validation.
type errTooManySteps struct{}

// meters has all meters for schemas of the same compilation. An extension of the engine knows the path
// of the value, and nothing else about the validation. Therefore paths begin with the name of the meter.
type meters struct {
	areNeeded bool // some schemas count steps; set while schemas are compiled

	mu     sync.RWMutex
	byName map[string]*meter
	serial uint64
}

// of returns the meter of a validation.
func (m *meters) of(ctx *jsonschema.ValidatorContext) *meter {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.byName[ctx.ValueLocation()[0]]
}

// A metered schema evaluates another one after it has counted the steps.
type metered struct {
	*meters
	schema *jsonschema.Schema
}

func (m metered) Validate(ctx *jsonschema.ValidatorContext, v any) {
	children := 0
	switch v := v.(type) {
	case []any:
		children = len(v)
	case map[string]any:
		children = len(v)
	}
	m.of(ctx).spend(stepsPerEvaluation * int64(1+children))
	if err := ctx.Validate(m.schema, v, nil); err != nil {
		ctx.AddErr(err)
	}
}

// meterAll puts meters in front of the given schemas.
func (m *meters) meterAll(targets map[*jsonschema.Schema]bool) {
	for s := range targets {
		if s != nil && s.Bool == nil {
			m.areNeeded = true
			inner := *s
			*s = *hollow(s)
			s.Extensions = []jsonschema.SchemaExt{metered{m, &inner}}
		}
	}
}

// An entry is a schema with which validations begin.
type entry struct {
	*meters
	schema *jsonschema.Schema
	hollow *jsonschema.Schema
	free   []*meter // the meters that no validation uses; guarded by meters.mu
}

func (m *meters) entry(schema *jsonschema.Schema) *entry {
	return &entry{meters: m, schema: schema, hollow: hollow(schema)}
}

// open returns a meter for a validation that may take the given number of steps. It must be closed.
func (e *entry) open(steps int64) *meter {
	e.mu.Lock()
	defer e.mu.Unlock()
	if last := len(e.free) - 1; last >= 0 {
		m := e.free[last]
		e.free = e.free[:last]
		m.left = steps
		return m
	}
	if e.byName == nil {
		e.byName = map[string]*meter{}
	}
	e.serial++
	m := &meter{name: strconv.FormatUint(e.serial, 36), left: steps}
	m.root = e.with(m)
	e.byName[m.name] = m
	return m
}

func (e *entry) close(m *meter) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.free = append(e.free, m)
}

// validate validates a value with the engine. The steps that the engine takes are subtracted from
// left, the rest of the budget, which becomes negative if it is too small. A panic of the engine is
// returned as an error.
func (e *entry) validate(value any, left *int64) (invalid *jsonschema.ValidationError, err error) {
	defer rescue(&err)
	if !e.areNeeded {
		if err = e.schema.Validate(value); errors.As(err, &invalid) {
			return invalid, nil
		}
		return nil, err
	}
	meter := e.open(*left)
	defer func() {
		*left = meter.left
		e.close(meter)
	}()
	if err = meter.root.Validate(value); errors.As(err, &invalid) {
		trim(invalid)
		return invalid, nil
	}
	return nil, err
}

// with returns a schema that evaluates e with paths that begin with the name of a meter.
func (e *entry) with(m *meter) *jsonschema.Schema {
	root := *e.hollow
	root.Extensions = []jsonschema.SchemaExt{named{[]string{m.name}, e.schema}}
	return &root
}

// A named schema evaluates another one. The paths in errors begin with its name, which is the only
// element of path. "$recursiveRef" may lead to it again, and then the paths already have the name.
type named struct {
	path   []string
	schema *jsonschema.Schema
}

func (n named) Validate(ctx *jsonschema.ValidatorContext, v any) {
	path := n.path
	if len(ctx.ValueLocation()) > 0 {
		path = nil
	}
	if err := ctx.Validate(n.schema, v, path); err != nil {
		ctx.AddErr(err)
	}
}

// trim removes the names of meters from the paths in an error.
func trim(e *jsonschema.ValidationError) {
	if len(e.InstanceLocation) > 0 {
		e.InstanceLocation = e.InstanceLocation[1:]
	}
	for _, cause := range e.Causes {
		trim(cause)
	}
}

// hollow returns a copy of a schema without its assertions. It has the same anchors and the same
// place, because dynamic references depend on them.
func hollow(s *jsonschema.Schema) *jsonschema.Schema {
	c := *s
	v := reflect.ValueOf(&c).Elem()
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() && !isIdentity[f.Name] {
			v.Field(i).SetZero()
		}
	}
	return &c
}

var isIdentity = map[string]bool{
	"DraftVersion": true, "Location": true, "ID": true, "Anchor": true, "RecursiveAnchor": true, "DynamicAnchor": true,
}

// rescue converts a panic to an error. A match that takes too long ends with a panic, and so does a
// validation that takes too many steps. The engine is not known to panic for any other reason on the
// values that this package gives it. But it is a dependency, and a document must not crash a server.
func rescue(err *error) {
	switch r := recover().(type) {
	case nil:
	case *undecidedPattern:
		*err = r
	case errTooManySteps:
		*err = ErrTooManySteps
	default:
		*err = &contract.CheckError{Reason: fmt.Sprintf("BUG: the engine panicked: %v", r)}
	}
}

// compileWith compiles the schema with the given URL. A panic of the engine is returned as an
// error.
func compileWith(engine *jsonschema.Compiler, at string) (s *jsonschema.Schema, err error) {
	defer rescue(&err)
	return engine.Compile(at)
}
