// Package copies keeps local copies of schemas beside a settings file, in the folder .jsonlint. A lock
// file lists them with their URLs and hashes.
//
// A schema and all schemas that it refers to are downloaded before anything is written. They are found
// by compiling the schema, so that references mean exactly what they mean when documents are checked.
// Each file is written to a temporary file, which is then renamed, and the lock file is written last.
package copies

// The files of the package:
//
// update.go says what an update changes, and store.go keeps the files and chooses their names.
