# SPDX-License-Identifier: Apache-2.0
"""The programs that the trials start."""
import contextlib
import json
import os
import re
import subprocess


class Orders:
    """A client in a process that serves orders, one a line."""

    def __init__(self, *command, environment={}):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, **environment})

    def __getattr__(self, name):
        def order(*arguments):
            self.process.stdin.write(json.dumps([name, *arguments]) + "\n")
            self.process.stdin.flush()
            return json.loads(self.process.stdout.readline())
        return order


@contextlib.contextmanager
def running(*command, says):
    """A program, from the moment when it says something on standard error; yields it and what it said."""
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        for line in process.stderr:
            if found := re.search(says, line):
                break
        else:
            raise AssertionError(f"{command[0]} ended")
        yield process, found
    finally:
        process.kill()
        process.wait()


def web(programs, place, listen="127.0.0.1:0"):
    """The web server of the daemon in a folder."""
    return running(programs / "stated-web", "--listen", listen, "--daemon", f"{place}/socket",
                   says=r"http://127\.0\.0\.1:(\d+)")


@contextlib.contextmanager
def daemon(programs, place, *clients):
    """The daemon in a folder; yields its process, and the user and the password of each client."""
    os.environ["STATED_WEB_SESSIONS"] = f"{place}/sessions.json"
    with running(programs / "stated", "--socket", f"{place}/socket", "--store", f"{place}/state.db",
                 says="ready") as (process, _):
        accounts = []
        for name in clients:
            added = subprocess.run([programs / "stated-web", "client", "add", name, "--json"],
                                   check=True, capture_output=True)
            account = json.loads(added.stdout)
            accounts.append((account["user"], account["password"]))
        yield process, accounts


def statectl(programs, place):
    """The beginning of a command."""
    return [programs / "statectl", "--socket", f"{place}/socket"]
