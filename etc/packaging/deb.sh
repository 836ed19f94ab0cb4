#!/bin/sh
# SPDX-License-Identifier: Apache-2.0

# Builds the Debian packages of the last commit with programs that are built: deb.sh PROGRAMS FOLDER
# They go into FOLDER, and the same commit and programs make the same bytes. A commit without a tag of its own has a version below the release's.
set -eu
programs=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
version=$(sh etc/packaging/version.sh)
time=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
[ "$(git describe --exact-match 2>/dev/null || true)" = "v$version" ] ||
    version="$version~$(date -u -d "@$time" +%Y%m%d%H%M%S)+$(git rev-parse --short=8 HEAD)"
tree=$folder/stated-$version
# One set of packages at a time.
rm -rf "${folder:?}"/*
mkdir "$tree"
git archive HEAD | tar -x -C "$tree"
cp -r "$tree/etc/debian" "$tree/debian"
mkdir -p "$tree/.build"
# The licenses of what the programs contain.
[ ! -d .build/checkouts ] || ln -s "$(realpath .build/checkouts)" "$tree/.build/checkouts"
cat >"$tree/debian/changelog" <<END
stated ($version-1) unstable; urgency=medium

  * The changes are in /usr/share/doc/stated/changelog.gz.

 -- $(sed -n 's/^Maintainer: //p' etc/debian/control)  $(date -u -R -d "@$time")
END
# A debug build, with which packages are tested, needs Swift's libraries where they were at the build.
limit=60000000
if readelf -d "$programs/stated" | grep -q libswiftCore; then
    export SHLIBDEPS=--ignore-missing-info BUILDDEB=-Zgzip\ -z1
    limit=
fi
cd "$tree"
SOURCE_DATE_EPOCH=$time PROGRAMS=$programs DEB_BUILD_OPTIONS=nocheck \
    dpkg-buildpackage --build=binary --no-sign >"$folder/build.log" 2>&1 ||
    { tail -n 40 "$folder/build.log" >&2; exit 1; }
cd "$folder"
rm -rf "$tree"
# What the programs take of a disk together.
for package in *.deb; do dpkg-deb -c "$package"; done |
    awk -v limit="$limit" '/^-rwx/ { sum += $3; print $6, $3 }
        END { print "together", sum, limit ? "of less than " limit : ""; exit limit && sum >= limit }' >&2
ls -- *_"$version-1"_*.deb
