package payload

import (
	"context"
	"time"

	"github.com/assayjson/assay/tokenizer"
)

// HasSentence reports whether sentences contains k.
func HasSentence(k tokenizer.ErrorKind) bool { return sentences[k] != "" }

// FullBrake returns a brake that has no turn left for the client address that httptest.NewRequest
// sets.
func FullBrake() *Brake {
	b := NewBrake(1)
	b.enter(context.Background(), "192.0.2.1", nil)
	return b
}

// EnterLate calls enter when the waiting time is already over.
func EnterLate(b *Brake, client string) bool {
	over := make(chan time.Time)
	close(over)
	return b.enter(context.Background(), client, over)
}

// Clients returns the number of clients that a brake remembers.
func Clients(b *Brake) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.clients)
}

// Left returns the number of bytes left in a budget.
func Left(b *Budget) int64 { return b.left.Load() }

// Take takes bytes from a budget, and Give gives them back.
func Take(b *Budget, n int) bool { return b.take(n) }
func Give(b *Budget, n int)      { b.give(n) }
