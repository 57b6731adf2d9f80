package command_test

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/jsonlint"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// The tests of the package are about the whole program.
func TestMain(m *testing.M) {
	command.Commands = jsonlint.Commands
	testscript.Main(tests{m}, map[string]func(){"jsonlint": func() {
		os.Exit(jsonlint.Main(func() command.Schemas { return schemas.Engine{} }))
	}})
}

type tests struct{ *testing.M }

// Run runs the tests, and removes what several of them use.
func (m tests) Run() int {
	defer command.RemoveProgram()
	return longtest.Main(m.M)
}
