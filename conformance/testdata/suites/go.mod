// The modules whose test data the tests of conformance read.
module github.com/assayjson/assay/conformance/testdata/suites

go 1.26.0

require github.com/kaptinlin/jsonschema v0.7.0

require (
	github.com/go-json-experiment/json v0.0.0-20251027170946-4849db3c2f7e // indirect
	github.com/goccy/go-yaml v1.19.2 // indirect
	github.com/kaptinlin/go-i18n v0.2.7 // indirect
	github.com/kaptinlin/jsonpointer v0.4.14 // indirect
	github.com/kaptinlin/messageformat-go v0.4.16 // indirect
	golang.org/x/text v0.34.0 // indirect
)
