# SPDX-License-Identifier: Apache-2.0
"""Writes the matrix of player and behaviour, as drive.py found it, for the manual.

matrix.py MATRIX prints it; matrix.py MATRIX MANUAL puts its tables between their marks in a manual.
"""

import subprocess
import sys
from pathlib import Path

from drive import Trial
from players import PLAYERS

# The columns of the tables.
GROUPS = (Trial.columns[:8], Trial.columns[8:14], Trial.columns[14:])


def version(package):
    """Returns a package's version without what Debian added."""
    reply = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True
    ).stdout
    upstream = reply.split(":")[-1].split("-")[0].split("+")[0].split("~")[0]
    return ".".join(upstream.split(".")[:3])


def table(columns, rows):
    widths = " ".join(f'"{column}"' for column in columns)
    lines = [f'.Bl -column "mpd, mpDris2 0.23.12" {widths}']
    lines.append(".It Em tried Ta " + " Ta ".join(f"Em {column}" for column in columns))
    lines += [".It " + " Ta ".join(row) for row in rows]
    return [*lines, ".El"]


def matrix(path):
    results = {}
    for line in Path(path).read_text().splitlines():
        name, title, *rest = line.split("\t")
        results[name] = (title, rest)
    tables = [[] for _ in GROUPS]
    for name in PLAYERS:
        if name not in results:
            continue
        title, words = results[name]
        label = f"{title} {version(PLAYERS[name].packages[0])}"
        for rows, columns in zip(tables, GROUPS):
            first = Trial.columns.index(columns[0])
            rows.append([label, *words[first : first + len(columns)]])
        tables[-1][-1].append(words[len(Trial.columns)])
    return [table(columns, rows) for columns, rows in zip((*GROUPS[:-1], (*GROUPS[-1], "name")), tables)]


def put(tables, manual):
    """Puts the tables between their marks."""
    text = manual.read_text().split("\n")
    for number, lines in enumerate(tables, 1):
        begin = text.index(f'.\\" table {number}')
        end = text.index(f'.\\" end of table {number}')
        text[begin + 1 : end] = lines
    manual.write_text("\n".join(text))


if __name__ == "__main__":
    tables = matrix(sys.argv[1])
    if len(sys.argv) > 2:
        put(tables, Path(sys.argv[2]))
    else:
        print("\n".join(line for table in tables for line in table))
