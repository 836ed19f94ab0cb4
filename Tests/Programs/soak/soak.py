# SPDX-License-Identifier: Apache-2.0
"""Uses two devices for hours as a household would, and checks that they stay small and lose nothing.

Sixty players, ten subscribers, page readers, a phone, a folder that comes and goes, and a restart each minute.
Usage: soak.py PROGRAMS HOURS [SECONDS]
It begins with stores that keep as much in memory as they ever do. With SECONDS, a daemon is killed so often instead,
players are faster, and nothing is measured.
"""
import asyncio
import base64
import collections
import datetime
import json
import os
import random
import signal
import sys
import tempfile
import time

import samples
from programs import CallError, Connection, Daemon, Gone, Process, points
from promises import Change
from watching import Feed, changes_of, live, resuming

MINUTE = 60
PLAYERS = {"desk": 54, "den": 6}
# How many saves of a player, and events of a device, the stores begin with: they keep up to 40,000 rows in memory.
FIRST = 1_000
ACTIONS = "/index.php/apps/gpoddersync/episode_action"


class Ledger:
    """The positions that a store may have of each item: what was acknowledged last, and what was sent since."""

    def __init__(self):
        # Until a save of an item is acknowledged, the store may also have none of it.
        self.items = collections.defaultdict(lambda: [None])
        self.saves = 0

    def sent(self, item, position):
        self.items[item] = [*self.items[item][-300:], position]

    def acknowledged(self, item, position):
        self.saves += 1
        self.items[item] = self.items[item][self.items[item].index(position):]

    def check(self, stored, name):
        lost = [item for item, allowed in self.items.items() if stored.get(item) not in allowed]
        assert not lost, f"{name}: {lost[0]} at {stored.get(lost[0])}, not {self.items[lost[0]]}; {len(lost)} in all"


class Household:
    def __init__(self, programs, place, kill_every=None):
        self.place, self.random, self.kill_every = place, random.Random(), kill_every
        remote = f"file://{place}/shared"
        self.devices = {name: Daemon(programs, place, name, "--remote", remote) for name in PLAYERS}
        self.daemon = self.devices["desk"]
        self.web = Process(f"{place}/web.log", r"http://127\.0\.0\.1:(\d+)", f"{programs}/stated-web",
                           "--listen", "127.0.0.1:0", "--daemon", self.daemon.socket)
        self.programs = programs
        self.ledgers = {name: Ledger() for name in PLAYERS}
        self.feed = Feed(self, "Playback.Subscribe", changes_of)
        self.is_running = asyncio.Event()
        self.is_over = False
        self.events, self.plays, self.tried = set(), {}, {}
        self.samples, self.woken = samples.Samples(), {}
        self.page_bytes = self.restarts = self.absences = 0

    async def player(self, device, number):
        """Plays items in turn: a tick each second, and each fifth a save that is answered."""
        name, ledger, count = f"{device}-player-{number}", self.ledgers[device], 0
        while not self.is_over:
            await self.is_running.wait()
            connection = await Connection.to(self.devices[device])
            try:
                await connection.call("Session.Attach", {"player": name})
                while not self.is_over:
                    count += 1
                    item, position = f"{name}/{count // 30 % 6}", 10 + count / 4
                    snapshot = {"item": item, "player": name, "status": "playing", "position": position}
                    ledger.sent(item, position)
                    if count % 5:
                        connection.send("Playback.Save", {"snapshot": {**snapshot, "cause": "tick"}}, oneway=True)
                    else:
                        reply = await connection.call("Playback.Save", {"snapshot": {**snapshot, "cause": "seek"}})
                        assert reply["result"]["outcome"] == "saved", reply
                        ledger.acknowledged(item, position)
                        if device == "desk":
                            change = Change(reply["result"]["revision"], item, "saved playing", position)
                            self.feed.history.acknowledge(change)
                    await asyncio.sleep(0.2 if self.kill_every else 1)
            except (Gone, OSError):
                pass
            finally:
                connection.close()

    async def fill(self, device, number):
        """Saves a player's items, as fast as the daemon answers, and appends events."""
        name, ledger = f"{device}-player-{number}", self.ledgers[device]
        connection = await Connection.to(self.devices[device])
        for count in range(FIRST):
            item, position = f"{name}/{count % 6}", 1 + count / FIRST
            snapshot = {"item": item, "player": name, "status": "paused", "position": position, "cause": "seek"}
            ledger.sent(item, position)
            await connection.call("Playback.Save", {"snapshot": snapshot})
            ledger.acknowledged(item, position)
            if number == 0:
                event = {"id": f"{device}-first-{count}", "topic": "soak", "body": {"n": count}}
                await connection.call("Events.Append", event)
                self.events.add(event["id"])
        connection.close()

    async def appender(self, device):
        """Appends an event each second; one without a reply is appended again."""
        number = 0
        while not self.is_over:
            connection = await Connection.to(self.devices[device])
            try:
                while not self.is_over:
                    event = {"id": f"{device}-{number}", "topic": "soak", "body": {"n": number}}
                    await connection.call("Events.Append", event)
                    self.events.add(event["id"])
                    number += 1
                    await asyncio.sleep(1)
            except Gone:
                pass
            finally:
                connection.close()

    async def deaf(self):
        """Subscribes and reads nothing; once the daemon has ended that, again."""
        while True:
            connection = await Connection.to(self.devices["den"])
            connection.send("Playback.Subscribe", {}, more=True)
            connection.writer.transport.pause_reading()
            await asyncio.sleep(90)
            connection.close()

    async def page(self):
        """Reads the stream of the page."""
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.write(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                             "Accept: text/event-stream\r\n\r\n".encode())
                assert b" 200 " in await reader.readline()
                while part := await reader.read(1 << 16):
                    self.page_bytes += len(part)
                writer.close()
            except OSError:
                pass
            await asyncio.sleep(0.5)

    async def request(self, method, path, body=None):
        """Sends a request of the phone; returns status and body."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        content = json.dumps(body).encode() if body else b""
        writer.write(f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n"
                     f"Authorization: {self.key}\r\nContent-Type: application/json\r\n"
                     f"Content-Length: {len(content)}\r\n\r\n".encode() + content)
        head, _, content = (await reader.read(-1)).partition(b"\r\n\r\n")
        writer.close()
        status = int(head.split()[1])
        assert status in (200, 502, 503), head
        return status, content

    async def phone(self):
        """Uploads a play each three seconds, as a podcast app does, and asks what is new."""
        count = 0
        while not self.is_over:
            episode = f"https://media.example/{count % 10}.mp3"
            now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
            play = {"podcast": "https://feeds.example/show", "episode": episode, "action": "PLAY", "guid": episode,
                    "timestamp": now, "started": 0, "position": 60 + count, "total": 100_000}
            self.tried = {episode: play["position"]}
            status, _ = await self.request("POST", ACTIONS + "/create", [play])
            if status == 200:
                self.plays[episode] = 60 + count
                count += 1
                await self.request("GET", f"{ACTIONS}?since={int(time.time()) - 60}")
            await asyncio.sleep(3)

    async def carrier(self):
        """Takes the shared folder away, and brings it back."""
        shared, away = f"{self.place}/shared", f"{self.place}/away"
        while not self.is_over:
            await asyncio.sleep(20)
            os.rename(shared, away)
            self.absences += 1
            await asyncio.sleep(8)
            os.rename(away, shared)

    def sample(self):
        now = time.monotonic()
        for name, process in {**self.devices, "web": self.web}.items():
            found = samples.process(process.pid)
            woken = found.pop("woken")
            before = self.woken.get(name)
            if before and before[0] == process.pid:
                found["wake-ups/s"] = (woken - before[1]) / (now - before[2])
            self.samples.add(name, found)
        for name in self.devices:
            self.samples.add(name, samples.folder(f"{self.place}/{name}"))
        # The folder may be away.
        self.samples.add("shared", samples.folder(f"{self.place}/shared", f"{self.place}/away"))

    def mark(self):
        """Notes how often each process was woken until now."""
        for name, process in {**self.devices, "web": self.web}.items():
            self.woken[name] = process.pid, samples.process(process.pid)["woken"], time.monotonic()

    async def restart(self):
        """Stops the desk's daemon or kills it; before players return, all that was acknowledged has to be there."""
        is_kill = self.kill_every or self.restarts % 2
        self.is_running.clear()
        await self.daemon.stop(signal.SIGKILL if is_kill else signal.SIGTERM)
        self.restarts += 1
        await self.daemon.start()
        self.ledgers["desk"].check(await points(self.daemon), "desk")
        self.is_running.set()

    async def begin(self):
        os.mkdir(f"{self.place}/shared")
        for device in self.devices.values():
            await device.start()
        await self.web.start()
        self.port = int(self.web.found[1])
        added = await asyncio.create_subprocess_exec(
            f"{self.programs}/stated-web", "client", "add", "phone", "--json", stdout=asyncio.subprocess.PIPE,
            env={"PATH": "/usr/bin:/bin", "HOME": self.place})
        password = json.loads((await added.communicate())[0])["password"]
        self.key = "Basic " + base64.b64encode(f"phone:{password}".encode()).decode()
        players = [(device, number) for device, count in PLAYERS.items() for number in range(count)]
        if not self.kill_every:
            await asyncio.gather(*(self.fill(*player) for player in players))
        self.is_running.set()
        self.feed.tasks.append(asyncio.create_task(self.feed.live()))
        for number in range(7):
            self.feed.add(f"subscriber {number}", live)
        self.feed.add("resuming subscriber", resuming)
        work = [self.player(*player) for player in players]
        work += [self.appender(device) for device in PLAYERS] + [self.phone(), self.carrier()]
        self.work = [asyncio.create_task(task) for task in work]
        self.readers = [asyncio.create_task(task) for task in [self.deaf()] + [self.page() for _ in range(5)]]

    async def live(self, hours):
        end = time.monotonic() + hours * 3600
        while time.monotonic() < end:
            if self.kill_every:
                await asyncio.sleep(self.random.uniform(0, 2 * self.kill_every))
            else:
                await asyncio.sleep(MINUTE / 6)
                self.mark()
                await asyncio.sleep(MINUTE * 5 / 6 - 3)
                self.sample()
            await self.restart()
            for task in [*self.work, *self.readers, *self.feed.tasks]:
                if task.done():
                    task.result()
            self.feed.history.compare()
            assert not self.feed.history.faults, self.feed.history.faults[:3]
            print(f"restart {self.restarts}: {sum(ledger.saves for ledger in self.ledgers.values())} saves", flush=True)
        self.is_over = True
        await asyncio.gather(*self.work)

    async def converge(self):
        """Syncs until both devices have nothing to send."""
        connections = [await Connection.to(device) for device in self.devices.values()]
        for _ in range(60):
            outboxes = []
            for connection in connections:
                try:
                    await connection.call("Sync.SyncNow")
                except CallError as error:
                    print(f"sync: {error}")
                outboxes.append((await connection.call("Sync.GetStatus"))["status"]["outbox"])
            if not any(outbox[state] for outbox in outboxes for state in ("pending", "inFlight", "failed")):
                break
            await asyncio.sleep(1)
        else:
            raise AssertionError(f"not in sync: {outboxes}")
        for connection in connections:
            await connection.call("Sync.SyncNow")
            found, after = [], 0
            while True:
                page = await connection.call("Events.List", {"topic": "soak", "limit": 1000, "after": after})
                found += [event["id"] for event in page["events"]]
                if not page["more"]:
                    break
                after = page["events"][-1]["sequence"]
            assert len(found) == len(set(found)) and self.events <= set(found), "events were lost or stored twice"

    async def end(self):
        """Checks that both devices have all that was acknowledged, and the phone what it uploaded."""
        await self.converge()
        stored = {name: await points(device) for name, device in self.devices.items()}
        assert stored["desk"] == stored["den"], "the devices differ"
        for name, ledger in self.ledgers.items():
            ledger.check(stored["den"], name)
        status, content = await self.request("GET", ACTIONS + "?since=0")
        plays = {action["episode"]: action["position"] for action in json.loads(content)["actions"]}
        # The last upload may have had no answer.
        is_whole = plays in (self.plays, {**self.plays, **self.tried})
        assert status == 200 and is_whole, f"the phone uploaded {self.plays}, and gets {plays}"
        await asyncio.sleep(2)
        self.feed.history.finish(stored["desk"])
        assert not self.feed.history.faults, self.feed.history.faults[:3]
        for task in [*self.readers, *self.feed.tasks]:
            task.cancel()
        for process in (self.web, *self.devices.values()):
            await process.stop()

    def report(self):
        saves = sum(ledger.saves for ledger in self.ledgers.values())
        risen = self.samples.report()
        print(f"{self.restarts} restarts, {self.absences} absences of the folder, {saves} saves, {len(self.events)} "
              f"events, {self.feed.history.deliveries} changes to subscribers, {self.page_bytes >> 20} MiB to pages: "
              f"nothing acknowledged is lost; not flat: {', '.join(risen) or 'nothing'}")
        return 1 if risen else 0


async def main(programs, hours, kill_every=None):
    with tempfile.TemporaryDirectory() as place:
        household = Household(programs, place, kill_every)
        try:
            await household.begin()
            await household.live(hours)
            await household.end()
            return household.report()
        finally:
            for process in (household.web, *household.devices.values()):
                if process.process and process.process.returncode is None:
                    process.process.kill()


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1], *map(float, sys.argv[2:]))))
