module github.com/assayjson/assay

go 1.26.0

require (
	github.com/aymanbagabas/go-udiff v0.4.1
	github.com/dlclark/regexp2/v2 v2.12.0
	github.com/fsnotify/fsnotify v1.10.1
	github.com/go-faster/jx v1.2.0
	github.com/go-json-experiment/json v1.27.2
	github.com/google/go-cmp v0.7.0
	github.com/klauspost/compress v1.20.3
	github.com/minio/simdjson-go v0.4.5
	github.com/rogpeppe/go-internal v1.16.0
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	github.com/sourcegraph/jsonrpc2 v0.2.3
	github.com/spf13/pflag v1.0.10
	github.com/tailscale/hujson v0.0.0-20260727124030-b80ff77dac4f
	github.com/yosida95/uritemplate/v3 v3.0.2
	go.yaml.in/yaml/v3 v3.0.6
	golang.org/x/net v0.62.0
	golang.org/x/sys v0.49.0
	golang.org/x/term v0.47.0
	golang.org/x/text v0.43.0
)

require (
	github.com/go-faster/errors v0.7.1 // indirect
	github.com/klauspost/cpuid/v2 v2.2.3 // indirect
	github.com/segmentio/asm v1.2.1 // indirect
	golang.org/x/tools v0.51.0 // indirect
)
