# SPDX-License-Identifier: Apache-2.0
"""A logind on a bus of the test's own: hands out inhibitors, and sends the signals it is asked for.

Usage: login1.py DIRECTORY [REFUSALS]

Like logind's own rule for users without a seat, it refuses a request for several transitions at once;
the first REFUSALS requests are refused as well.

Inhibitors are the writing ends of named pipes in DIRECTORY: inhibitor-1, inhibitor-2 and so on, as
logind's own are; a reader of the pipe learns when the last holder has closed it. Standard output has
a line when the name is owned, and one for each inhibitor. Lines of standard input are signals to send:
the name and true or false.
"""

import os
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
import dbusmock.mockobject
from gi.repository import GLib

NAME = "org.freedesktop.login1"
PATH = "/org/freedesktop/login1"
MANAGER = "org.freedesktop.login1.Manager"

INHIBIT = """
import os, dbus
global requests, granted
requests = globals().get("requests", 0) + 1
granted = globals().get("granted", 0)
if ":" in args[0] or requests <= {refusals}:
    print("refused", *args, flush=True)
    raise dbus.exceptions.DBusException(
        "Access denied", name="org.freedesktop.DBus.Error.AccessDenied")
granted += 1
path = os.path.join({directory!r}, "inhibitor-%d" % granted)
os.mkfifo(path, 0o600)
# Open for both, for nobody may be there to read yet; the receiver gets an end to write alone.
both = os.open(path, os.O_RDWR)
end = os.open(path, os.O_WRONLY)
os.close(both)
ret = dbus.types.UnixFd(end)
os.close(end)
print("inhibitor", granted, *args, flush=True)
"""


def main():
    directory = sys.argv[1]
    refusals = int((sys.argv + ["0"])[2])
    code = INHIBIT.format(directory=directory, refusals=refusals)
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SystemBus()
    name = dbus.service.BusName(NAME, bus, do_not_queue=True)
    logind = dbusmock.mockobject.DBusMockObject(name, PATH, MANAGER, {}, os.devnull)
    dbusmock.mockobject.objects[PATH] = logind
    logind.AddMethod(MANAGER, "Inhibit", "ssss", "h", code)
    loop = GLib.MainLoop()

    def said(source, condition):
        # Unbuffered: what waited in a buffer would wait for the next command.
        commands = os.read(source, 4096).decode()
        if not commands:
            loop.quit()
            return False
        for command in commands.splitlines():
            signal, value = command.split()
            logind.EmitSignal(MANAGER, signal, "b", [value == "true"])
        return True

    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, said)
    print("ready", flush=True)
    loop.run()


main()
