// Package asm holds the kernels of assay: the inner loops that every byte goes
// through. They take bytes and answer with verdicts and lengths; what an answer
// means for JSON is the business of the packages above.
//
// The contract of every function here:
//
//   - any slice will do: no padding is asked for, no byte outside it is read;
//   - nothing is allocated and nothing is kept;
//   - every kernel gives the same answer for the same bytes.
//
// Each operation is written once in portable Go, in a file named *_generic.go.
// That version runs where no vector version does, and it is the oracle that
// vector versions are tested against. [Kernel] tells which set is in use.
//
// The package is public so that the others can share it. It makes no promise of
// compatibility: import utf8check or tokenizer instead.
package asm
