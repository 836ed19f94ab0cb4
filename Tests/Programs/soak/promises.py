# SPDX-License-Identifier: Apache-2.0
"""The promises of a stream, checked over what many readers receive.

They are those of etcd's watches. ORDERED: revisions never fall. UNIQUE: no change arrives twice. RELIABLE: none is
lost. ATOMIC: the changes of a call arrive together. RESUMABLE: a stream continues after its token, without a gap or
a repetition. BOOKMARKED: a stream is ready once it has all that was acknowledged before it began. SAME: early and
late readers, and writers, see the same.
"""
import collections

ORDERED, UNIQUE, RELIABLE, ATOMIC, RESUMABLE, BOOKMARKED, SAME = PROMISES = (
    "ordered", "unique", "reliable", "atomic", "resumable", "bookmarked", "same")

Change = collections.namedtuple("Change", "revision item kind position")


class Batch(tuple):
    """The changes of a reply. Readers that receive the same bytes share it."""

    # The number of the first change, once the first reader has all of them.
    start = None


class History:
    """All changes in the order of the first reader, which never lags; and what writers were told.

    Changes that every reader has received are folded into `state`, except for the last ones.
    """

    KEPT = 20_000

    def __init__(self):
        self.changes = collections.deque()
        # The number of the oldest kept change, and the number of each.
        self.first, self.numbers = 0, {}
        self.state = {}
        # The changes of calls that the first reader has not passed, and the last revision that a writer was told.
        self.expected, self.acknowledged = {}, 0
        self.readers, self.faults = [], []
        self.deliveries, self.has_begun = 0, False
        self.reference = Reader(self, "the first reader")

    @property
    def end(self):
        return self.first + len(self.changes)

    @property
    def revision(self):
        """The revision of the last change."""
        return self.changes[-1].revision if self.changes else 0

    @property
    def is_behind(self):
        """True if a reader does not have all changes."""
        return any(reader.is_following and (reader.replies or reader.next < self.end) for reader in self.readers)

    def at(self, number):
        return self.changes[number - self.first]

    def acknowledge(self, *changes):
        """Notes the changes of a call whose reply has arrived."""
        revision = changes[0].revision
        self.acknowledged = max(self.acknowledged, revision)
        if revision < self.revision:
            self.check_call(revision, changes)
        else:
            self.expected.setdefault(revision, []).extend(changes)

    def check_call(self, revision, changes):
        """Checks that the first reader has received an acknowledged call."""
        missing = [change for change in changes if change not in self.numbers]
        if missing and not (self.changes and revision < self.at(self.first).revision):
            promise = RELIABLE if len(missing) == len(changes) else ATOMIC
            self.faults.append((promise, f"the first reader: without {missing[0]}, which was acknowledged"))

    def append(self, change):
        """Takes the next change of the first reader."""
        if change in self.numbers:
            return self.reference.fault(UNIQUE, f"{change} again")
        if change.revision < self.revision:
            return self.reference.fault(ORDERED, f"{change} after revision {self.revision}")
        if change.revision > self.revision:
            for revision in [revision for revision in self.expected if revision < change.revision]:
                self.check_call(revision, self.expected.pop(revision))
        self.numbers[change] = self.end
        self.changes.append(change)

    def fold(self, number):
        """Returns the position of each item before a change."""
        state = dict(self.state)
        for index in range(number - self.first):
            apply(state, self.changes[index])
        return state

    def compare(self, is_end=False):
        """Compares what readers have received, as far as the first reader has passed it; forgets what all have."""
        for reader in self.readers:
            reader.compare(is_end)
        needed = min([reader.next for reader in self.readers if reader.is_following] + [self.end])
        while self.first < min(needed, self.end - self.KEPT):
            change = self.changes.popleft()
            apply(self.state, change)
            del self.numbers[change]
            self.first += 1

    def finish(self, state):
        """Checks the end: all readers, all calls, and the points that the store lists."""
        for revision, changes in self.expected.items():
            self.check_call(revision, changes)
        self.compare(is_end=True)
        for reader in self.readers:
            if reader.is_following and reader.next < self.end:
                reader.fault(RELIABLE, f"ends before {self.at(reader.next)}")
            elif reader.missed:
                reader.check_ready()
        known = self.fold(self.end)
        for item in known.keys() | state.keys():
            if known.get(item) != state.get(item):
                self.faults.append((SAME, f"the store: {item} at {state.get(item)}; readers: {known.get(item)}"))


def apply(state, change):
    if change.kind == "cleared":
        state.pop(change.item, None)
    else:
        state[change.item] = change.position


class Reader:
    """What one reader receives. One that is told how many it skipped has the newest state of each item instead."""

    def __init__(self, history, name):
        self.history, self.name = history, name
        self.replies = collections.deque()
        # The number of the change that comes next, and the changes before it that did not come.
        self.next, self.missed, self.newest = 0, {}, {}
        self.present = None
        self.is_following = True
        self.is_resumed = False
        self.known = 0
        # The states that replies count: in these replies, beyond what is missed so far, and of what is missed.
        self.skipped = self.surplus = self.counted = 0
        self.passed = self.resumed = 0
        history.readers.append(self)

    def begin(self, is_resumed):
        """Notes a call for the stream, with a token or without one."""
        self.replies.append((None, is_resumed, self.history.acknowledged))

    def receive(self, changes, ready, skipped=0):
        """Notes a reply."""
        self.history.deliveries += len(changes)
        self.replies.append((changes, ready, skipped))
        if self is self.history.reference:
            self.compare()

    def fault(self, promise, text):
        promise = RESUMABLE if self.is_resumed and promise in (RELIABLE, UNIQUE) else promise
        self.history.faults.append((promise, f"{self.name}: {text}"))

    def compare(self, is_end=False):
        """Compares the replies that the first reader has passed."""
        while self.replies:
            changes, flag, value = self.replies[0]
            if changes is None:
                self.is_resumed, self.known = flag, value
                # A token from the middle of the current state continues there.
                if not flag and self is not self.history.reference:
                    self.present = {}
                self.resumed += flag
            elif self is self.history.reference:
                assert not value, "the first reader was too slow for the writers"
                self.lead(changes, flag)
            elif not is_end and max([self.known] + [change.revision for change in changes]) >= self.history.revision:
                return
            else:
                self.follow(changes, flag, value)
            self.replies.popleft()

    def lead(self, changes, ready):
        start = self.history.end
        for change in changes:
            self.history.append(change)
        if self.history.end == start + len(changes):
            changes.start = start
        self.is_resumed = self.is_resumed and not changes
        if ready and self.history.revision < self.known:
            self.fault(BOOKMARKED, f"ready at revision {self.history.revision}, and {self.known} was acknowledged")
        self.known = 0 if ready else self.known
        self.history.has_begun = self.history.has_begun or ready
        self.next = self.history.end

    def follow(self, changes, ready, skipped):
        self.skipped += skipped
        if self.present is not None:
            for change in changes:
                apply(self.present, change)
            self.known = max([self.known] + [change.revision for change in changes])
            return self.enter() if ready else None
        if changes.start == self.next and not self.missed:
            self.next += len(changes)
        else:
            for change in changes:
                self.take(change)
        if ready and (changes or skipped or self.known):
            self.check_ready()
        if changes:
            self.is_resumed = False

    def take(self, change):
        number = self.history.numbers.get(change)
        if number is None:
            pruned = self.history.changes and change.revision < self.history.at(self.history.first).revision
            return self.fault(UNIQUE if pruned else SAME, f"{change}, which the first reader does not have")
        if number < self.next:
            late = self.missed.pop(number, None)
            return self.fault(ORDERED if late else UNIQUE, f"{change} after {self.history.at(self.next - 1)}")
        self.missed.update((missed, self.history.at(missed)) for missed in range(self.next, number))
        self.newest[change.item] = number
        self.next = number + 1

    def check_ready(self):
        if self.next < self.history.end and self.history.at(self.next).revision <= self.known:
            self.fault(BOOKMARKED, f"ready before {self.history.at(self.next)}, and {self.known} was acknowledged")
        self.known = 0
        missed, counted = len(self.missed) - self.counted, self.skipped + self.surplus
        if missed <= counted:
            # Of what a reply counts, a part may precede only the changes of the next one.
            self.surplus, self.skipped = min(self.skipped, counted - missed), 0
            superseded = {number for number, change in self.missed.items() if self.newest.get(change.item, -1) > number}
            self.passed += len(superseded)
            for number in superseded:
                del self.missed[number]
            # The newest states of the others may come in later replies.
            self.counted = len(self.missed)
            if self.missed and self.next < self.history.end:
                return
        for number, change in self.missed.items():
            beside = {self.history.at(number - 1), self.history.at(min(number + 1, self.history.end - 1))}
            is_part = any(other.revision == change.revision and self.history.numbers[other] not in self.missed
                          for other in beside)
            self.fault(ATOMIC if is_part else RELIABLE, f"without {change}")
        self.missed, self.newest, self.skipped, self.counted = {}, {}, 0, 0

    def enter(self):
        """Finds the place in the history of a reader that began with the current state."""
        history = self.history
        number = history.end
        while number > history.first and history.at(number - 1).revision > self.known:
            number -= 1
        state = history.fold(number)
        # A removal is seen by what is absent.
        while (number < history.end and history.at(number).kind == "cleared" and history.at(number).item in state
               and history.at(number).item not in self.present):
            apply(state, history.at(number))
            number += 1
        if state != self.present:
            item = next(item for item in state.keys() | self.present.keys()
                        if state.get(item) != self.present.get(item))
            self.fault(SAME, f"{item} at {self.present.get(item)} when it was ready, and {state.get(item)} before "
                       f"revision {self.known}")
        self.next, self.present, self.known = number, None, 0
