# SPDX-License-Identifier: Apache-2.0
"""Runs every example of README.md and the manuals as it stands there, with the real programs, and checks that
what the papers name exists.

The output of an example has to be the text below it, except for times and what a scenario names.

Usage: papers.py PROGRAMS [PLACE], where a place is README.md:11 or the beginning of such a place
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import examples
import names
from machine import Machine
from scenarios import NOT_RUN, SCENARIOS

ROOT = pathlib.Path(__file__).resolve().parents[3]
# What differs between two runs of anything.
VARYING = {r"\d{4}-\d\d-\d\d \d\d:\d\d": None, r"\d{13}": None, r"\d+ s ago|just now": r"(\d+ s ago|just now)"}

FILMS = [("talk.ogg", 600, "libvorbis"), ("film.mkv", 7020, "flac"), ("talk.wav", 60, "pcm_u8")]
# Keeps the project and the programs in sight, wherever they are.
ISOLATE = """
ip link set lo up && mount -t tmpfs none /run && mkdir /run/project /run/programs &&
mount --rbind "$1" /run/project && mount --rbind "$2" /run/programs && shift 2 &&
for folder in /home /tmp /etc/mpv; do [ ! -d $folder ] || mount -t tmpfs none $folder || exit 1; done &&
exec /usr/bin/python3 /run/project/Tests/Programs/papers/papers.py /run/programs "$@"
"""


def isolate():
    """Starts this program again in namespaces, with separate processes, ports, /home, /run and /tmp."""
    if os.environ.get("PAPERS_ISOLATED") is None:
        os.execvpe("unshare", [
            "unshare", *(["--map-root-user"] if os.getuid() else []), "--net", "--pid", "--fork", "--mount",
            "--mount-proc", "--kill-child", "sh", "-c", ISOLATE, "sh", ROOT, pathlib.Path(sys.argv[1]).resolve(),
            *sys.argv[2:]], {**os.environ, "PAPERS_ISOLATED": "1"})
    assert os.getpid() == 1


def films(folder):
    """Makes the files that the examples play: a tone of some length."""
    for name, seconds, codec in FILMS:
        subprocess.run([
            "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", f"sine=r=8000:d={seconds}",
            "-c:a", codec, folder / name], check=True)


def agrees(output, expected, varies):
    """True if the output is the expected one, but for what varies."""
    pattern, end = "", 0
    known = VARYING | {re.escape(shown): varying for shown, varying in varies.items()}
    expected = expected.strip("\n")
    for found in re.finditer("|".join(f"({shown})" for shown in known), expected):
        varying = list(known.values())[found.lastindex - 1]
        pattern += re.escape(expected[end:found.start()]) + (varying or list(known)[found.lastindex - 1])
        end = found.end()
    return re.fullmatch(pattern + re.escape(expected[end:]), output.strip("\n"), re.S) is not None


def play(example, scenario, machine):
    """Runs an example, and yields its faults."""
    def run(command):
        line = command.split("\n")[0].split("  #")[0].rstrip()
        if line in scenario.endless:
            return line, 0, machine.follow(command, scenario.endless[line])
        return line, *machine.run(command, line in scenario.asks, line in scenario.background)

    def check(line, status, output, expected):
        if status != 0 or not agrees(output, expected, scenario.varies):
            yield f"{example.place}: {line}\n  status {status}, printed:\n{output}\n  expected:\n{expected}"
        if line in scenario.then:
            status, output = machine.run(scenario.then[line])
            assert status == 0, f"{scenario.then[line]}: {output}"

    for line in scenario.before:
        status, output = machine.run(line)
        assert status == 0, f"{line}: {output}"
    for command, shown in example.commands:
        line, *result = run(command)
        yield from check(line, *result, shown or scenario.prints.get(line, ""))
    for command, expected in scenario.after.items():
        yield from check(*run(command), expected)


def main():
    isolate()
    programs = pathlib.Path(sys.argv[1])
    found = [e for e in examples.read(ROOT) if not sys.argv[2:] or e.place.startswith(sys.argv[2])]
    keys = {(e.paper, e.key) for e in found}
    faults = [] if sys.argv[2:] else list(names.faults(ROOT, programs))
    faults += [f"{e.place}: has no scenario: {e.key}" for e in found if (e.paper, e.key) not in SCENARIOS | NOT_RUN]
    if not sys.argv[2:]:
        faults += [f"{paper}: no example of the scenario {key}" for paper, key in SCENARIOS | NOT_RUN
                   if (paper, key) not in keys]
    with tempfile.TemporaryDirectory() as folder:
        films(pathlib.Path(folder))
        for example in found:
            scenario = SCENARIOS.get((example.paper, example.key))
            if scenario is None:
                continue
            machine = Machine(programs, ROOT, folder, scenario.begins, example.text)
            try:
                faults += play(example, scenario, machine)
            except AssertionError as error:
                faults.append(f"{example.place}: {error}")
            finally:
                machine.close()
    print("\n".join(faults) or f"papers: {len(found)} examples are true")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
