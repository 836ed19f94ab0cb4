# SPDX-License-Identifier: Apache-2.0
"""Runs every example of README.md and the manuals as it stands there, with the real programs.

What an example prints has to be what stands below it. Times vary, and what a scenario says.

Usage: papers.py PROGRAMS [PLACE], where a place is the begin of README.md:11 or man/statectl.1
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import examples
from machine import Machine
from scenarios import NOT_RUN, SCENARIOS

ROOT = pathlib.Path(__file__).parents[3]
# What differs between two runs of anything.
VARYING = {r"\d{4}-\d\d-\d\d \d\d:\d\d": None, r"\d{13}": None, r"\d+ s ago": r"(\d+ s ago|just now)"}


def isolate():
    """Begins again in namespaces: pkill ends nothing else, and ports, /home and /run are the examples' own."""
    if os.environ.get("PAPERS_ISOLATED") is None:
        os.execvpe("unshare", [
            "unshare", *(["--map-root-user"] if os.getuid() else []), "--net", "--pid", "--fork", "--mount", "--mount-proc", "--kill-child", "sh", "-c",
            "ip link set lo up && mount -t tmpfs none /home && mount -t tmpfs none /run && mount -t tmpfs none /tmp && { [ ! -d /etc/mpv ] || mount -t tmpfs none /etc/mpv; } && exec \"$@\"", "sh",
            sys.executable, *sys.argv], {**os.environ, "PAPERS_ISOLATED": "1"})
    assert os.getpid() == 1


def films(folder):
    """Makes the files that the examples play: 10 minutes and 1:57:00 of a tone."""
    for name, seconds, codec in (("talk.ogg", 600, "libvorbis"), ("film.mkv", 7020, "flac"), ("talk.wav", 60, "pcm_u8")):
        subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", f"sine=r=8000:d={seconds}", "-c:a", codec, folder / name],
            check=True)


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
    programs = pathlib.Path(sys.argv[1]).resolve()
    found = [e for e in examples.read(ROOT) if not sys.argv[2:] or e.place.startswith(sys.argv[2])]
    keys = {(e.paper, e.key) for e in found}
    faults = [f"{e.place}: has no scenario: {e.key}" for e in found if (e.paper, e.key) not in SCENARIOS | NOT_RUN]
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
