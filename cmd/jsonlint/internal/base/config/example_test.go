package config_test

import (
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
)

func ExampleParse() {
	c, _ := config.Parse("/project/jsonlint.json", []byte(`{
		"overrides": [{"files": ["*.x.json"], "rules": {"bom": "off"}}], // a comment
	}`))
	fmt.Println(c.For("/project/a/b.x.json").Severities)

	_, err := config.Parse("jsonlint.json", []byte(`{"ruels": {}}`))
	fmt.Println(err)
	// Output:
	// map[bom:off]
	// jsonlint.json:1:2: unknown setting "ruels"; did you mean "rules"?
}
