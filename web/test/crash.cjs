// Makes the engine crash: the argument of check is missing. For cmd/jsonlint/wasm/testdata/load.cjs.
module.exports = async assay => void assay.check()
