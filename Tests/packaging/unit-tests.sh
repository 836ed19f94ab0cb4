#!/bin/sh
# Runs a command that runs the tests, and says at the end once more what failed: a run prints
# thousands of lines, and whoever sees only its end should see what matters.
set -u
log=$1
shift
{
	"$@" 2>&1
	echo $? >"$log.status"
} | tee "$log"
status=$(cat "$log.status")
[ "$status" -eq 0 ] && exit 0
printf '\nwhat failed (all of it: %s):\n' "$log"
grep -E 'recorded an issue|unexpected signal|error:' "$log" | cut -c 1-400 | head -n 12
exit "$status"
