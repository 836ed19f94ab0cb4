#!/bin/sh
# SPDX-License-Identifier: Apache-2.0

# The licenses and notices of what the programs contain: notices.sh CHECKOUTS SWIFT
# Each license is printed once, below the names of all that have it.
set -eu
checkouts=$1
swift=$(command -v "$2" || true)
texts=$(mktemp -d)
trap 'rm -rf "$texts"' EXIT
add() { # NAME FILE
    sum=$(tr -s '[:space:]' ' ' <"$2" | sha256sum | cut -c 1-64)
    cp "$2" "$texts/$sum.text"
    echo "$1" >>"$texts/$sum.names"
}
[ -z "$swift" ] || {
    license=$(dirname "$(readlink -f "$swift")")/../share/swift/LICENSE.txt
    [ ! -f "$license" ] || add "the Swift runtime" "$license"
}
library=/usr/share/doc/libstdc++6/copyright
[ ! -f "$library" ] || add "the C++ library of GCC" "$library"
if [ -d "$checkouts" ]; then
    find -H "$checkouts" -type f \( -iname 'license*' -o -iname 'notice*' -o -iname 'copying*' \) \
        ! -path '*/Tests/*' ! -name '*.swift' | LC_ALL=C sort | while read -r file; do
        name=${file#"$checkouts"/}
        add "${name%%/*}" "$file"
    done
fi
[ -n "$(ls "$texts")" ] || exit 0
echo "The programs of stated contain the following software."
for names in "$texts"/*.names; do
    printf '\n%s\n\n' "================================================================"
    LC_ALL=C sort -u "$names"
    echo
    cat "${names%.names}.text"
done
