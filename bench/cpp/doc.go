// Package cpp builds the contestants in C++: simdjson, from the library and headers installed on
// the system (Debian: libsimdjson-dev, g++). The program in src speaks the protocol of package
// wire.
package cpp
