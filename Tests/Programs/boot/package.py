# SPDX-License-Identifier: Apache-2.0
"""The packages on a Debian 12 that has nothing else: package.py PACKAGES CACHE

apt installs them with what they depend on; a normal user plays a file, kills the player and the daemon, and
plays on; they are upgraded from an older version with a client connected, removed and purged, and a store of
a newer version is refused. Root alone can run it.
"""

import contextlib
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import wave

from box import Layer, base, run, until
from boot import expect

ENVIRONMENT = ("env", "-i", "HOME=/home/user", "PATH=/usr/bin:/bin", "XDG_RUNTIME_DIR=/home/user/run")
# Directories of people, of package managers, and of caches.
PASSED_OVER = ("/home", "/older", "/opt", "/packages", "/proc", "/run", "/tmp", "/var/cache", "/var/lib/apt",
               "/var/lib/dpkg", "/var/log")


class Chroot:
    """A Debian below a folder, in this process's namespaces."""

    def __init__(self, root):
        self.folder = root

    def words(self, script, user):
        login = ["setpriv", "--reuid=1000", "--regid=1000", "--clear-groups", *ENVIRONMENT] if user else []
        return ["chroot", str(self.folder), *login, "sh", "-c", script]

    def root(self, script, **options):
        return run(self.words(script, user=False), **options)

    def user(self, script, **options):
        return run(self.words(f"cd && {script}", user=True), **options)

    def start(self, script, **options):
        return subprocess.Popen(self.words(f"cd && exec {script}", user=True), stdin=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL, **options)

    @property
    def files(self):
        passed_over = " -o ".join(f"-path {path}" for path in PASSED_OVER)
        found = self.root(f"find / -xdev \\( {passed_over} \\) -prune -o -print", check=True)
        return set(found.stdout.splitlines())


def age(package, folder):
    """Writes a package with the same files and an older version."""
    with tempfile.TemporaryDirectory() as scratch:
        run(["dpkg-deb", "-R", package, scratch], check=True)
        control = pathlib.Path(scratch, "DEBIAN/control")
        version = re.search("^Version: (.*)$", control.read_text(), re.MULTILINE)[1]
        control.write_text(control.read_text().replace(version, "0.0.9-1"))
        folder.mkdir(exist_ok=True)
        run(["dpkg-deb", "-Znone", "-b", scratch, folder], check=True)


def prepared(packages, cache):
    """Returns a Debian with a user, a file to play and the packages, none of which is installed."""
    layer = Layer(base(cache), tempfile.mkdtemp())
    root = layer.root
    subprocess.run(["mount", "-t", "proc", "proc", root / "proc"], check=True)
    subprocess.run(["mount", "--bind", cache / "packages", root / "var/cache/apt/archives"], check=True)
    (root / "packages").mkdir()
    for name in packages.glob("*stated*.deb"):
        shutil.copy(name, root / "packages")
        age(name, root / "older")
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    chroot = Chroot(root)
    chroot.root("useradd -m -u 1000 user && install -d -o user -m 700 /home/user/run && "
                "printf '#!/bin/sh\\nexit 101\\n' >/usr/sbin/policy-rc.d", check=True)
    with wave.open(str(root / "home/user/talk.wav"), "wb") as sound:
        sound.setparams((1, 1, 8_000, 8_000 * 1_200, "NONE", ""))
        sound.writeframes(b"\x80" * 8_000 * 1_200)
    return layer, chroot


def position(chroot):
    """The position of the file, in seconds; None before there is one."""
    found = chroot.user("statectl resume talk.wav --format seconds")
    return float(found.stdout) if found.status == 0 else None


def plays_on(chroot):
    """A player is killed with the daemon, and the next one begins where it stopped."""
    play = "mpv --no-terminal --ao=null --vo=null talk.wav"
    daemon = chroot.start("stated")
    player = chroot.start(f"{play} --start=270")

    until("a position", lambda: (position(chroot) or 0) > 270, 30)
    for process in (player, daemon):
        process.kill()
        process.wait()
    chroot.root("pkill -9 statectl")
    daemon = chroot.start("stated")
    until("the daemon", lambda: chroot.user("statectl health").status == 0, 20)
    expect(chroot.user("statectl get talk.wav"), 0, "paused")
    stopped = position(chroot)
    player = chroot.start(play)
    until("a later position", lambda: position(chroot) > stopped, 30)
    assert position(chroot) < stopped + 20
    player.kill()
    player.wait()
    return daemon


def refuses_newer_store(chroot):
    """A store of a newer version is left as it is, and an older program says why it does not start."""
    file = chroot.folder / "home/user/.local/state/stated/state.db"
    with contextlib.closing(sqlite3.connect(file)) as store:
        version = store.execute("PRAGMA user_version").fetchone()[0]

        def set_version(number):
            store.execute(f"PRAGMA user_version = {number}")
            store.execute("PRAGMA wal_checkpoint(TRUNCATE)")

        set_version(version + 1)
        before = file.read_bytes()
        expect(chroot.user("stated"), 65, "is from a newer version of stated", "start the newer version")
        assert file.read_bytes() == before
        set_version(version)


def main():
    packages, cache = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    layer, chroot = prepared(packages, cache)
    apt = "DEBIAN_FRONTEND=noninteractive apt-get -q -y"
    expect(chroot.root(f"{apt} update && {apt} install --no-install-recommends procps mpv libnss-systemd",
                       timeout=600))
    clean = chroot.files
    expect(chroot.root(f"{apt} install --no-install-recommends /older/*.deb", timeout=600))
    layer.add_swift()
    print(f"installed, with {len(chroot.files - clean)} files and what they depend on")
    expect(chroot.user("statectl doctor"), 1, "ok\tmpv\tloads /etc/mpv/scripts/stated.lua")
    expect(chroot.user("statectl web open --no-open"), 69, "start the web server with “/usr/libexec/stated/stated-web &”")
    expect(chroot.root("zcat -f /usr/share/doc/stated/THIRD-PARTY-NOTICES*"), 0, "swift-nio")
    daemon = plays_on(chroot)
    print("a killed player and a killed daemon went on")

    watch = chroot.start("statectl watch", stdout=subprocess.PIPE, text=True)
    said = expect(chroot.root(f"{apt} install --no-install-recommends /packages/*.deb", timeout=300))
    assert "4 upgraded, 0 newly installed" in said.stdout, said
    daemon.terminate()
    daemon.wait()
    daemon = chroot.start("stated")
    until("the daemon", lambda: chroot.user("statectl save upgraded --position 1").status == 0, 20)
    while "upgraded" not in (line := watch.stdout.readline()):
        assert line, "the client lost its stream"
    expect(chroot.user("statectl get talk.wav && statectl doctor"), 0, "paused", "ok\tstore")
    print("an upgrade kept a client connected, and the store")

    for process in (watch, daemon):
        process.terminate()
        process.wait()
    refuses_newer_store(chroot)
    daemon = chroot.start("stated")
    until("the daemon", lambda: chroot.user("statectl get upgraded").status == 0, 20)
    daemon.terminate()
    daemon.wait()
    print("a store of a newer version was refused")

    expect(chroot.root("dpkg -r mpv-stated stated-web stated-mpris stated"))
    said = expect(chroot.root("dpkg -P mpv-stated stated-web stated-mpris stated"), 0, "positions are kept in")
    left = {path for path in chroot.files - clean if "stated" in path}
    assert not left, left
    assert (chroot.folder / "home/user/.local/state/stated/state.db").exists(), said
    print("removed and purged, apart from the user's positions\n5 passed, 0 failed")


if __name__ == "__main__":
    if os.environ.pop("INSIDE", None) is None:
        os.environ["INSIDE"] = "1"
        # Mounts and processes end with the first process.
        os.execvp("unshare", ["unshare", "--mount", "--propagation=private", "--pid", "--fork",
                              "--kill-child", sys.executable, *sys.argv])
    main()
