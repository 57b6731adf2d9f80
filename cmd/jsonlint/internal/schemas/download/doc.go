// Package download downloads schemas. It is the only package of the program that uses the network.
package download
