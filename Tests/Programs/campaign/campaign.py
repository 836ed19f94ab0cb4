# SPDX-License-Identifier: Apache-2.0
"""Runs the campaigns that man/stated-reliability.7 lists, one after the other.

Usage: campaign.py FOLDER
FOLDER/results gets a line for each that succeeds: commit, date, seconds, command and the last line that it printed.
One that has a line for the commit is not run again. What a campaign printed is in FOLDER.
"""
import datetime
import pathlib
import subprocess
import sys
import time

CAMPAIGNS = [
    "make crash-points TRIES=14", "make fail-points", "make crash-test CYCLES=1000", "make simulate SEEDS=3000",
    "make watch-test DELIVERIES=100000000", "make soak HOURS=1", "make fuzz INPUTS=100000000",
    "make hostile HOSTILE_SEEDS=50", "make neighbours", "make backlog",
]


def git(*words):
    return subprocess.run(["git", *words], check=True, capture_output=True, text=True).stdout.strip()


def run(command, folder, commit):
    """Runs a campaign, and appends its result; returns true if it succeeded."""
    log = folder / (command.split()[1] + ".log")
    begun = time.monotonic()
    with open(log, "w") as output:
        status = subprocess.run(command.split(), stdout=output, stderr=subprocess.STDOUT).returncode
    if status != 0:
        print(f"{command}: failed, see {log}", flush=True)
        return False
    lines = [line for line in log.read_text().splitlines() if line.strip() and not line.startswith("make")]
    line = [commit, datetime.date.today().isoformat(), f"{time.monotonic() - begun:.0f}", command, lines[-1]]
    with open(folder / "results", "a") as results:
        results.write("\t".join(line) + "\n")
    print(*line, flush=True)
    return True


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    results = folder / "results"
    # A result stands for what is committed.
    assert not git("status", "--porcelain"), "commit or stash your changes first"
    commit = git("rev-parse", "--short=12", "HEAD")
    lines = results.read_text().splitlines() if results.exists() else []
    done = {line.split("\t")[3] for line in lines if line.startswith(commit)}
    return all([run(command, folder, commit) for command in CAMPAIGNS if command not in done])


sys.exit(0 if main(pathlib.Path(sys.argv[1])) else 1)
