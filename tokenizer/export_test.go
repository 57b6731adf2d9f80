package tokenizer

// Chunk sets how many bytes a [Tokenizer] reads and checks at a time. With small values, there are
// boundaries everywhere.
func Chunk(n int) TokenizerOption { return tokenizerSetting{chunk: n} }
