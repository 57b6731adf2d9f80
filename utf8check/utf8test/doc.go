// Package utf8test holds oracles for UTF-8: definitions written as plainly as possible. It is for
// tests only.
package utf8test
