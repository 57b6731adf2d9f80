//go:build race

package main

// raceEnabled says that programs start slowly.
const raceEnabled = true
