#!/bin/sh
# SPDX-License-Identifier: Apache-2.0

# `make uninstall` takes away what `make install` brought, and nothing else. Empty files stand for the
# programs.
set -eu
cd "$(dirname "$0")/../../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/built"
(cd "$scratch/built" && touch stated statectl)
for prefix in /usr/local /opt/stated-test; do
    root=$scratch/root$prefix
    make -s install-files RELEASE="$scratch/built" STRIP= DESTDIR="$root" PREFIX=$prefix
    count=$(find "$root" -type f | wc -l)
    [ "$count" -gt 20 ] || { echo "$count files are installed below $prefix" >&2; exit 1; }
    for name in stated-mpris stated-web; do
        link=$(readlink "$root$prefix/libexec/stated/$name")
        [ "$link" = ../../bin/stated ] || { echo "$name is a link to $link" >&2; exit 1; }
    done
    mkdir -p "$root$prefix/share/doc/other"
    echo kept >"$root$prefix/share/doc/other/file"
    make -s uninstall DESTDIR="$root" PREFIX=$prefix >/dev/null
    left=$(find "$root" ! -type d; find "$root" -name 'stated*' ! -path "*$prefix")
    [ "$left" = "$root$prefix/share/doc/other/file" ] || {
        echo "make uninstall leaves $left" >&2
        exit 1
    }
done
