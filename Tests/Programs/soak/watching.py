# SPDX-License-Identifier: Apache-2.0
"""Checks the promises of streams over many readers, beside writers and kills of the daemon.

Usage: watching.py PROGRAMS [--deliveries N] [--seed S]
"""
import argparse
import asyncio
import collections
import functools
import random
import signal
import sys
import tempfile
import time

from programs import Connection, Daemon, Gone, parameters, points
from promises import Batch, Change, History, Reader

KINDS = {"current", "saved", "cleared", "restored"}
# The seconds from one kill or stop of the daemon to the next.
LIFE = 6


class Broken(Exception):
    """A promise was broken; the rest does not matter."""


def changes_of(reply):
    """The changes of points; a sync may bring one item at one position twice, playing and then paused."""
    return [Change(change["revision"], change["item"],
                   change["kind"] if change["kind"] == "cleared" else f"{change['kind']} {change['point']['status']}",
                   change["point"]["position"])
            for change in reply["changes"] if change["kind"] in KINDS]


def events_of(reply):
    return [Change(event["sequence"], event["id"], event["topic"], event["body"]["n"]) for event in reply["events"]]


Reply = collections.namedtuple("Reply", "changes ready token skipped")


class Feed:
    """The readers of one kind of stream, and what they received."""

    def __init__(self, run, method, parse):
        self.run, self.method = run, method

        # A daemon encodes a batch once for all readers, and so it is decoded once.
        @functools.lru_cache(500)
        def decode(message):
            reply = parameters(message)
            return Reply(Batch(parse(reply)), reply["ready"], reply["token"], reply.get("skipped", 0))

        self.decode = decode
        self.history = History()
        self.tasks, self.tokens = [], []

    def add(self, name, follow):
        reader = Reader(self.history, name)
        self.tasks.append(asyncio.create_task(follow(self, reader)))

    async def replies(self, reader, token):
        """Yields the replies of one call, after the reader has noted each; ends with the connection."""
        connection = await Connection.to(self.run.daemon)
        reader.begin(is_resumed=token is not None)
        connection.send(self.method, {"token": token} if token else {}, more=True)
        try:
            while True:
                reply = self.decode(await connection.message())
                reader.receive(reply.changes, reply.ready, reply.skipped)
                yield reply
        except Gone:
            return
        finally:
            connection.close()

    async def live(self, reader=None, stays=1.0, pause=0):
        """Follows the stream; leaves it at random, or pauses, and continues after its token."""
        reader, token, chance = reader or self.history.reference, None, self.run.random
        while True:
            async for reply in self.replies(reader, token):
                token = reply.token
                if reader is self.history.reference and chance.random() < 0.01:
                    self.tokens = [*self.tokens[-20:], (self.history.end, token)]
                if pause and chance.random() < 0.02:
                    await asyncio.sleep(pause * chance.random())
                if chance.random() > stays:
                    break


async def live(feed, reader):
    await feed.live(reader)


async def resuming(feed, reader):
    await feed.live(reader, stays=0.8)


async def lagging(feed, reader):
    await feed.live(reader, stays=0.99, pause=4)


async def fresh(feed, reader):
    """Begins with the current state, again and again."""
    while True:
        async for _ in feed.replies(reader, None):
            if feed.run.random.random() < 0.02:
                break
        await asyncio.sleep(feed.run.random.random())


class Writer:
    """Saves, clears and restores items that no other one writes, and appends events."""

    def __init__(self, run, number):
        self.run, self.name = run, f"w{number}"
        self.saved, self.cleared = {}, {}
        self.count = 0

    def item(self):
        if len(self.saved) < 60 or self.run.random.random() < 0.01:
            self.count += 1
            return f"{self.name}/{self.count}"
        return self.run.random.choice(list(self.saved))

    async def write(self):
        while True:
            connection = await Connection.to(self.run.daemon)
            try:
                while not self.run.is_over:
                    await self.run.pace()
                    await self.step(connection)
                return
            except Gone:
                # What the last call did is not known: its items are left alone.
                self.saved, self.cleared = {}, {}
            finally:
                connection.close()

    async def step(self, connection):
        chance = self.run.random.random()
        changes = self.run.changes.history
        if chance < 0.1 and self.saved:
            item, position = self.saved.popitem()
            reply = await connection.call("Playback.Clear", {"item": item})
            changes.acknowledge(Change(reply["revision"], item, "cleared", position))
            self.cleared[item] = position
        elif chance < 0.15 and self.cleared:
            item, position = self.cleared.popitem()
            reply = await connection.call("Playback.Undo", {"item": item})
            changes.acknowledge(Change(reply["point"]["revision"], item, "restored paused", position))
            self.saved[item] = position
        elif chance < 0.25:
            self.count += 1
            event = {"id": f"{self.name}-{self.count}", "topic": "t", "body": {"n": self.count}}
            reply = await connection.call("Events.Append", event)
            self.run.events.history.acknowledge(Change(reply["sequence"], event["id"], "t", self.count))
        else:
            await self.save(connection, self.run.random.choice((1, 1, 3, 20, 60)))

    async def save(self, connection, count):
        items = list({self.item(): None for _ in range(count)})
        snapshots = [{"item": item, "player": self.name, "status": "paused", "cause": "seek",
                      "position": self.run.position()} for item in items]
        for item in items:
            self.cleared.pop(item, None)
        reply = await connection.call("Playback.SaveMany", {"snapshots": snapshots})
        calls = collections.defaultdict(list)
        for snapshot, result in zip(snapshots, reply["results"]):
            assert result["outcome"] == "saved", result
            change = Change(result["revision"], snapshot["item"], "saved paused", snapshot["position"])
            calls[change.revision].append(change)
            self.saved[change.item] = change.position
        for call in calls.values():
            self.run.changes.history.acknowledge(*call)


class Run:
    def __init__(self, programs, place, seed):
        self.random = random.Random(seed)
        self.daemon = Daemon(programs, place, "desk")
        self.changes = Feed(self, "Playback.Subscribe", changes_of)
        self.events = Feed(self, "Events.Follow", events_of)
        self.is_over = False
        self.positions = 0
        self.kills = self.stops = 0

    def position(self):
        self.positions += 1
        return 10 + self.positions / 4

    @property
    def feeds(self):
        return self.changes, self.events

    @property
    def deliveries(self):
        return sum(feed.history.deliveries for feed in self.feeds)

    async def work(self, deliveries):
        await self.daemon.start()
        for feed in self.feeds:
            feed.tasks.append(asyncio.create_task(feed.live()))
            while not feed.history.has_begun:
                await asyncio.sleep(0.01)
        for number in range(60):
            self.changes.add(f"live reader {number}", live)
        for number in range(4):
            self.changes.add(f"resuming reader {number}", resuming)
            self.changes.add(f"lagging reader {number}", lagging)
            self.events.add(f"event reader {number}", (live, resuming, lagging, live)[number])
        for number in range(2):
            self.changes.add(f"new reader {number}", fresh)
        writers = [asyncio.create_task(Writer(self, number).write()) for number in range(8)]
        begun = time.monotonic()
        told = 0
        while self.deliveries < deliveries:
            await self.restart()
            self.check([*writers, *self.changes.tasks, *self.events.tasks])
            if time.monotonic() > begun + told:
                told += 60
                print(f"{self.deliveries} deliveries after {time.monotonic() - begun:.0f} s", flush=True)
        self.is_over = True
        await asyncio.gather(*writers)

    async def pace(self):
        """Waits for the first reader: a stream that is 1,000 changes behind would pass states over."""
        while self.changes.history.acknowledged > self.changes.history.revision + 200:
            await asyncio.sleep(0.005)

    async def restart(self):
        for _ in range(LIFE * 10):
            await asyncio.sleep(0.1)
            for feed in self.feeds:
                feed.history.compare()
        if self.random.random() < 0.5:
            self.kills += 1
            await self.daemon.stop(signal.SIGKILL)
        else:
            self.stops += 1
            await self.daemon.stop()
        await self.daemon.start()

    def check(self, tasks):
        for task in tasks:
            if task.done():
                task.result()
        if any(feed.history.faults for feed in self.feeds):
            raise Broken

    async def end(self):
        """Waits until each reader has all, reads the streams again from earlier tokens, and compares."""
        for feed in self.feeds:
            await self.quiet(feed)
            for number, token in [kept for kept in feed.tokens if feed.history.end - kept[0] < 600][:10]:
                reader = Reader(feed.history, f"late reader from {number}")
                reader.next = number
                async for _ in feed.replies(reader, token):
                    feed.history.compare(is_end=True)
                    if reader.next >= feed.history.end:
                        break
            for task in feed.tasks:
                task.cancel()
        self.changes.history.finish(await points(self.daemon))
        last = {event.item: event.position for event in self.events.history.changes}
        self.events.history.finish({**self.events.history.state, **last})
        await self.daemon.stop()

    async def quiet(self, feed):
        """Waits until every reader has all, or nothing has arrived for 20 seconds: some readers pause for four."""
        for reader in feed.history.readers:
            reader.is_following = not reader.name.startswith("new")
        seen, begun = -1, 0
        while feed.history.is_behind and (feed.history.deliveries != seen or time.monotonic() < begun + 20):
            if feed.history.deliveries != seen:
                seen, begun = feed.history.deliveries, time.monotonic()
            await asyncio.sleep(2)
            feed.history.compare(is_end=True)


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs")
    parser.add_argument("--deliveries", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    with tempfile.TemporaryDirectory() as place:
        run = Run(options.programs, place, options.seed)
        try:
            await run.work(options.deliveries)
            await run.end()
        except Broken:
            pass
        finally:
            if run.daemon.process and run.daemon.process.returncode is None:
                run.daemon.process.kill()
        return report(run)


def report(run):
    faults = [fault for feed in run.feeds for fault in feed.history.faults]
    for promise, text in faults[:20]:
        print(f"{promise}: {text}")
    readers = [reader for feed in run.feeds for reader in feed.history.readers]
    print(f"{run.deliveries} deliveries to {len(readers)} readers of {run.changes.history.end} changes and "
          f"{run.events.history.end} events; {run.kills} kills, {run.stops} stops, "
          f"{sum(reader.resumed for reader in readers)} streams continued, "
          f"{sum(reader.passed for reader in readers)} states passed over: "
          f"{len(faults) or 'no'} broken promise{'s' * (len(faults) != 1)}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
