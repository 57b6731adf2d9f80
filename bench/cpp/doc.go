// Package cpp builds the contestants in C++: simdjson and simdutf, from libraries and headers that
// are installed on the system or in a folder. The programs in src speak the protocol of package
// wire.
package cpp
