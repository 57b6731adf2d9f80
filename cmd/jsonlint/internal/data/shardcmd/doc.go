// Package shardcmd implements jsonlint plan, run and merge, which divide the checking of files of records
// between machines.
//
// A plan lists the files, and the pieces of each shard. The results for a shard are a part: a file in the
// folder of the results, with the kept records beside it. Package shards has the formats of both, and checks
// pieces. This package finds the files and their settings, as for checking, and writes files that appear
// completely or not at all. [Report] merges the parts for other subcommands.
package shardcmd

// The files of the package:
//
// files.go opens files and objects of a plan, part.go reads and writes the results for a shard, and kept.go keeps records
// beside them.
