// Package lsptest is a client for tests of the language server.
package lsptest
