#!/bin/sh
# SPDX-License-Identifier: Apache-2.0

# What the installed daemon costs while nobody uses it: idle.sh PROGRAM
# Resident memory, nine tenths of it pages of the program's file of which the kernel maps more or
# fewer (27 to 28 MiB); and how often its threads are woken, which is not at all: once is let pass.
set -eu
program=$1
limit=30720
scratch=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill "$pid"; rm -rf "$scratch"' EXIT
XDG_CONFIG_HOME="$scratch" "$program" --socket "$scratch/io.stated" --store "$scratch/state.db" \
    2>"$scratch/log" &
pid=$!
wakeups() {
    cat /proc/"$pid"/task/*/status | awk '/^voluntary_ctxt_switches/ { sum += $2 } END { print sum }'
}
# Threads that the start needed are gone after some seconds.
sleep 8
before=$(wakeups)
sleep 10
woken=$(($(wakeups) - before))
resident=$(awk '/^VmRSS/ { print $2 }' /proc/"$pid"/status)
echo "resident $resident KiB, at most $limit; woken $woken times in 10 s, at most once"
[ "$resident" -le "$limit" ]
[ "$woken" -le 1 ]
