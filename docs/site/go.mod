module github.com/assayjson/assay/docs/site

go 1.26.4

replace github.com/assayjson/assay => ../../

require (
	github.com/assayjson/assay v0.0.0
	github.com/yuin/goldmark v1.8.7
	golang.org/x/net v0.62.0
)

require (
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)
