# SPDX-License-Identifier: Apache-2.0
"""Runs the programs, and calls the daemon."""
import asyncio
import json
import os
import re
import signal


class CallError(Exception):
    """A call was answered with an error."""


class Gone(Exception):
    """The connection ended."""


class Process:
    """A program that is started, ended and started again; it is ready when its log matches a pattern."""

    def __init__(self, log, ready, *command):
        self.log, self.pattern, self.command = log, re.compile(ready), command
        self.process = self.found = None

    async def start(self):
        self.process = await asyncio.create_subprocess_exec(
            *self.command, stderr=asyncio.subprocess.PIPE, limit=1 << 22,
            env={"PATH": "/usr/bin:/bin", "HOME": os.path.dirname(self.log)})
        while True:
            line = (await self.process.stderr.readline()).decode()
            self.note(line)
            if not line:
                raise AssertionError(f"{self.command[0]} ended; see {self.log}")
            if found := self.pattern.search(line):
                self.found = found
                break
        self.reading = asyncio.create_task(self.read())

    async def read(self):
        while line := await self.process.stderr.readline():
            self.note(line.decode())

    def note(self, line):
        with open(self.log, "a") as log:
            log.write(line)

    async def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        status = await self.process.wait()
        await self.reading
        if number == signal.SIGTERM:
            assert status == 0, f"{self.command[0]} ended with {status}; see {self.log}"

    @property
    def pid(self):
        return self.process.pid


class Daemon(Process):
    def __init__(self, programs, place, name, *options):
        self.socket, self.folder = f"{place}/{name}.socket", f"{place}/{name}"
        super().__init__(f"{place}/{name}.log", r" ready ", f"{programs}/stated", "--config", "/dev/null",
                         "--socket", self.socket, "--store", f"{self.folder}/state.db", "--device", name, *options)


def parameters(message):
    """The parameters of a reply."""
    reply = json.loads(message[:-1])
    if "error" in reply:
        raise CallError(reply["error"], reply.get("parameters"))
    return reply["parameters"]


class Connection:
    """A connection of a client. A reply that does not come is one of a daemon that ended."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    @classmethod
    async def to(cls, daemon):
        """Connects, as soon as the daemon is there."""
        while True:
            try:
                return cls(*await asyncio.open_unix_connection(daemon.socket, limit=1 << 21))
            except OSError:
                await asyncio.sleep(0.05)

    def send(self, method, parameters, **flags):
        call = {"method": "io.stated." + method, "parameters": parameters, **flags}
        self.writer.write(json.dumps(call).encode() + b"\0")

    async def message(self):
        try:
            return await self.reader.readuntil(b"\0")
        except (asyncio.IncompleteReadError, OSError):
            raise Gone from None

    async def receive(self):
        return parameters(await self.message())

    async def call(self, method, parameters=None):
        self.send(method, parameters or {})
        return await self.receive()

    async def pages(self, method, member, parameters):
        """Yields the entries of a list with a cursor."""
        reply = {"cursor": None}
        while "cursor" in reply:
            reply = await self.call(method, {**parameters, **({"cursor": reply["cursor"]} if reply["cursor"] else {})})
            for entry in reply[member]:
                yield entry

    def close(self):
        self.writer.close()


async def points(daemon):
    """The position of each item in a store."""
    connection = await Connection.to(daemon)
    found = {}
    async for point in connection.pages("Playback.List", "points", {"limit": 1000}):
        found[point["item"]] = point["position"]
    connection.close()
    return found
