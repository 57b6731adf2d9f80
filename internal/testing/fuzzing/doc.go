// Package fuzzing runs fuzz targets on inputs that are the same every time.
//
// The fuzzer of go test looks for new inputs: how far it gets depends on the time it has and on what else
// the machine does, so the same code may pass today and fail tomorrow. It is the right tool for a search,
// which .ci/nightly does. A check of a change must give the same answer for the same code. A target made by
// [Of] is an ordinary fuzz target, but if the environment variable named by [Variable] is a number, go test
// runs it on as many mutants of its seeds, which depend only on the seeds and on the name of the target.
package fuzzing
