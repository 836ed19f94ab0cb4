# SPDX-License-Identifier: Apache-2.0
"""Runs the campaigns that man/stated-reliability.7 lists, in parts, until each has reached its goal.

Usage: campaign.py FOLDER [NAME...]
FOLDER/results gets a line for each part that succeeds: commit, date, seconds, name, count, command and the last line
that it printed. Parts that are there count, whatever their commit; the table at the end says which commits they are.
What a part printed is in FOLDER.
"""
import collections
import datetime
import pathlib
import re
import subprocess
import sys
import time

Campaign = collections.namedtuple("Campaign", "name goal command count")
Part = collections.namedtuple("Part", "commit date seconds name count command line")

# In a command, {part} is the number of the part, from 0, and {first} that of its first seed.
CAMPAIGNS = [
    Campaign("power failures", 250_000, "make crash-points TRIES=3", r"(\d+) points, each as promised"),
    Campaign("failing calls", 1_000, "make fail-points", r"(\d+) calls of daemons failed"),
    Campaign("kills", 10_000, "make crash-test CYCLES=400", r"(?m)^(?:cycles|daemons killed|players killed) +(\d+)"),
    Campaign("kills at home", 1_000, "make soak HOURS=0.25 EVERY=2", r"(\d+) restarts.*not flat: nothing"),
    Campaign("device hours", 1_753_200, "make simulate-days SEEDS=500 FIRST={first}", r"(\d+) device-hours"),
    Campaign("deliveries", 100_000_000, "make watch-test DELIVERIES=10000000", r"(\d+) deliveries to"),
    Campaign("restarts", 50, "make soak HOURS=1", r"(\d+) restarts.*not flat: nothing"),
    Campaign("random inputs", 100_000_000, "make fuzz INPUTS=10000000 SEED={part}", r"(\d+) inputs, \d+ a second\nseed"),
    Campaign("chosen inputs", 100_000_000, "make fuzz-coverage INPUTS=1000000", r"number_of_executed_units: (\d+)"),
    Campaign("odd calls", 1, "make hostile HOSTILE_SEEDS=50", r"seed \d+: \d+ files, (\d+) calls"),
    Campaign("steady suites", 20, "make steady", r"(\d+) suites passed beside busy processes"),
    Campaign("neighbours", 1, "make neighbours", None),
    Campaign("backlog", 1, "make backlog", None),
]


def git(*words):
    return subprocess.run(["git", *words], check=True, capture_output=True, text=True).stdout.strip()


def parts(results):
    lines = results.read_text().splitlines() if results.exists() else []
    return [Part(*line.split("\t")) for line in lines]


def run(campaign, folder, commit, number):
    """Runs a part of a campaign, and appends its result; returns true if it succeeded."""
    command = campaign.command.format(part=number, first=500 * number + 1)
    log = folder / f"{campaign.name.replace(' ', '-')}-{number}.log"
    begun = time.monotonic()
    with open(log, "w") as output:
        status = subprocess.run(command.split(), stdout=output, stderr=subprocess.STDOUT).returncode
    text = log.read_text(errors="replace")
    found = [int(count) for count in re.findall(campaign.count, text)] if campaign.count else [1]
    if status != 0 or not sum(found):
        print(f"{command}: failed, see {log}", flush=True)
        return False
    last = [line for line in text.splitlines() if line.strip() and not line.startswith("make")][-1]
    part = Part(commit, datetime.date.today().isoformat(), f"{time.monotonic() - begun:.0f}", campaign.name,
                str(sum(found)), command, last.replace("\t", " "))
    with open(folder / "results", "a") as results:
        results.write("\t".join(part) + "\n")
    print(*part, flush=True)
    return True


def table(done):
    for campaign in CAMPAIGNS:
        own = [part for part in done if part.name == campaign.name]
        commits = sorted({part.commit for part in own})
        print(f"{campaign.name:15} {sum(int(part.count) for part in own):>12,} of {campaign.goal:>12,}  "
              f"{sum(int(part.seconds) for part in own) / 60:6.0f} min  {' '.join(sorted({p.date for p in own})[-1:])} "
              f"{' '.join(commits)}")


def main(folder, names):
    folder.mkdir(parents=True, exist_ok=True)
    # A result stands for what is committed.
    assert not git("status", "--porcelain"), "commit or stash your changes first"
    commit = git("rev-parse", "--short=12", "HEAD")
    succeeded = True
    for campaign in CAMPAIGNS:
        while not names or campaign.name in names:
            own = [part for part in parts(folder / "results") if part.name == campaign.name]
            if sum(int(part.count) for part in own) >= campaign.goal:
                break
            if not run(campaign, folder, commit, len(own)):
                succeeded = False
                break
    table(parts(folder / "results"))
    return succeeded


if __name__ == "__main__":
    sys.exit(0 if main(pathlib.Path(sys.argv[1]), sys.argv[2:]) else 1)
