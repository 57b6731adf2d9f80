module github.com/assayjson/assay/openapi

go 1.26.0

require (
	github.com/assayjson/assay v0.0.0
	github.com/klauspost/compress v1.20.3
	go.yaml.in/yaml/v4 v4.0.0
)

require (
	github.com/dlclark/regexp2/v2 v2.12.0 // indirect
	github.com/go-json-experiment/json v1.27.2 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace github.com/assayjson/assay => ..
