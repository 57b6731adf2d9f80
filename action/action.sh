#!/usr/bin/env bash
# The steps of action.yml: "action.sh install" downloads the command, "action.sh compile" compiles it
# where that is not possible, and "action.sh check" runs it. Inputs are environment variables, so that
# the shell does not run what they contain. This must run in bash 3.2, which macOS has.
set -euo pipefail

releases=${JSONLINT_RELEASES:-https://github.com/assayjson/assay/releases}

# output sets an output of the step.
output() { printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"; }

fail() {
	printf '::error::%s\n' "$1"
	exit 1
}

# unavailable ends the step such that the next steps compile the command.
unavailable() {
	printf '%s; compiling jsonlint\n' "$1"
	output compile true
	exit 0
}

# fetch downloads files. It fails if one of them cannot be downloaded as a whole.
fetch() { curl --fail --fail-early --silent --show-error --location --retry 2 --max-time 60 "$@"; }

# choose sets VERSION, unless it is set, to the version at which the action is used, or to the latest one. REF is what follows the @: a
# tag, a major version such as v1, the commit of a tag, or anything else. A major version never stands for another one: if its tags cannot
# be read, choose fails.
choose() {
	local repository=${releases%/releases} tags tag
	if [ -n "$VERSION" ]; then
		return
	elif [[ $REF =~ ^v[0-9]+\.[0-9]+\.[0-9]+(-rc\.[0-9]+)?$ ]]; then
		VERSION=$REF
	elif [[ $REF =~ ^v[0-9]+$ ]]; then
		tags=$(git ls-remote --tags "$repository" "$REF.*.*") || fail "git ls-remote failed, so the newest version of $REF is not known; run the job again, or set the input version, such as version: $REF.0.0"
		VERSION=$(sed -n "s|.*refs/tags/\\($REF\\.[0-9]*\\.[0-9]*\\)\$|\\1|p" <<<"$tags" | sort -V | tail -n 1)
		[ -n "$VERSION" ] || fail "there is no version $REF.*.* at $repository; set the input version"
	elif [[ $REF =~ ^[0-9a-f]{40}$ ]]; then
		tags=$(git ls-remote --tags "$repository" 'v*.*.*') || tags= # the commit is then compiled
		tag=$(sed -n "s|^$REF[[:space:]]*refs/tags/\\(v[0-9][^^]*\\).*|\\1|p" <<<"$tags")
		VERSION=${tag%%$'\n'*}
		VERSION=${VERSION:-$REF}
	else
		VERSION=latest
	fi
}

# release prints the version to download without its v, or nothing if VERSION is not a release.
release() {
	local version=$VERSION url
	if [ "$version" = latest ]; then
		url=$(curl --fail --silent --head --max-time 20 --output /dev/null --write-out '%{redirect_url}' "$releases/latest") || return 0
		version=${url##*/}
	fi
	version=${version#v}
	if [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-rc\.[0-9]+)?$ ]]; then echo "$version"; fi
}

# platform prints the platform as the names of archives have it, or nothing if there is none for it.
platform() {
	local os arch
	case $RUNNER_OS in
	Linux) os=linux ;;
	macOS) os=darwin ;;
	Windows) os=windows ;;
	*) return ;;
	esac
	case $RUNNER_ARCH in
	X64) arch=amd64 ;;
	ARM64) arch=arm64 ;;
	*) return ;;
	esac
	echo "${os}_$arch"
}

sha256() {
	if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1 | tr -d '\\'
}

install() {
	local version platform archive program dir want
	choose
	output version "$VERSION"
	platform=$(platform)
	[ -n "$platform" ] || unavailable "there is no binary for $RUNNER_OS $RUNNER_ARCH"
	version=$(release)
	[ -n "$version" ] || unavailable "$VERSION is not a release"
	archive=assay-jsonlint_${version}_$platform.tar.gz program=jsonlint
	if [ "$RUNNER_OS" = Windows ]; then archive=${archive%.tar.gz}.zip program=jsonlint.exe; fi
	dir=$RUNNER_TOOL_CACHE/assay-jsonlint/$version/$platform
	output program "$dir/$program"
	if [ -x "$dir/$program" ]; then return; fi

	temporary=$(mktemp -d "$RUNNER_TEMP/jsonlint.XXXXXX")
	trap 'rm -rf "$temporary"' EXIT
	fetch --output "$temporary/checksums.txt" --output "$temporary/$archive" \
		"$releases/download/v$version/checksums.txt" "$releases/download/v$version/$archive" || unavailable "$archive cannot be downloaded"
	want=$(awk -v name="$archive" '$2 == name { print $1 }' "$temporary/checksums.txt")
	[ -n "$want" ] || fail "checksums.txt of version $version does not list $archive"
	[ "$(sha256 "$temporary/$archive")" = "$want" ] || fail "the checksum of $archive is wrong"
	case $archive in
	*.zip) unzip -q -o "$temporary/$archive" "$program" -d "$temporary" ;;
	*) tar -xzf "$temporary/$archive" -C "$temporary" "$program" ;;
	esac
	mkdir -p "$dir"
	# Renaming within a folder is atomic, and other jobs may use the same folder.
	mv "$temporary/$program" "$dir/$program.${temporary##*.}"
	mv -f "$dir/$program.${temporary##*.}" "$dir/$program"
}

compile() {
	if [[ $VERSION == [0-9]*.* ]]; then VERSION=v$VERSION; fi
	GOBIN=$RUNNER_TEMP/jsonlint-bin
	mkdir -p "$GOBIN"
	export GOBIN
	go install "github.com/assayjson/assay/cmd/jsonlint@$VERSION"
	output program "$GOBIN/jsonlint$(go env GOEXE)"
}

# check runs the command, and runs it again to check the formatting if FMT is true. FILES has one name per line, or names that are
# separated by spaces. The output is kept elsewhere until the command ends: OUTPUT may be in a folder that is checked.
check() {
	local files=() force=() line status=0 formatted=0
	case ${FMT:-false} in
	true) [ -z "$OUTPUT" ] || fail 'the inputs fmt and output cannot be combined; use --format NAME=FILE in args and fmt-args' ;;
	false) ;;
	*) fail 'the input fmt must be true or false' ;;
	esac
	set -f
	case $FILES in
	*$'\n'*)
		while IFS= read -r line; do
			line=${line#"${line%%[![:space:]]*}"}
			line=${line%"${line##*[![:space:]]}"}
			if [ -n "$line" ]; then files+=("$line"); fi
		done <<<"$FILES"
		;;
	*) files=($FILES) ;;
	esac
	case $("$PROGRAM" --help) in
	*--force-exclude*) force=(--force-exclude) ;; # older versions have no such flag
	esac
	# An empty array is an unset variable in bash 3.2.
	set -- ${force[@]+"${force[@]}"} --format "$FORMAT"
	if [ -n "$OUTPUT" ]; then
		temporary=$(mktemp -d "$RUNNER_TEMP/jsonlint.XXXXXX")
		trap 'rm -rf "$temporary"' EXIT
		"$PROGRAM" "$@" $ARGS -- ${files[@]+"${files[@]}"} >"$temporary/output" || status=$?
		cat "$temporary/output" >"$OUTPUT"
		exit "$status"
	fi
	"$PROGRAM" "$@" $ARGS -- ${files[@]+"${files[@]}"} || status=$?
	if [ "${FMT:-false}" = true ]; then
		"$PROGRAM" fmt --check "$@" $FMT_ARGS -- ${files[@]+"${files[@]}"} || formatted=$?
	fi
	exit $((status > formatted ? status : formatted))
}

"$1"
