# SPDX-License-Identifier: Apache-2.0
"""Syncs two readers, KOReader's own plugin under LuaJIT, with the web server.

Usage: readers.py PROGRAMS FOLDER
PROGRAMS has stated, stated-web and statectl. The plugin is downloaded into FOLDER once; no part of it
is in this repository.
"""
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

from programs import Orders, daemon, statectl, web

COMMIT = "fc88887662c27fbef956a46d7772f2dde1658384"
SOURCE = f"https://raw.githubusercontent.com/koreader/koreader/{COMMIT}/plugins/kosync.koplugin/"
# The digests of the files: KOReader is a program that runs here.
FILES = {
    "main.lua": "218d37200e6d002877a09ebc803a5c0e90e9560d04bfa3d875fceeeaaa59e2f7",
    "KOSyncClient.lua": "0e781fef1d2d9d0537566888f12b286039b366935089a11f18fd54f725e49fdb",
    "KOSyncQueue.lua": "d65434b2ee945fb328875658092bb4493942ec9aa3dc15ba3d170d2b650905c4",
    "api.json": "2268da08798944ea6d0934823c3073f8b935003ef12bab09bd7a7f7e35a5c0a6",
}
BOOK = "0123456789abcdef0123456789abcdef"


def download(folder):
    """The folder of the plugin, with each file as it is at the commit."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, digest in FILES.items():
        file = folder / name
        if not file.exists():
            try:
                file.write_bytes(urllib.request.urlopen(SOURCE + name, timeout=60).read())
            except OSError as error:
                sys.exit(f"cannot download {SOURCE + name}: {error}; this trial needs the network once")
        if hashlib.sha256(file.read_bytes()).hexdigest() != digest:
            sys.exit(f"{file} is not the file of the commit; remove it")
    return folder


def check(kindle, kobo, accounts, statectl):
    def says(answer, words):
        assert words in answer["shown"], answer

    def book():
        found = subprocess.run([*statectl, "get", f"kosync:{BOOK}", "--json"], check=True, capture_output=True)
        point = json.loads(found.stdout)
        return point["fraction"], point["locator"]

    (user, password), other = accounts
    kindle.open(BOOK)
    says(kindle.register("me", "secret"), "Create the user on the server's computer")
    says(kindle.login(user, "wrong"), "Wrong user or password")
    says(kindle.login(user, password), "Logged in")
    print("sign-in")
    kindle.turn(0.25, "/body/DocFragment[5]")
    says(kindle.push(), "has been pushed")
    assert book() == (0.25, "/body/DocFragment[5]"), book()
    kobo.open(BOOK)
    kobo.login(*other)
    says(kobo.open(BOOK), "Sync to latest location 25% from device 'Kindle'?")
    assert kobo.accept()["place"] == "/body/DocFragment[5]"
    says(kindle.pull(), "coming from this device")
    print("a place moves to the other reader")
    kobo.turn(0.41, "/body/DocFragment[9]")
    says(kobo.push(), "has been pushed")
    # The kindle reads on from the old place without a network, and sends that later.
    kindle.connect(False)
    kindle.turn(0.3, "/body/DocFragment[6]")
    assert kindle.close()["queued"] == 1
    assert kindle.connect(True)["queued"] == 0
    assert book() == (0.41, "/body/DocFragment[9]"), book()
    says(kindle.open(BOOK), "Sync to latest location 41% from device 'Kobo'?")
    assert kindle.accept()["place"] == "/body/DocFragment[9]"
    print("a late place displaces no further one")
    kindle.turn(0.2, "/body/DocFragment[4]")
    says(kindle.push(), "has been pushed")
    assert book() == (0.2, "/body/DocFragment[4]"), book()
    says(kobo.pull(), "has been synchronized")
    print("a reader may go back")


def main(programs, folder):
    plugin = download(folder / "koreader")
    with tempfile.TemporaryDirectory() as place, daemon(programs, place, "kindle", "kobo") as (_, accounts):
        with web(programs, place) as (_, found):
            kindle, kobo = (Orders("luajit", pathlib.Path(__file__).with_name("reader.lua"), plugin, name, found[0])
                            for name in ("Kindle", "Kobo"))
            check(kindle, kobo, accounts, statectl(programs, place))
        answer = kindle.push()
        assert "Something went wrong" in answer["shown"] and answer["queued"] == 1, answer
        with web(programs, place, listen=f"127.0.0.1:{found[1]}"):
            assert kindle.connect(True)["queued"] == 0
        print("the queue waits for the server")


main(*(pathlib.Path(argument).resolve() for argument in sys.argv[1:3]))
