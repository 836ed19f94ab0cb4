#!/bin/sh
# SPDX-License-Identifier: Apache-2.0

# Runs the tests with the command given, and lists the failures at the end once more: a run prints
# thousands of lines. A test that fails once fails the run.
set -u
log=$1
shift

{
	"$@" 2>&1
	echo $? >"$log.status"
} | tee "$log"
[ "$(cat "$log.status")" = 0 ] && exit 0
printf '\nfailures (all of the log: %s):\n' "$log"
grep -E 'recorded an issue|unexpected signal|error:' "$log" | grep -v '^◇' | cut -c 1-400 |
	head -n 12
exit 1
