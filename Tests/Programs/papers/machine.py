# SPDX-License-Identifier: Apache-2.0
"""A user's session: a home, a socket that starts the daemon, real mpv, and a shell."""
import os
import pathlib
import select
import shlex
import shutil
import signal
import socket
import subprocess
import threading
import time

HOME = pathlib.Path("/home/u")
RUNTIME = pathlib.Path("/run/user/1000")
# A person at mpv, who waits until the film is where it has to be, watches for 2 s (in the first second, a
# seek would not count as theirs), goes 30 s further, watches on, and quits.
VIEWER = """
local path = os.getenv("HOME") .. "/.begins"
local begins, rest = io.open(path):read("*a"):match("(%d+) ?(.*)")
if not begins then return end
io.open(path, "w"):write(rest)
local seeks, quits
mp.observe_property("time-pos", "number", function(_, at)
    if not at then return end
    if quits then
        if at > quits then mp.command("quit") end
    elseif seeks then
        if at < seeks then return end
        quits = begins + 31
        mp.commandv("seek", begins + 30, "absolute+exact")
    elseif at >= tonumber(begins) and at < begins + 20 then
        io.stdout:write(("mpv plays %s from %d\\n"):format(mp.get_property("filename"), begins))
        seeks = at + 2
    end
end)
"""

# Without systemd, only the existence of the units is checked.
SYSTEMCTL = """#!/bin/sh
kind=system
for word; do
    case $word in
    --user) kind=user ;;
    *.socket | *.service) [ -f "$ROOT/etc/systemd/$kind/$word" ] || { echo "no unit $word"; exit 5; } ;;
    esac
done
"""


class Machine:
    """The home of one scenario, with its daemon."""

    def __init__(self, programs, root, films, begins, example):
        for folder in (HOME, RUNTIME):
            shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(films, HOME)
        for folder in (HOME / ".config/mpv/scripts", HOME / ".config/stated", RUNTIME / "stated"):
            folder.mkdir(parents=True)
        (HOME / ".config/mpv/mpv.conf").write_text("vo=null\nao=null\nreally-quiet=yes\n")
        (HOME / ".config/mpv/scripts/viewer.lua").write_text(VIEWER)
        (HOME / ".begins").write_text(begins)
        (HOME / ".example").write_text(example + "\n")
        (HOME / ".curlrc").write_text("silent\n")
        systemctl = HOME / ".bin/systemctl"
        systemctl.parent.mkdir()
        systemctl.write_text(SYSTEMCTL)
        systemctl.chmod(0o755)
        (HOME / ".config/stated/stated.yaml").write_text("device: vm\n")
        self.environment = {
            "PATH": f"{systemctl.parent}:{programs}:{root}/.build/venv/bin:/usr/bin:/bin:/usr/sbin",
            "HOME": str(HOME), "USER": "root", "LC_ALL": "C.UTF-8", "TZ": "UTC", "PYTHONUNBUFFERED": "1",
            "XDG_RUNTIME_DIR": str(RUNTIME), "ROOT": str(root),
        }
        self.shell = self.start(["bash", "--norc"], subprocess.PIPE)
        self.stopped, self.stop = os.pipe()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(RUNTIME / "stated/io.stated"))
        self.listener.listen()
        self.server = threading.Thread(target=self.serve)
        self.server.start()

    def start(self, arguments, stdin=subprocess.DEVNULL):
        return subprocess.Popen(
            arguments, env=self.environment, cwd=HOME, stdin=stdin, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True)

    def serve(self):
        """Starts the daemon at a connection, whenever none runs, as the socket unit does."""
        number = self.listener.fileno()
        command = f"exec 3<&{number} {number}<&-; LISTEN_PID=$$ LISTEN_FDS=1 exec stated 2>>~/.log"
        while self.stopped not in select.select([self.listener, self.stopped], [], [])[0]:
            subprocess.run(
                ["bash", "-c", command], env=self.environment, cwd=HOME, stdin=subprocess.DEVNULL,
                pass_fds=[number], check=False)

    @staticmethod
    def read_until(stream, text, command, seconds=20):
        """Returns the output up to a text."""
        output, end = b"", time.monotonic() + seconds
        while text.encode() not in output:
            ready = select.select([stream], [], [], max(0, end - time.monotonic()))[0]
            data = os.read(stream.fileno(), 65536) if ready else b""
            if not data:
                end_of_output = output[-2000:].decode(errors="replace")
                raise AssertionError(f"no {text!r} in {seconds} s: {command}\n{end_of_output}")
            output += data
        return output.decode()

    def run(self, command, asks=False, background=False):
        """Runs a command in the shell, and returns its status and output."""
        if asks:
            command = f"printf 'y\\n' | script -qec {shlex.quote(command)} /dev/null | tail -n +2 | tr -d '\\r'"
        if background:
            command = f"{{ {command}\n}} >/dev/null 2>&1 & disown"
        (HOME / ".command").write_text(command)
        self.shell.stdin.write(f". {HOME}/.command </dev/null\nprintf '\\1%s\\2' $?\n".encode())
        self.shell.stdin.flush()
        output, status = self.read_until(self.shell.stdout, "\2", command).rstrip("\2").split("\1")
        return int(status), output

    def follow(self, command, steps):
        """Runs a command that does not end: each step is a text to wait for and what to do then."""
        program = self.start(["bash", "-c", command])
        try:
            output = ""
            for text, then in steps:
                if text not in output:
                    output += self.read_until(program.stdout, text, command)
                if then and self.run(then)[0] != 0:
                    raise AssertionError(f"failed: {then}")
            return output
        finally:
            os.killpg(program.pid, signal.SIGTERM)
            program.wait()
            program.stdout.close()

    def close(self):
        os.write(self.stop, b"x")
        # Everything that the scenario started: this is process 1 of a namespace.
        assert os.getpid() == 1
        os.kill(-1, signal.SIGKILL)
        self.shell.wait()
        self.server.join()
        self.listener.close()
        self.shell.stdout.close()
        self.shell.stdin.close()
        os.close(self.stopped)
        os.close(self.stop)
