# SPDX-License-Identifier: Apache-2.0
"""Checks the checker: streams of a right server keep all promises, and each planted fault breaks the one it should.

Usage: promises_test.py [SEEDS]
"""
import random
import sys

import promises
from promises import Batch, Change, History, Reader


class Server:
    """A right server: its log, and the replies that a reader receives, which a fault may change before they leave."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.log, self.points = [], {}
        for revision in range(1, 60):
            for item in self.random.sample("abcdefgh", self.random.choice((1, 1, 3))):
                kind = "cleared" if item in self.points and self.random.random() < 0.2 else "saved"
                change = Change(revision, item, kind, len(self.log) / 4)
                self.log.append(change)
                promises.apply(self.points, change)

    def calls(self, start, end):
        """The log between two places in replies of whole calls."""
        found = []
        for change in self.log[start:end]:
            if found and (found[-1][-1].revision == change.revision or self.random.random() < 0.3):
                found[-1].append(change)
            else:
                found.append([change])
        return found

    def cut(self):
        """A place between two calls, in the middle part of the log."""
        middle = range(len(self.log) // 3, len(self.log) * 2 // 3)
        return self.random.choice([place for place in middle
                                   if self.log[place - 1].revision != self.log[place].revision])


def run(seed, fault=None):
    """Returns the promises that are broken when one reader of several has a fault."""
    server, history = Server(seed), History()
    cut = server.cut()
    readers = {name: Reader(history, name) for name in ("live", "lagging", "fresh")}
    streams = {"reference": ([], server.calls(0, cut), server.calls(cut, len(server.log)))}
    streams["live"] = ([], server.calls(0, cut), server.calls(cut, len(server.log)))
    newest = {change.item: change for change in server.log[cut:]}
    streams["lagging"] = ([], server.calls(0, cut), [[c for c in server.log[cut:] if newest[c.item] is c]])
    skipped = len(server.log) - cut - len(newest)
    state = {}
    for change in server.log[:cut]:
        promises.apply(state, change)
    present = [Change(cut and server.log[cut - 1].revision, item, "current", place) for item, place in state.items()]
    streams["fresh"] = ([present], [], server.calls(cut, len(server.log)))
    stored = dict(server.points)
    if fault:
        fault(server, streams, stored)

    same = {}
    for parts in streams.values():
        for replies in parts:
            # Half of the equal replies are one object, as if they were decoded once.
            replies[:] = [server.random.choice((Batch(reply), same.setdefault(tuple(reply), Batch(reply))))
                          for reply in replies]

    def tell(start, end):
        for change in server.log[start:end]:
            call = [other for other in server.log if other.revision == change.revision]
            if call[0] is change:
                history.acknowledge(*call)

    everyone = {"reference": history.reference, **readers}
    for reader in everyone.values():
        reader.begin(is_resumed=False)
        # The current state is none for those that are there from the start.
        if reader is not readers["fresh"]:
            reader.receive(Batch(), True)
    for part, (start, end) in ((1, (0, cut)), (2, (cut, len(server.log)))):
        for name, reader in everyone.items():
            if part == 2:
                reader.begin(is_resumed=name != "fresh")
            if part == 2 and name == "fresh":
                reader.receive(*streams[name][0], ready=False)
                reader.receive(Batch(), ready=True)
            for reply in streams[name][part]:
                reader.receive(reply, ready=True, skipped=skipped if part == 2 and name == "lagging" else 0)
        tell(start, end)
        history.compare()
    history.finish(stored)
    return {promise for promise, _ in history.faults}


def swapped(server, streams, stored):
    replies = streams["live"][2]
    index = next(i for i, reply in enumerate(replies) if len({change.revision for change in reply}) > 1)
    replies[index].reverse()


def swapped_first(server, streams, stored):
    streams["reference"][1][1], streams["reference"][1][2] = streams["reference"][1][2], streams["reference"][1][1]


def repeated(server, streams, stored):
    replies = streams["live"][2]
    replies.insert(4, replies[2])


def repeated_first(server, streams, stored):
    replies = streams["reference"][1]
    replies.insert(4, replies[2])


def lost(server, streams, stored):
    call = [change.revision for change in streams["live"][2][3]]
    streams["live"][2][3:4] = [[]] if len(set(call)) == 1 else [[c for c in streams["live"][2][3]
                                                                 if c.revision != call[0]]]


def lost_by_all(server, streams, stored):
    revision = server.log[len(server.log) // 2].revision
    for parts in streams.values():
        for replies in parts[1:]:
            replies[:] = [[change for change in reply if change.revision != revision] for reply in replies]


def lost_newest(server, streams, stored):
    streams["lagging"][2][0].pop()


def uncounted(server, streams, stored):
    """A reader is not told that it gets the newest states alone."""
    streams["live"][2][:] = streams["lagging"][2]


def halved(server, streams, stored):
    """A part of a call is missing; it is in the middle of what follows a reply without a fault."""
    for reply in streams["live"][2][2:]:
        revisions = [change.revision for change in reply]
        if part := next((change for change in reply if revisions.count(change.revision) > 1), None):
            return reply.remove(part)


def skipped_after_token(server, streams, stored):
    streams["live"][2].pop(0)


def repeated_after_token(server, streams, stored):
    streams["live"][2].insert(0, streams["live"][1][-1])


def ready_too_early(server, streams, stored):
    """The stream says that it is ready, and the rest comes later."""
    streams["live"][2].insert(0, [])
    late, streams["live"][1][:] = streams["live"][1][-3:], streams["live"][1][:-3]
    streams["live"][2][1:1] = late


def other_value(server, streams, stored):
    reply = streams["live"][2][3]
    reply[0] = reply[0]._replace(position=-1.0)


def other_present(server, streams, stored):
    change = streams["fresh"][0][0].pop()
    streams["fresh"][0][0].append(change._replace(position=-1.0))


def other_store(server, streams, stored):
    stored["z"] = 1.0


FAULTS = [
    (swapped, promises.ORDERED), (swapped_first, promises.ORDERED), (repeated, promises.UNIQUE),
    (repeated_first, promises.UNIQUE), (lost, promises.RELIABLE), (lost_by_all, promises.RELIABLE),
    (lost_newest, promises.RELIABLE), (uncounted, promises.RESUMABLE), (halved, promises.ATOMIC),
    (skipped_after_token, promises.RESUMABLE), (repeated_after_token, promises.RESUMABLE),
    (ready_too_early, promises.BOOKMARKED), (other_value, promises.SAME), (other_present, promises.SAME),
    (other_store, promises.SAME),
]


def main(seeds):
    for seed in range(seeds):
        assert not (broken := run(seed)), f"seed {seed}: a right server breaks {broken}"
        for fault, promise in FAULTS:
            broken = run(seed, fault)
            assert promise in broken, f"seed {seed}: {fault.__name__} breaks {broken}, not {promise}"
    assert {promise for _, promise in FAULTS} == set(promises.PROMISES)
    print(f"promises: {len(FAULTS)} faults found, each with {seeds} seeds, and none without a fault")


main(int(sys.argv[1]) if sys.argv[1:] else 20)
