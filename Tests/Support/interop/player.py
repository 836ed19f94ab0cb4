# SPDX-License-Identifier: Apache-2.0
"""A player on the bus that reports no URL, no title and no identifier, as Totem does of many films.

player.py FILE SECONDS SCHEME...: it plays the file from a position, has it open, and supports URLs of these
schemes. Each line of standard input names a file that it opens instead, and plays from the beginning.
"""

import os
import sys
import time

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

ROOT = "org.mpris.MediaPlayer2"


class Player(dbus.service.Object):
    def __init__(self, bus, path, seconds, schemes):
        super().__init__(bus, "/org/mpris/MediaPlayer2")
        self.schemes = schemes
        self.file = None
        self.play(path, seconds)

    def play(self, path, seconds):
        if self.file:
            self.file.close()
        self.file = open(path, "rb")
        self.begun = time.monotonic() - seconds

    def properties(self, interface):
        if interface == ROOT:
            return {"Identity": "Film player", "SupportedUriSchemes": dbus.Array(self.schemes, signature="s")}
        position = int((time.monotonic() - self.begun) * 1_000_000)
        metadata = dbus.Dictionary({"mpris:length": dbus.Int64(60_000_000)}, signature="sv")
        return {"PlaybackStatus": "Playing", "Metadata": metadata, "Position": dbus.Int64(position), "CanSeek": True}

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return dbus.Dictionary(self.properties(interface), signature="sv")

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        return self.properties(interface)[name]


def main():
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SessionBus()
    player = Player(bus, sys.argv[1], float(sys.argv[2]), sys.argv[3:])
    name = dbus.service.BusName(f"{ROOT}.films", bus, do_not_queue=True)
    loop = GLib.MainLoop()

    def said(source, condition):
        path = os.read(source, 4096).decode().strip()
        if not path:
            loop.quit()
            return False
        player.play(path, 0)
        return True

    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, said)
    print("ready", flush=True)
    loop.run()
    del name


main()
