package openapi

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"sort"

	"github.com/assayjson/assay/openapi/internal/param"
	"github.com/assayjson/assay/payload"
	"github.com/assayjson/assay/schema"
	"github.com/assayjson/assay/schema/contract"
)

// formType is the media type of forms that are checked.
const formType = "application/x-www-form-urlencoded"

// formFields returns how the properties of a form are read, each as a parameter, and the other pairs as the last one. It returns nil if the
// form is not checked: if its schema is not that of an object, or if it has arrays or alternatives of objects, whose text is not clear.
func (r *reader) formFields(media, s node) (fields []*parameter) {
	shape := r.shapes.of(s)
	if shape.Types != param.Object && (shape.Types != 0 || len(shape.Properties) == 0) {
		return nil
	}
	encodings := r.at(media, "encoding")
	for _, name := range slices.Sorted(maps.Keys(shape.Properties)) {
		p := &parameter{Param: param.Param{In: param.Query, Name: name, Shape: shape.Properties[name]}}
		if ok := r.encoding(p, r.at(encodings, name)); !ok {
			return nil
		}
		fields = append(fields, p)
	}
	slices.SortStableFunc(fields, func(a, b *parameter) int { // those that take what is left come last
		switch {
		case a.TakesRest() == b.TakesRest():
			return 0
		case b.TakesRest():
			return -1
		}
		return 1
	})
	others := shape.Additional
	if others == nil {
		others = &param.Shape{}
	}
	bare := map[string]*param.Shape{} // a property in the style deepObject may also be a scalar; then it has no brackets
	for _, p := range fields {
		types := p.Shape.Types &^ (param.Array | param.Object)
		if types == 0 && p.Shape.Types != 0 {
			types = param.String // which the schema refuses
		}
		bare[p.Name] = &param.Shape{Types: types}
	}
	rest := &parameter{Param: param.Param{In: param.Query, Style: param.Form, Explode: true, Shape: &param.Shape{Types: param.Object, Properties: bare, Additional: others}}}
	return append(fields, rest)
}

// encoding reads the Encoding Object of a property, which may be missing. An object is JSON unless it has a style. The result is false if
// the text of the property is not clear.
func (r *reader) encoding(p *parameter, n node) (ok bool) {
	p.isReserved, _ = n.Member("allowReserved").Bool()
	r.style(p, n)
	if n.Member("style").Exists() || n.Member("explode").Exists() || n.Member("allowReserved").Exists() {
		return true
	}
	const nested = param.Array | param.Object
	types, items := p.Shape.Types&^param.Null, p.Shape.Items
	isJSON := formatOf(n.member("contentType").text()) == oneDocument
	switch {
	case types == param.Array:
		return !isJSON && (items == nil || items.Types&param.Object == 0 && (items.Types == 0 || items.Types&^nested != 0))
	case types == param.Object, isJSON && types&nested == 0:
		p.JSON = true
		return true
	case types == 0:
		return !isJSON && items == nil && p.Shape.Properties == nil
	}
	return !isJSON && types&param.Object == 0
}

// A formSchema checks the bodies of requests that are forms. Package payload calls CheckBody for the whole body.
type formSchema struct {
	contract.Schema // nil; only CheckBody is called
	schema          *checkedSchema
	fields          []*parameter
	limits          param.Limits
}

func newFormSchema(m *mediaType, body *payload.Options, limits param.Limits) *formSchema {
	most := body.MaxBytes
	if most <= 0 {
		most = payload.DefaultMaxBytes
	}
	limits.Bytes = int(min(most, 1<<28))
	limits.JSON = 6 * limits.Bytes // which is enough for any text
	return &formSchema{schema: m.schema, fields: m.fields, limits: limits}
}

// CheckBody returns why a form is refused, or nil. As for a parameter, all readings are tried; see package param.
func (s *formSchema) CheckBody(data []byte) (first *payload.Error) {
	c := checkers.Get().(*checker)
	defer checkers.Put(c)
	c.decoder.Reset(s.limits)
	text := string(data)
	if i := semicolon(s.fields, text); i >= 0 {
		return notForm(contract.Finding{Place: contract.Place{Offset: int64(i), Length: 1}, Keyword: "semicolon", Message: semicolonMessage})
	}
	if fault := c.decoder.SplitQuery(text); fault != nil {
		return notForm(formFault(fault, ""))
	}
	for reading := param.Reading(0); ; {
		o := s.read(&c.decoder, reading)
		e := s.judge(o, len(data))
		switch {
		case e == nil:
			return nil
		case first == nil:
			first = e
		}
		if o.next == 0 {
			return first
		}
		reading = o.next
	}
}

// A formObject is a form as JSON.
type formObject struct {
	text   []byte
	parts  []formPart
	faults []contract.Finding
	next   param.Reading // or 0
}

// A formPart is a value, or several members, in the text of a form.
type formPart struct {
	begin, end int // in the text
	from       int // of the value
	value      param.Value
}

// read reads a form.
func (s *formSchema) read(d *param.Decoder, reading param.Reading) *formObject {
	o := &formObject{text: []byte{'{'}}
	for i, p := range s.fields {
		v, fault := d.Query(&p.Param, reading)
		if next, more := v.Next(); more && (o.next == 0 || next < o.next) {
			o.next = next
		}
		isRest := i == len(s.fields)-1
		switch {
		case fault != nil:
			pointer := ""
			if !isRest {
				pointer = "/" + escape(p.Name)
			}
			o.faults = append(o.faults, formFault(fault, pointer))
		case v.JSON == nil:
		case isRest:
			o.add(v, 1, len(v.JSON)-1) // without the brackets
		default:
			name, _ := json.Marshal(p.Name)
			o.text = append(append(o.text, name...), ':')
			o.add(v, 0, len(v.JSON))
		}
	}
	o.text = append(bytes.TrimSuffix(o.text, []byte(",")), '}')
	return o
}

// add appends a part of a value, and a comma.
func (o *formObject) add(v param.Value, from, to int) {
	if from < to {
		begin := len(o.text)
		o.text = append(append(o.text, v.JSON[from:to]...), ',')
		o.parts = append(o.parts, formPart{begin, begin + to - from, from, v})
	}
}

// judge returns why a reading of a form does not fit, or nil.
func (s *formSchema) judge(o *formObject, length int) *payload.Error {
	if len(o.faults) > 0 {
		return notForm(o.faults...)
	}
	found, err := s.schema.Check(o.text)
	if err != nil {
		return undecided(err)
	}
	if len(found) == 0 {
		return nil
	}
	e := &payload.Error{Status: http.StatusUnprocessableEntity, Kind: payload.Invalid, Detail: "The form does not match the schema.", ViolationsCut: len(found) > MaxFindings}
	for _, f := range found[:min(len(found), MaxFindings)] {
		f.Place, f.Related = o.place(f.Place, length), nil
		e.Violations = append(e.Violations, f)
	}
	slices.SortStableFunc(e.Violations, func(a, b contract.Finding) int { return cmp.Compare(a.Offset, b.Offset) })
	return e
}

// place converts a place in the text to one in the body, which has the given length.
func (o *formObject) place(p contract.Place, length int) contract.Place {
	at := int(p.Offset)
	i := sort.Search(len(o.parts), func(i int) bool { return o.parts[i].begin > at }) - 1
	if i < 0 || at >= o.parts[i].end {
		return contract.Place{Length: length, Pointer: p.Pointer}
	}
	part := &o.parts[i]
	place := part.value.Place(at-part.begin+part.from, p.Length)
	return contract.Place{Offset: int64(place.Offset), Length: place.Length, Pointer: p.Pointer}
}

func formFault(f *param.Fault, pointer string) contract.Finding {
	place := contract.Place{Offset: int64(f.Place.Offset), Length: f.Place.Length, Pointer: pointer + f.Pointer}
	return contract.Finding{Place: place, Keyword: f.Kind.String(), Message: f.Reason()}
}

// notForm returns the error for a body that cannot be read as a form.
func notForm(found ...contract.Finding) *payload.Error {
	return &payload.Error{Status: http.StatusBadRequest, Kind: payload.Malformed, Detail: "The form cannot be read.", Violations: found}
}

// undecided returns the error for a body that a schema has not checked.
func undecided(err error) *payload.Error {
	if errors.Is(err, schema.ErrTooManySteps) {
		return &payload.Error{Status: http.StatusBadRequest, Kind: payload.LimitExceeded, Detail: "The body takes too long to check against the schema."}
	}
	return &payload.Error{Status: http.StatusInternalServerError, Kind: payload.Internal, Detail: "The body could not be checked against the schema."}
}
