package site

// A Site is what jsonlint serve serves. The zero value serves nothing but the page.
type Site struct {
	Listen   string   // the address and port, such as "127.0.0.1:0"
	Paths    []string // files and folders that the page can read and write
	Page     string   // the folder of the page; "" for the one that is part of the program
	ReadOnly bool
	Anywhere bool                       // other machines may reach the server
	Version  string                     // of the program
	Ready    func(address string) error // called with the address of the page
}
