package tokenizer

// Chunk sets how many bytes a [Tokenizer] reads and checks at a time. Small values place boundaries
// everywhere.
func Chunk(n int) TokenizerOption { return tokenizerSetting{chunk: n} }
