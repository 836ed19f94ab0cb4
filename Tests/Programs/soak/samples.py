# SPDX-License-Identifier: Apache-2.0
"""Measures processes and folders, plots what was measured, and judges if it is flat."""
import os
import statistics

BARS = "▁▂▃▄▅▆▇█"


def process(pid):
    """The memory of a process that is not of a file, in KiB, its descriptors, and how often its threads were woken."""
    woken = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        woken += number(f"/proc/{pid}/task/{task}/status", "voluntary_ctxt_switches")
    return {"memory KiB": number(f"/proc/{pid}/status", "RssAnon"), "descriptors": len(os.listdir(f"/proc/{pid}/fd")),
            "woken": woken}


def number(path, name):
    with open(path) as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith(name + ":"))


def folder(*paths):
    """The number of files below folders."""
    return {"files": sum(len(files) for path in paths for _, _, files in os.walk(path))}


class Series:
    """What was measured of one thing each minute; its end may be above its start by a share and an amount.

    It is judged from `least` minutes on.
    """

    def __init__(self, share, amount, least):
        self.share, self.amount, self.least, self.values = share, amount, least, []

    @property
    def ends(self):
        """The medians of the first and the last third of the second half; in the first half, caches fill."""
        values = self.values[len(self.values) // 2:]
        third = max(1, len(values) // 3)
        return statistics.median(values[:third]), statistics.median(values[-third:])

    @property
    def verdict(self):
        first, last = self.ends
        if len(self.values) < self.least:
            return "not judged"
        return "flat" if last <= first * (1 + self.share) + self.amount else "NOT FLAT"

    def plot(self, width=60):
        """A line with a bar for each value; of many values, the highest of each group."""
        size = -(-len(self.values) // width)
        groups = [max(self.values[start:start + size]) for start in range(0, len(self.values), size)]
        top = max(groups) or 1
        return "".join(BARS[min(len(BARS) - 1, int(value / top * len(BARS)))] for value in groups)


# Each device packs its files in the folder once there are 64. How often a thread is woken depends on what else the
# machine does: more calls wait for each other while it is busy.
LIMITS = {"memory KiB": (0.10, 2048, 20), "descriptors": (0, 8, 3), "files": (0, 150, 3), "wake-ups/s": (0.5, 100, 3)}


class Samples:
    def __init__(self):
        self.series = {}

    def add(self, name, values):
        for kind, value in values.items():
            self.series.setdefault(f"{name} {kind}", Series(*LIMITS[kind])).values.append(value)

    def report(self):
        """Prints all series; returns the names of those that are not flat."""
        for name, series in self.series.items():
            first, last = series.ends
            print(f"{name:20} {series.plot():60} {first:.0f} to {last:.0f}, {series.verdict}")
        return [name for name, series in self.series.items() if series.verdict == "NOT FLAT"]
