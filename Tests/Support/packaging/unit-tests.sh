#!/bin/sh
# SPDX-License-Identifier: Apache-2.0

# Runs the built tests, and lists the failures at the end once more: a run prints thousands of lines.
# A test that fails once fails the run.
#
#     unit-tests.sh LOG BUNDLE PATTERN...
#
# A process runs as many tests at a time as there are cores, and most tests wait for programs and
# sockets. So there is one process for the tests of each pattern (a regular expression over target,
# suite and name) that no earlier pattern names, and one for all others.
set -u
log=$1
bundle=$2
shift 2
export NO_COLOR=1
rm -f "$log".*
trap 'trap - TERM; kill 0' INT TERM

# run NUMBER OPTION...
run() {
	number=$1
	shift
	{
		"$bundle" --testing-library swift-testing "$@" 2>&1
		echo $? >"$log.$number.status"
	} | tee "$log.$number" | grep --line-buffered -E '^[✔✘] (Suite|Test run)|recorded an issue'
}

earlier=
number=0
for pattern; do
	run $number --filter "$pattern" ${earlier:+--skip "$earlier"} &
	earlier="${earlier:+$earlier|}$pattern"
	number=$((number + 1))
done
run $number --skip "$earlier" &
wait

failed=
while [ $number -ge 0 ]; do
	status=$(cat "$log.$number.status" 2>&1)
	[ "$status" = 0 ] || failed="$failed process $number ended with $status;"
	number=$((number - 1))
done
[ "$failed" ] || exit 0
echo "$failed"
printf '\nfailures (all of the logs: %s.*):\n' "$log"
grep -hE 'recorded an issue|Fatal error|error:' "$log".[0-9] | grep -v '^◇' | cut -c 1-400 |
	head -n 12
exit 1
