#!/bin/sh
# SPDX-License-Identifier: Apache-2.0

# Makes a release of the newest heading of CHANGELOG.md: a commit with its date, and a tag.
# release.sh, or release.sh NEXT to begin the version after it: a new heading, and the programs' version.
set -eu
fail() { echo "release: $*" >&2; exit 1; }
[ -z "$(git status --porcelain)" ] || fail "commit or remove the changes of the work tree first"
version=$(sh etc/packaging/version.sh)
if [ $# = 0 ]; then
    grep -q "^## $version (unreleased)$" CHANGELOG.md ||
        fail "CHANGELOG.md has no heading '## $version (unreleased)'"
    sed -i "s/^## $version (unreleased)$/## $version ($(date -u +%Y-%m-%d))/" CHANGELOG.md
    git commit -q -m "release: $version" CHANGELOG.md
    git tag -a "v$version" -m "stated $version"
    echo "stated $version is tagged v$version; make deb and make dist build it"
else
    ! grep -q "^## .*(unreleased)$" CHANGELOG.md || fail "the last version is not released yet"
    sed -i "s/static let version = \"$version\"/static let version = \"$1\"/" \
        Sources/StateRelease/Release.swift
    sed -i "0,/^## /s/^## /## $1 (unreleased)\n\n## /" CHANGELOG.md
    git commit -q -m "release: begin $1" CHANGELOG.md Sources/StateRelease/Release.swift
    echo "the version is $1"
fi
