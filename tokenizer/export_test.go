package tokenizer

// Chunk makes a [Tokenizer] read and check so many bytes at a time, to have edges all over the place.
func Chunk(n int) TokenizerOption { return tokenizerSetting{chunk: n} }
