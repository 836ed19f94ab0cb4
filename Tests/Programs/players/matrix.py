# SPDX-License-Identifier: Apache-2.0
"""Writes the matrix of player and behaviour, as drive.py found it, for the manual.

matrix.py MATRIX prints it; matrix.py MATRIX MANUAL puts it between its marks in a manual.
"""

import subprocess
import sys
from pathlib import Path

from drive import Trial
from players import PLAYERS


def version(package):
    """Returns a package's version without what Debian added."""
    reply = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True
    ).stdout
    upstream = reply.split(":")[-1].split("-")[0].split("+")[0].split("~")[0]
    return ".".join(upstream.split(".")[:3])


def exceptions(words):
    """Returns the tests that failed, and those that the player cannot do or that were not run."""
    failed, open_ = (
        [column for column, found in zip(Trial.columns, words) if found == word] for word in ("no", "-")
    )
    everything = len(failed) + len(open_) == len(Trial.columns)
    return ", ".join(failed) or "-", "all others" if everything else ", ".join(open_) or "-"


def matrix(path):
    """Returns the lines of the table."""
    results = {}
    for line in Path(path).read_text().splitlines():
        name, title, *rest = line.split("\t")
        results[name] = (title, rest)
    lines = ['.Bl -column "mpd, mpDris2 0.23.12" "strawberry" "follow" "pages, second, private"',
             ".It Em player Ta Em name here Ta Em failed Ta Em impossible, or not run"]
    for name in (name for name in PLAYERS if name in results):
        title, words = results[name]
        cells = (f"{title} {version(PLAYERS[name].packages[0])}", words[len(Trial.columns)], *exceptions(words))
        lines.append(".It " + " Ta ".join(cells))
    return [*lines, ".El"]


def put(lines, manual):
    """Puts the table between its marks."""
    text = manual.read_text().split("\n")
    text[text.index('.\\" matrix') + 1 : text.index('.\\" end of matrix')] = lines
    manual.write_text("\n".join(text))


if __name__ == "__main__":
    found = matrix(sys.argv[1])
    if len(sys.argv) > 2:
        put(found, Path(sys.argv[2]))
    else:
        print("\n".join(found))
