package flaw

// DetectedAround is how many bytes before and after an error are examined to guess its cause. That
// is a few pages of text: if they do not show the cause, more text would not help.
const DetectedAround = 4096

// TokenLimit is the length in bytes of the longest token that an error covers as a whole.
const TokenLimit = 4096

// Lookahead is how many bytes after a fault are always enough to determine its kind.
const Lookahead = 2 * max(TokenLimit, DetectedAround)
