#!/bin/sh
# SPDX-License-Identifier: Apache-2.0

# An archive of the last commit with the packages that it builds on: dist.sh CHECKOUTS FOLDER
# It builds without a network.
set -eu
checkouts=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
name=stated-$(sh etc/packaging/version.sh)
time=$(git log -1 --format=%ct)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/$name/vendor"
git archive HEAD | tar -x -C "$scratch/$name"
manifest=$scratch/$name/Package.swift
named=
for package in "$checkouts"/*; do
    package=${package##*/}
    # Packages of earlier commits may be left there.
    grep -q "\"identity\" : \"$package\"" Package.resolved || continue
    cp -r "$checkouts/$package" "$scratch/$name/vendor"
    rm -rf "$scratch/$name/vendor/$package/.git"
    # What the manifest names is found beside it; so is what those packages name, by its identity.
    if grep -q "url: \"https://github.com/[^/]*/$package\"" "$manifest"; then
        perl -0pi -e 's|url: "https://github.com/[^/"]*/'"$package"'",\s*from: "[^"]*"|path: "vendor/'"$package"'"|' \
            "$manifest"
    else
        named="$named        .package(path: \"vendor/$package\"),\n"
    fi
done
perl -0pi -e 's|\n    \] \+ plugins,|\n'"$named"'    ] + plugins,|' "$manifest"
commit=$(git rev-parse --short=8 HEAD)
perl -pi -e 's|^#define STATED_COMMIT ""|#define STATED_COMMIT "'"$commit"'"|' \
    "$scratch/$name/Sources/CRelease/crelease.c"
tar --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner -C "$scratch" -c "$name" |
    xz -T0 >"$folder/$name.tar.xz"
ls "$folder/$name.tar.xz"
