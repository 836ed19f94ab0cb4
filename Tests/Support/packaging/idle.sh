#!/bin/sh
# SPDX-License-Identifier: Apache-2.0

# What the installed daemon costs while nobody uses it: idle.sh PROGRAM
# Resident memory, some seconds after its start and after clients, whose calls map code again; and how
# often its threads are woken, which is not at all: once is let pass.
set -eu
program=$1
limit=20480
scratch=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || { kill "$pid"; wait "$pid" || true; }; rm -rf "$scratch"' EXIT
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
resident() { awk '/^VmRSS/ { print $2 }' /proc/"$pid"/status; }
fresh=$(resident)
client=$(dirname "$program")/statectl
for position in 1 2 3; do
    "$client" save film --position "$position" --socket "$scratch/io.stated" >"$scratch/said"
    "$client" list --socket "$scratch/io.stated" >"$scratch/said"
    "$client" history film --socket "$scratch/io.stated" >"$scratch/said"
done
used=$(resident)
echo "resident $fresh KiB, $used after clients, at most $limit; woken $woken times in 10 s, at most once"
[ "$fresh" -le "$limit" ]
[ "$used" -le "$limit" ]
[ "$woken" -le 1 ]
