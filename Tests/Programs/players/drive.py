# SPDX-License-Identifier: Apache-2.0
"""Drives one real player through all that a person or a crash does to it, and prints a line for the matrix.

Run by run.sh on a bus, a display and a sink of its own: drive.py PLAYER DIRECTORY BUILD.
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from pages import Pages
from players import PLAYERS, Browser, MPV

PREFIX = "org.mpris.MediaPlayer2"
SONG = 20  # Seconds; talk.flac is much longer, and of no album.


class Failure(Exception):
    """The player cannot be driven any further."""


def until(seconds, condition):
    """Waits until a condition is true; returns its value at the end."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value or time.monotonic() > end:
            return value
        time.sleep(0.1)


class Remote:
    """A player on the bus, as a desktop's media keys see it."""

    def __init__(self, bus):
        self.bus = f"{PREFIX}.{bus}"

    @staticmethod
    def names():
        """Returns the names of all players on the bus."""
        listing = subprocess.run(
            ["busctl", "--user", "list", "--no-legend"], capture_output=True, text=True
        ).stdout
        names = (line.split()[0] for line in listing.splitlines() if line.strip())
        return [name for name in names if name.startswith(PREFIX)]

    @property
    def name(self):
        return next((n for n in self.names() if n == self.bus or n.startswith(self.bus + ".")), None)

    def get(self, name, interface=".Player"):
        bus = self.name
        if bus is None:
            return None
        reply = subprocess.run(
            ["busctl", "--user", "--json=short", "get-property", bus,
             "/org/mpris/MediaPlayer2", PREFIX + interface, name],
            capture_output=True, text=True, timeout=5,
        ).stdout
        return json.loads(reply)["data"] if reply else None

    def call(self, method, *arguments, interface=".Player"):
        if self.name:
            subprocess.run(
                ["busctl", "--user", "call", self.name, "/org/mpris/MediaPlayer2",
                 PREFIX + interface, method, *arguments], capture_output=True,
            )

    def seek(self, seconds):
        self.call("Seek", "x", str(int(seconds * 1_000_000)))

    @property
    def position(self):
        position = self.get("Position")
        return None if position is None else position / 1_000_000

    @property
    def is_playing(self):
        return self.get("PlaybackStatus") == "Playing"

    @property
    def title(self):
        metadata = self.get("Metadata") or {}
        return metadata.get("xesam:title", {}).get("data")


class Trial:
    """A daemon, a bridge and a player, and what became of them."""

    columns = ("follow", "seek", "paused", "skip", "prev", "track", "album", "replay",
               "player", "bridge", "daemon", "there", "back", "pages", "own", "second", "private")

    def __init__(self, name, directory, build):
        self.directory = Path(directory)
        self.build = Path(build)
        self.player = PLAYERS[name](directory)
        self.remote = Remote(self.player.bus)
        self.results = {}
        self.part = "album"
        music = self.directory / "music"
        self.songs = [music / f"{number}.flac" for number in (1, 2, 3)]
        self.talk = music / "talk.flac"
        self.children = []

    # The programs under test.

    def run(self, *arguments, log):
        output = open(self.directory / log, "ab")
        child = subprocess.Popen(arguments, stdout=output, stderr=output)
        self.children.append(child)
        return child

    def start_daemon(self):
        self.daemon = self.run(self.build / "stated", log="stated.log")

    def start_bridge(self):
        folder = self.directory / "transcripts" / self.part
        folder.mkdir(parents=True, exist_ok=True)
        self.bridge = self.run(
            self.build / "stated-mpris", "--transcripts", folder, log="bridge.log"
        )

    def switch(self, part):
        """Ends the player and the bridge, and begins another transcript."""
        self.player.kill()
        until(5, lambda: self.remote.name is None)
        time.sleep(1)
        self.bridge.terminate()
        self.bridge.wait()
        self.part = part
        self.start_bridge()

    def place(self, path):
        """Returns where the daemon has an item, in seconds; None: it is not kept."""
        reply = subprocess.run(
            [self.build / "statectl", "get", self.player.item(path), "--json"],
            capture_output=True, text=True,
        )
        if reply.returncode != 0:
            return None
        return json.loads(reply.stdout.splitlines()[0]).get("position")

    def reaches(self, path, position, within):
        """Waits until an item is stored at a position or after it."""
        return bool(until(within, lambda: (self.place(path) or 0) >= position))

    def is_cleared(self, path, within):
        return bool(until(within, lambda: self.place(path) is None))

    # The trial.

    def note(self, column, outcome):
        word = {True: "yes", False: "no", None: "-"}[outcome]
        self.results[column] = word
        print(f"  {time.strftime('%X')} {column}: {word}", file=sys.stderr, flush=True)

    def begin(self, paths):
        self.player.play(paths)
        if not until(40, lambda: self.remote.name):
            raise Failure("it did not appear on the bus")
        if not until(8, lambda: self.remote.is_playing):
            self.remote.call("Play")
        if not until(15, lambda: self.remote.is_playing):
            raise Failure(f"it did not begin to play, but is {self.remote.get('PlaybackStatus')}")

    def album(self):
        one, two, three = self.songs
        self.begin(self.songs)
        self.label = self.remote.get("Identity", "")
        self.note("follow", self.reaches(one, 2, 8))
        if self.results["follow"] == "no":
            raise Failure("not followed")
        self.seek(one)
        self.remote.call("Next")
        time.sleep(3)
        here = self.place(one)
        self.note("skip", here is not None and here >= self.left - 2)
        self.previous(two)
        if not self.reaches(two, 1, 6):
            return
        self.remote.seek(12)
        self.note("track", self.is_cleared(two, SONG))
        self.reaches(three, 1, 6)
        self.remote.seek(15)
        self.note("album", self.is_cleared(three, SONG))
        self.replay()

    def seek(self, path):
        """Seeks in the first song: while it plays, and while it is paused."""
        can_seek = self.remote.get("CanSeek")
        self.remote.seek(6)
        self.note("seek", self.reaches(path, 8, 4) if can_seek else None)
        self.remote.call("Pause")
        time.sleep(1)
        before = self.remote.position or 0
        self.remote.seek(4)
        moved = until(2, lambda: abs((self.remote.position or 0) - before - 4) < 1.5)
        self.note("paused", self.reaches(path, before + 3, 13) if moved else None)
        self.remote.call("Play")
        time.sleep(1)
        self.left = (self.remote.position or 0)

    def previous(self, two):
        """Goes back from the second song, and on to it again."""
        self.reaches(two, 2, 5)
        before = self.place(two) or 0
        self.remote.call("Previous")
        time.sleep(3)
        if self.remote.title == "Song 2":
            # It went to the beginning of the song.
            here = self.place(two)
            self.note("prev", here is not None and here < before + 1)
            return
        kept = self.place(two)
        self.note("prev", kept is not None and kept >= before and self.is_followed(self.songs[0]))
        self.remote.call("Next")
        time.sleep(1)

    def is_followed(self, path, remote=None):
        """Compares where the player is with what is stored."""
        def is_near():
            place, position = self.place(path), (remote or self.remote).position
            return place is not None and position is not None and -1 < position - place < 2.5
        return bool(until(4, is_near))

    def replay(self):
        time.sleep(1)
        if self.remote.name is None:
            self.begin(self.songs)
        else:
            self.player.replay(self.songs)
            if not until(6, lambda: self.remote.is_playing):
                self.remote.call("Play")
        if not until(6, lambda: self.remote.is_playing):
            return self.note("replay", None)
        # Audacious plays before it names the song.
        until(1, lambda: self.remote.title)
        title, began = self.remote.title, time.monotonic()
        time.sleep(4)
        here = self.remote.position or 0
        ran = time.monotonic() - began
        self.note("replay", self.remote.title == title and here < ran + 3 and self.remote.is_playing)

    # Crashes.

    def loss(self, path, at):
        """Returns whether what is stored is at most two seconds behind."""
        place = self.place(path)
        print(f"    at {at}, stored {place}", file=sys.stderr)
        return place is not None and at is not None and -2 <= place - at <= 1.5

    def crash_player(self):
        self.begin([self.talk])
        self.reaches(self.talk, 3, 8)
        time.sleep(1)
        at = self.remote.position
        self.player.kill()
        time.sleep(1)
        self.note("player", self.loss(self.talk, at))

    def crash_bridge(self):
        at = self.remote.position
        self.bridge.kill()
        self.bridge.wait()
        kept = self.loss(self.talk, at)
        self.start_bridge()
        self.note("bridge", kept and self.reaches(self.talk, at + 2, 8))

    def crash_daemon(self):
        at = self.remote.position
        self.daemon.kill()
        self.daemon.wait()
        self.bridge.send_signal(signal.SIGSTOP)
        self.start_daemon()
        until(5, lambda: self.place(self.talk))
        kept = self.loss(self.talk, at)
        self.bridge.send_signal(signal.SIGCONT)
        self.note("daemon", kept and self.reaches(self.talk, (at or 0) + 2, 8))

    def crashes(self):
        self.crash_player()
        self.begin([self.talk])
        self.reaches(self.talk, 6, 10)
        self.remote.seek(30)
        self.reaches(self.talk, 30, 5)
        time.sleep(2)
        self.crash_bridge()
        time.sleep(2)
        self.crash_daemon()
        self.own_seek()
        self.second()

    # A person at the player, and two of them.

    def own_seek(self):
        """Seeks by the player's own window or command line, which the bus only hears of."""
        before = self.remote.position or 0
        if not self.player.jump():
            return self.note("own", None)
        moved = until(4, lambda: (self.remote.position or 0) - before > 6)
        self.note("own", bool(moved) and self.is_followed(self.talk))

    def second(self):
        """Plays a song in a second instance, while the first plays on."""
        song, before = self.songs[1], Remote.names()
        other = self.player.another([song])
        if other is None:
            return self.note("second", None)
        new = until(30, lambda: [name for name in Remote.names() if name not in before])
        if new:
            remote = Remote(new[0].removeprefix(PREFIX + "."))
            if not until(8, lambda: remote.is_playing):
                remote.call("Play")
            both = self.reaches(song, 2, 8) and self.is_followed(song, remote)
            self.note("second", both and self.is_followed(self.talk))
        else:
            # It may run and leave the bus to the first, as Audacious does.
            self.note("second", None if other.is_running else False)
        other.kill()
        until(5, lambda: Remote.names() == before)

    # Hand-over.

    def quit(self, remote, player):
        remote.call("Pause")
        time.sleep(1)
        remote.call("Quit", interface="")
        if not until(4, lambda: remote.name is None):
            player.kill()
        until(4, lambda: remote.name is None)
        player.kill()

    def resumes(self, remote, place):
        return bool(until(8, lambda: abs((remote.position or 0) - place - 1.5) < 4))

    def hand_over(self):
        if isinstance(self.player, Browser):
            return self.reload()
        other = MPV(self.directory)
        remote = Remote(other.bus)
        self.quit(self.remote, self.player)
        place = self.place(self.talk) or 0
        other.play([self.talk])
        until(10, lambda: remote.is_playing)
        self.note("there", self.resumes(remote, place))
        remote.seek(40)
        time.sleep(2)
        self.quit(remote, other)
        place = self.place(self.talk) or 0
        self.begin([self.talk])
        self.note("back", self.resumes(self.remote, place))
        print(f"    stored {place}, at {self.remote.position}", file=sys.stderr)

    def reload(self):
        """Opens the page anew: a browser's page is no other player's."""
        self.quit(self.remote, self.player)
        place = self.place(self.talk) or 0
        self.note("there", None)
        self.begin([self.talk])
        self.note("back", self.resumes(self.remote, place))
        print(f"    stored {place}, at {self.remote.position}", file=sys.stderr)

    def pages(self):
        """Plays songs on a page that names each in its address, or none: many items, or one."""
        if not isinstance(self.player, Browser):
            return self.note("pages", None)
        self.switch("pages")
        outcome = True
        for mode in ("push", "replace", "none"):
            self.player.mode = mode
            self.begin(self.songs[:2])
            time.sleep(6)
            first = self.is_followed(self.songs[0])
            self.remote.call("Next")
            time.sleep(4)
            second = self.is_followed(self.songs[1])
            kept = mode == "none" or (self.place(self.songs[0]) or 0) >= 3
            print(f"    {mode}: {first}, {second}, {kept}", file=sys.stderr)
            outcome = outcome and first and second and kept
            self.player.kill()
            until(5, lambda: self.remote.name is None)
        self.note("pages", outcome)
        self.private()

    def private(self):
        """Plays a song in a private window: nothing of it may be stored."""
        song = self.songs[2]
        self.player.mode = "push"
        if not self.player.play_privately([song]):
            return
        until(40, lambda: self.remote.name)
        if not until(8, lambda: self.remote.is_playing):
            self.remote.call("Play")
        playing = until(15, lambda: self.remote.is_playing)
        time.sleep(8)
        listing = subprocess.run(
            [self.build / "statectl", "players", "--json"], capture_output=True, text=True
        ).stdout
        self.note("private", bool(playing) and self.place(song) is None and "privateWindow" in listing)
        self.player.kill()

    def report(self, status):
        words = [self.results.get(column, "-") for column in self.columns]
        base = next((p.stem for p in (self.directory / "transcripts").glob("*/*.transcript")
                     if "." not in p.stem
                     and (p.stem != "mpv" or isinstance(self.player, MPV))), "?")
        print("\t".join([self.player.title, *words, base, getattr(self, "label", None) or "?", status]))

    def everything(self):
        self.player.prepare()
        pages = Pages(self.directory / "music", Browser.port) if isinstance(self.player, Browser) else None
        self.start_daemon()
        self.start_bridge()
        status = "done"
        try:
            self.album()
            self.switch("crashes")
            self.crashes()
            self.hand_over()
            self.pages()
        except (Failure, subprocess.TimeoutExpired) as failure:
            status = str(failure)
        self.player.kill()
        time.sleep(1)
        for child in self.children:
            child.kill()
        if pages:
            pages.stop()
        self.report(status)


if __name__ == "__main__":
    Trial(*sys.argv[1:4]).everything()
