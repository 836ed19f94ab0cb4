# SPDX-License-Identifier: Apache-2.0
"""The notification server of dbusmock, without a display, on a bus of the test's own.

Standard output has a line when the name is owned, and one for each call. Lines of standard input are
signals to send: the name, the notification's number, and the reason or the action.
"""

import os
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
import dbusmock.mockobject
from gi.repository import GLib

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"


def main():
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    name = dbus.service.BusName(NAME, dbus.SessionBus(), do_not_queue=True)
    server = dbusmock.mockobject.DBusMockObject(name, PATH, NAME, {})
    dbusmock.mockobject.objects[PATH] = server
    server.AddTemplate("notification_daemon", {"capabilities": "body body-markup actions"})
    loop = GLib.MainLoop()

    def said(source, condition):
        commands = os.read(source, 4096).decode()
        if not commands:
            loop.quit()
            return False
        for command in commands.splitlines():
            signal, number, value = command.split()
            values = [int(number), int(value) if signal == "NotificationClosed" else value]
            types = "uu" if signal == "NotificationClosed" else "us"
            server.EmitSignal(NAME, signal, types, values)
        return True

    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, said)
    print("ready", flush=True)
    loop.run()


main()
