# SPDX-License-Identifier: Apache-2.0
"""A surface of a player in a process of its own.

Usage: surface.py SOCKET PLAYER. Attaches, subscribes, and carries out the calls it reads on standard
input, one {"method": ..., "parameters": ...} a line. Every reply and every change of the player
is printed as a line: what it is, a space, and its JSON.
"""
import json
import socket
import sys
import threading

printing = threading.Lock()


def say(kind, value):
    with printing:
        print(kind, json.dumps(value, sort_keys=True), flush=True)


class Connection:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.pending = b""

    def send(self, method, parameters, **flags):
        message = {"method": method, "parameters": parameters, **flags}
        self.socket.sendall(json.dumps(message).encode() + b"\0")

    def receive(self):
        while b"\0" not in self.pending:
            received = self.socket.recv(65536)
            if not received:
                return None
            self.pending += received
        message, self.pending = self.pending.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, parameters):
        self.send(method, parameters)
        return self.receive()


def follow(connection, player):
    connection.send("io.stated.Playback.Subscribe", {"player": player}, more=True)
    is_ready = False
    while (reply := connection.receive()) is not None:
        parameters = reply["parameters"]
        for change in parameters["changes"]:
            say("change" if is_ready else "standing", change)
        if parameters["ready"] and not is_ready:
            is_ready = True
            say("ready", True)


path, player = sys.argv[1:]
calls = Connection(path)
say("answer", calls.call("io.stated.Session.Attach", {"player": player}))
threading.Thread(target=follow, args=(Connection(path), player), daemon=True).start()
for line in sys.stdin:
    call = json.loads(line)
    say("answer", calls.call(call["method"], call["parameters"]))
