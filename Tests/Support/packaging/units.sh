#!/bin/sh
# SPDX-License-Identifier: Apache-2.0

# Does systemd understand our units? It answers without running: all it wants is a directory
# for its manager and programs that exist, so a copy of the units names one that does.
set -eu
units=$(cd "$(dirname "$0")/../../../etc/systemd" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/runtime"
for scope in system user; do
    mkdir "$scratch/$scope"
    for unit in "$units/$scope"/*; do
        [ -f "$unit" ] || { cp -r "$unit" "$scratch/$scope"; continue; }
        sed 's|^\(Exec[A-Za-z]*=\)/usr/local/[^ ]*|\1/bin/true|' "$unit" \
            >"$scratch/$scope/${unit##*/}"
    done
    said=$(XDG_RUNTIME_DIR="$scratch/runtime" systemd-analyze "--$scope" --man=no verify \
        "$scratch/$scope"/*.service "$scratch/$scope"/*.socket 2>&1) || {
        echo "$said" >&2
        exit 1
    }
    # It warns of keys it does not know, and succeeds: here that is a failure.
    if [ -n "$said" ]; then
        echo "$said" >&2
        exit 1
    fi
done
