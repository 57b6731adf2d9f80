//go:build race

package command

// raceEnabled says that programs start slowly.
const raceEnabled = true
