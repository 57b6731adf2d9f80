package conformance

import (
	"context"
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/assayjson/assay/decode"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/disposition"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/encode"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/leb128"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/partial"
	"github.com/assayjson/assay/payload"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/schema"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// zeros maps each library to pointers to the zero values of its exported types. The zero value of
// an interface is nil.
var zeros = map[string][]any{
	"utf8check": {
		new(utf8check.Decoder), new(utf8check.Detection), new(utf8check.Encoding), new(utf8check.Error), new(utf8check.Form),
		new(utf8check.ErrorKind), new(utf8check.Legacy), new(utf8check.Policy), new(utf8check.State), new(utf8check.Validator),
	},
	"leb128": {new(leb128.Error), new(leb128.ErrorKind), new(leb128.Form), new(leb128.Reader)},
	"escape": {new(escape.Error), new(escape.Fault), new(escape.Options), new(escape.Policy), new(escape.Surrogates), new(escape.Writer)},
	"tokenizer": {
		new(tokenizer.Checker), new(tokenizer.ErrorKind), new(tokenizer.Expected), new(tokenizer.Option), new(tokenizer.Position),
		new(tokenizer.ReaderOption), new(tokenizer.Span), new(tokenizer.StreamOption), new(tokenizer.SyntaxError), new(tokenizer.Token),
		new(tokenizer.TokenKind), new(tokenizer.Tokenizer), new(tokenizer.TokenizerOption),
	},
	"document": {new(document.Document), new(document.PointerError), new(document.PointerFault), new(document.Pointers), new(document.Value)},
	"decode": {
		new(decode.Decoder[any]), new(decode.Error), new(decode.Kind), new(decode.Mismatch), new(decode.Option),
		new(decode.RecordError), new(decode.RecordOption), new(decode.TypeError),
	},
	"partial": {
		new(partial.Assumption), new(partial.Event), new(partial.EventKind), new(partial.Fragment), new(partial.Keep), new(partial.Parser), new(partial.Point),
		new(partial.State), new(partial.Value),
	},
	"records": {
		new(records.BadOption), new(records.BlankPolicy), new(records.Option), new(records.ReadBadOption), new(records.Record), new(records.Output), new(records.Rejected), new(records.SplitOption), new(records.Totals),
		new(records.RecordError), new(records.WriteError),
		new(records.SalvageOption), new(records.Salvaged), new(records.Reason), new(records.Certainty),
	},
	"dialect": {new(dialect.Dialect), new(dialect.Error), new(dialect.Fault), new(dialect.TokenKind), new(dialect.Lexer), new(dialect.Map), new(dialect.Token)},
	"format": {
		new(format.CommentError), new(format.Conversion), new(format.FinalNewline), new(format.InexactError), new(format.LineEnd), new(format.NotFiniteError), new(format.Options), new(format.Order), new(format.Style), new(format.TrailingCommas),
	},
	"encode":          {new(encode.Error), new(encode.ErrorKind), new(encode.FloatForm), new(encode.Layout), new(encode.Options), new(encode.Writer)},
	"schema":          {new(schema.Compiler), new(schema.Coverage), new(schema.Declaration), new(schema.Draft), new(schema.Error), new(schema.Finding), new(schema.Place), new(schema.Schema)},
	"schema/contract": {new(contract.CheckError), new(contract.Coverage), new(contract.CoveredPart), new(contract.Finding), new(contract.LineSchema), new(contract.Place), new(contract.Role), new(contract.Schema), new(contract.StreamSchema), new(contract.ValueSchema)},
	"payload": {
		new(payload.Brake), new(payload.Budget), new(payload.Error), new(payload.ErrorKind), new(payload.Options), new(payload.Outcome), new(payload.Place),
	},
	"disposition": {new(disposition.Error), new(disposition.Field), new(disposition.Kind), new(disposition.Param)},
	"lint": {
		new(lint.Cause), new(lint.Diagnostic), new(lint.Dialect), new(lint.Division), new(lint.Edit), new(lint.Fix), new(lint.Linter), new(lint.Mention), new(lint.Options), new(lint.Related),
		new(lint.Report), new(lint.Rule), new(lint.Severity), new(lint.Span), new(lint.Suppressed), new(lint.Suppression), new(lint.SuppressionSource),
	},
}

// Every library and each of its exported types must be in the table above. Otherwise TestMethodsOfZeroValues
// would not check them.
func TestZeroValuesAreComplete(t *testing.T) {
	for _, pkg := range layers {
		isLibrary := !inProgram(pkg) && !strings.HasPrefix(pkg, "asm") && !strings.Contains(pkg, "internal/")
		if isLibrary != (zeros[pkg] != nil) {
			t.Errorf("%s: in the table %v, want %v", pkg, zeros[pkg] != nil, isLibrary)
		}
	}
	for pkg, values := range zeros {
		listed := map[string]bool{}
		for _, v := range values {
			name, _, _ := strings.Cut(reflect.TypeOf(v).Elem().Name(), "[") // without the type arguments
			listed[name] = true
		}
		for _, name := range exportedTypes(t, pkg) {
			if !listed[name] {
				t.Errorf("%s.%s is not in the table", pkg, name)
			}
		}
	}
}

// exportedTypes returns the names of the exported types of a package.
func exportedTypes(t *testing.T, pkg string) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", pkg, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d files, %v", pkg, len(files), err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(gotoken.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range parsed.Decls {
			names = append(names, exportedIn(decl)...)
		}
	}
	return names
}

func exportedIn(decl ast.Decl) (names []string) {
	if d, ok := decl.(*ast.GenDecl); ok && d.Tok == gotoken.TYPE {
		for _, spec := range d.Specs {
			if name := spec.(*ast.TypeSpec).Name; name.IsExported() {
				names = append(names, name.Name)
			}
		}
	}
	return names
}

// No method of a zero value panics.
func TestMethodsOfZeroValues(t *testing.T) {
	for pkg, values := range zeros {
		for _, v := range values {
			checkMethods(t, pkg, func() reflect.Value { return reflect.New(reflect.TypeOf(v).Elem()) })
		}
	}
}

// The methods of an error do not panic if the error was made by hand or if its fields have been
// changed.
func TestMethodsOfErrorsMadeByHand(t *testing.T) {
	offsets, changeable := []int64{0, 1, 5, 1 << 40, -1}, errorsToChange(t)
	for kind := range tokenizer.TokenTooLong + 3 {
		for _, offset := range offsets {
			for _, length := range []int{0, 1, 7, -1} {
				checkErrorByHand(t, tokenizer.SyntaxError{Offset: offset, Length: length, Kind: kind, Expected: tokenizer.ExpectName})
				for _, found := range changeable {
					changed := *found
					changed.Offset, changed.Length, changed.Kind = offset, length, kind
					if changed.Offset != found.Offset || changed.Length != found.Length || changed.Kind != found.Kind {
						checkErrorByHand(t, changed)
					}
				}
			}
		}
	}
	for _, e := range []document.PointerError{{Pointer: "/a", Offset: 5, Length: 2}, {Pointer: "/a", Offset: -1, Length: -1}, {Pointer: "/a", Offset: 1, Length: 9}} {
		checkMethods(t, "document", func() reflect.Value { return reflect.ValueOf(&e) })
	}
}

// errorsToChange returns the errors of a document in memory and the errors of the same document as
// a stream.
func errorsToChange(t *testing.T) (faults []*tokenizer.SyntaxError) {
	t.Helper()
	const text = `{"a":[1 2}`
	faults, _ = recovered(t, tokenizer.NewReader(strings.NewReader(text), tokenizer.KeepGoing()))
	return append(faults, tokenizer.Check([]byte(text)).(*tokenizer.SyntaxError))
}

// checkErrorByHand checks that the methods of an error, alone and in a record, do not panic and
// report only what its fields contain.
func checkErrorByHand(t *testing.T, e tokenizer.SyntaxError) {
	t.Helper()
	checkMethods(t, "tokenizer", func() reflect.Value { return reflect.ValueOf(&e) })
	r := records.Record{Data: []byte("[1")}
	checkMethods(t, "records", func() reflect.Value { return reflect.ValueOf(&r) })
	checkMethods(t, "records", func() reflect.Value { return reflect.ValueOf(&records.RecordError{Record: r, Err: &e}) })
	pointer, known := e.Pointer()
	if _, ok := e.Related(); ok || known || pointer != "" || e.Position() != (tokenizer.Position{}) || e.Message() != e.Kind.String() {
		t.Errorf("%v at %d: %v, %q, %v", e.Kind, e.Offset, e.Position(), pointer, e.Message())
	}
}

// checkMethods calls all methods of a value. It makes a new value for each method.
func checkMethods(t *testing.T, pkg string, newValue func() reflect.Value) {
	t.Helper()
	of := newValue().Type()
	for i := range of.NumMethod() {
		func() {
			defer func() {
				if r := recover(); r != nil {
					t.Errorf("%s.%s.%s: %v\n%s", pkg, of.Elem().Name(), of.Method(i).Name, r, debug.Stack())
				}
			}()
			callMethod(newValue().Method(i))
		}()
	}
}

// callMethod calls a method with simple arguments, and iterates over the sequences that it returns.
func callMethod(method reflect.Value) {
	in := []reflect.Value{}
	for i := range method.Type().NumIn() {
		if method.Type().IsVariadic() && i == method.Type().NumIn()-1 {
			break
		}
		in = append(in, argument(method.Type().In(i)))
	}
	for _, out := range method.Call(in) {
		if seq := out.Type(); seq.Kind() == reflect.Func && seq.CanSeq() {
			for range out.Seq() {
			}
		} else if seq.Kind() == reflect.Func && seq.CanSeq2() {
			for range out.Seq2() {
			}
		}
	}
}

// argument returns a simple value of the given type.
func argument(of reflect.Type) reflect.Value {
	request := httptest.NewRequest("POST", "/", strings.NewReader("[1]"))
	for _, v := range []any{httptest.NewRecorder(), request, context.Background(), strings.NewReader("[1]"), []byte("[1]"), "a", 1} {
		if reflect.TypeOf(v).AssignableTo(of) {
			return reflect.ValueOf(v)
		}
	}
	return reflect.Zero(of)
}

// Zero values that are ready for use behave like values that were created without options.
func TestZeroValuesAreUseful(t *testing.T) {
	for _, text := range []string{"[1]", "[1,]", strings.Repeat("[1,", 3000), " ", strings.Repeat(" ", 1<<20) + "x"} {
		want := reportOf(tokenizer.Check([]byte(text)))
		var checker, reader tokenizer.Checker
		checker.Write([]byte(text))
		if got := reportOf(checker.Close()); got != want {
			t.Errorf("Checker: %s, want %s", got, want)
		}
		reader.ReadFrom(strings.NewReader(text))
		if got := reportOf(reader.Close()); got != want {
			t.Errorf("Checker.ReadFrom: %s, want %s", got, want)
		}
		var memory, stream tokenizer.Tokenizer
		memory.Reset([]byte(text))
		stream.ResetReader(strings.NewReader(text))
		for _, tokens := range []*tokenizer.Tokenizer{&memory, &stream} {
			if got := reportOf(lastError(tokens)); got != want {
				t.Errorf("Tokenizer: %s, want %s", got, want)
			}
		}
		var linter lint.Linter
		if got, want := linter.Check([]byte(text)), lint.New(lint.Options{}).Check([]byte(text)); !reflect.DeepEqual(got, want) {
			t.Errorf("Linter: %+v, want %+v", got, want)
		}
	}
	var writer escape.Writer
	if n, err := writer.Write([]byte("a")); n != 0 || err == nil || writer.Close() == nil {
		t.Errorf("Writer: %d, %v", n, err)
	}
	var memory encode.Writer
	memory.BeginArray()
	memory.Int(1)
	memory.EndArray()
	if err := memory.Close(); err != nil || string(memory.Bytes()) != "[1]" {
		t.Errorf("encode.Writer: %q, %v", memory.Bytes(), err)
	}
}
