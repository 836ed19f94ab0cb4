# SPDX-License-Identifier: Apache-2.0
"""What each example needs, what it prints where the paper does not say so, and which are not run."""
import dataclasses


@dataclasses.dataclass
class Scenario:
    """How an example is run. A command is named by its first line."""
    # Commands before the example.
    before: list = dataclasses.field(default_factory=list)
    # Where each mpv has to begin, in seconds.
    begins: str = ""
    # Commands that run on beside the next ones, and those that ask a question, which gets a yes.
    background: tuple = ()
    asks: tuple = ()
    # What a command prints, where the paper does not show it.
    prints: dict = dataclasses.field(default_factory=dict)
    # Commands that do not end: texts to wait for, each with a command to run then.
    endless: dict = dataclasses.field(default_factory=dict)
    # A command to run after another one, before the next.
    then: dict = dataclasses.field(default_factory=dict)
    # Commands after the example, with what they print; of one without commands, these try it as ~/.example.
    after: dict = dataclasses.field(default_factory=dict)
    # What is different each time, with a regular expression for it.
    varies: dict = dataclasses.field(default_factory=dict)


README = "README.md"
STATECTL = "man/statectl.1"
NATS = "man/stated-nats.7"
PROTOCOL = "man/stated-protocol.7"
WEB = "man/stated-web.8"
DAEMON = "man/stated.8"
KEYS = "man/stated.yaml.5"

SYNC = "statectl sync setup ~/Sync/stated"
SETS_UP_SYNC = Scenario(
    asks=(SYNC,),
    prints={SYNC: """\
create the folder, and sync through it
folder: /home/u/Sync/stated
set: remote: file:///home/u/Sync/stated in /home/u/.config/stated/stated.yaml
Do this? [y/N] vm syncs through /home/u/Sync/stated; 0 resume points here now
No other device syncs there yet: run “statectl sync setup DIR” on each, with that device's path of the folder."""},
    after={"statectl sync | head -n 1": "synced just now, file:///home/u/Sync/stated"},
)
SAVED = ["statectl save film.mkv --position 1:02:03 --duration 1:57:00 >/dev/null"]
# The web server as its socket unit would start it.
SERVES = "stated-web 2>/dev/null & until curl -sko /dev/null $URL; do sleep 0.02; done"
HTTP = "export URL=http://127.0.0.1:8031/"
CONNECT = """import json, os, socket, time
daemon = socket.socket(socket.AF_UNIX)
daemon.connect(os.environ["XDG_RUNTIME_DIR"] + "/stated/io.stated")
"""
ATTACHED = f"""python3 - <<'PROGRAM' &
{CONNECT}
call = {{"method": "io.stated.Session.Attach", "parameters": {{"player": "mpv", "surface": "window"}}}}
daemon.sendall(json.dumps(call).encode() + b"\\0")
daemon.recv(65536)
open(os.environ["HOME"] + "/attached", "w").close()
time.sleep(60)
PROGRAM
until [ -e ~/attached ]; do sleep 0.02; done"""
# Makes the call of the page, and compares the reply with the page's.
CALLS = f"""python3 - <<'PROGRAM'
{CONNECT}
text = open(os.environ["HOME"] + "/.example").read()
call, end = json.JSONDecoder().raw_decode(text)
daemon.sendall(json.dumps(call).encode() + b"\\0")
print(daemon.recv(65536).rstrip(b"\\0").decode() == text[end:].strip())
PROGRAM"""
# Obeys as the page shows it, while another program requests the same. The number of a request varies.
OBEYS = f"""python3 - <<'PROGRAM'
{CONNECT}
def call(method, parameters, **more):
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(os.environ["XDG_RUNTIME_DIR"] + "/stated/io.stated")
    connection.sendall(json.dumps(dict(method=method, parameters=parameters, **more)).encode() + b"\\0")
    return connection
obey, shown, answer = open(os.environ["HOME"] + "/.example").read().strip().split("\\n")
method, parameters = obey.split(" ", 1)
stream = call(method, json.loads(parameters), more=True)
def reply(connection):
    return json.loads(connection.recv(65536).rstrip(b"\\0"))["parameters"]
while not reply(call("io.stated.Session.ListPlayers", dict()))["players"][0].get("obeys"):
    pass
caller = call("io.stated.Session.Request", dict(player="mine", action="seek", offset=-10))
request = reply(stream)
number = dict(request=request["request"])
print(request == json.loads(shown) | number)
method, parameters = answer.split(" ", 1)
call(method, json.loads(parameters) | number).recv(65536)
print(json.dumps(reply(caller)))
PROGRAM"""
# Sends a message that is too long. A busy client is one only on a machine with time for it: the words of
# that line are those of the sources, and NeighbourDecisionTests have the line.
FAULTS = f"""python3 - <<'PROGRAM'
{CONNECT}
try:
    daemon.sendall(b" " * 1100000)
    daemon.recv(1)
except OSError:
    pass
PROGRAM
until grep -q 'connection closed' ~/.log; do sleep 0.02; done
lines() {{ sed -E 's/^[0-9T:+-]+ //; s/peer.pid=[0-9]+ peer.uid=[0-9]+/peer/' $1; }}
diff <(lines ~/.example | head -n 1) <(grep 'connection closed' ~/.log | lines)
lines ~/.example | tail -n 1 | tr '"' '\\n' | sed -n 's/^notice: \\(.*\\) peer reason=$/"\\1"/p; 2s/.*/"&"/p' |
    grep -cFf - $ROOT/Sources/VarlinkNIO/Server/Limits/ClientFault.swift"""

SCENARIOS = {
    (README, "$ statectl play --start=4:31 talk.ogg"): Scenario(
        before=["statectl config set ttl 30d >/dev/null"],
        background=("statectl play --start=4:31 talk.ogg",),
        then={
            "statectl play --start=4:31 talk.ogg": "statectl wait talk.ogg --past 4:33",
            "statectl get talk.ogg": "echo 271 >~/.begins",
        },
        prints={"statectl play": "mpv plays talk.ogg from 271"},
        varies={"4:32 of 10:00 (45 %)": r"4:\d\d of 10:00 \(4\d %\)", },
    ),
    (README, "$ " + SYNC): SETS_UP_SYNC,
    (DAEMON, "$ " + SYNC): SETS_UP_SYNC,
    (STATECTL, "$ statectl play film.mkv"): Scenario(
        begins="0 30",
        prints={"statectl play film.mkv": "mpv plays film.mkv from 0", "statectl play": "mpv plays film.mkv from 30"},
    ),
    (STATECTL, "$ statectl list --format '{{ name }}: {{ duration(left) }} left'"): Scenario(
        before=SAVED,
        prints={"statectl list --format '{{ name }}: {{ duration(left) }} left'": "film.mkv: 54:57 left"},
    ),
    (STATECTL, "$ statectl save film.mkv --position 1:02:03 --duration 1:57:00"): Scenario(
        begins="3723",
        prints={
            "statectl save film.mkv --position 1:02:03 --duration 1:57:00":
                "saved film.mkv at 1:02:03 of 1:57:00 (53 %)",
            "mpv --start=$(statectl resume film.mkv || echo 0) film.mkv": "mpv plays film.mkv from 3723",
        },
    ),
    (STATECTL, "$ statectl undo film.mkv"): Scenario(
        before=SAVED + ["statectl save film.mkv --position 5:00 >/dev/null"],
        prints={"statectl undo film.mkv": "restored film.mkv at 1:02:03 of 1:57:00 (53 %)"},
    ),
    (STATECTL, "$ statectl alias film.mkv /media/usb/film.mkv"): Scenario(
        before=SAVED,
        prints={
            "statectl alias film.mkv /media/usb/film.mkv": "/media/usb/film.mkv is a name of /home/u/film.mkv",
            "statectl resume /media/usb/film.mkv": "3723",
        },
    ),
    (STATECTL, "$ statectl list | head -n 1 | cut -f 7"): Scenario(
        before=SAVED, prints={"statectl list | head -n 1 | cut -f 7": "/home/u/film.mkv"},
    ),
    (STATECTL, "$ statectl export points.jsonl"): Scenario(
        before=SAVED,
        # Another machine.
        then={"statectl export points.jsonl":
                  "pkill -9 -x stated; while pgrep -x stated >/dev/null; do sleep 0.02; done;"
                  "rm -r ~/.local/state/stated"},
        prints={"statectl export points.jsonl": "exported 1 resume point to points.jsonl",
                "statectl import points.jsonl --ttl 90d": "imported 1 of 1 resume point"},
        after={"statectl get film.mkv | tail -n 2 | head -n 1":
                   "  by statectl on vm, 1 s ago (2026-11-21 21:33); expires in 90 days"},
    ),
    (STATECTL, "$ statectl queue set mpv film.mkv talk.wav --create"): Scenario(
        prints={
            "statectl queue set mpv film.mkv talk.wav --create": "mpv: 2 items queued, revision 1",
            "statectl queue show mpv | shuf | statectl queue set mpv -": "mpv: 2 items queued, revision 2",
            "statectl queue skip mpv": "mpv: film.mkv is current, 1 item queued",
        },
        varies={"film.mkv is": "(film.mkv|talk.wav) is", "revision 2": "revision [12]"},
    ),
    (STATECTL, "$ statectl alerts | cut -f 1 | xargs -r -n 1 statectl alerts retry"): Scenario(
        before=[ATTACHED, "statectl save film.mkv --player mpv --position 2:03 --status failed --reason gone"],
        prints={"statectl alerts | cut -f 1 | xargs -r -n 1 statectl alerts retry":
                    "asked the player to retry; the alert ends when the item plays"},
    ),
    (STATECTL, """$ statectl event append score.entered '{"game":"go","points":7}' --id 17"""): Scenario(
        prints={
            """statectl event append score.entered '{"game":"go","points":7}' --id 17""":
                "appended score.entered as event 1",
            """echo '{"game":"go"}' | statectl event append match.over -""": "appended match.over as event 2",
            "statectl event list --topic score.entered | cut -f 7": '{"game":"go","points":7}',
            """statectl event append order.status '{"at":"kitchen"}' --key 17""":
                "appended order.status as event 3",
            "statectl event latest order.status 17": '{"at":"kitchen"}',
        },
    ),
    (STATECTL, "$ statectl watch --player mpv --json | while read -r change; do"): Scenario(
        before=["statectl queue set mpv film.mkv --create"],
        endless={"statectl watch --player mpv --json | while read -r change; do": [
            ("", "until statectl metrics | grep -q '^stated_subscribers 1'; do sleep 0.02; done;"
                 "statectl save film.mkv --player mpv --position 2:03"),
            ("paused", "")]},
        prints={"statectl watch --player mpv --json | while read -r change; do": "paused"},
    ),
    (NATS, "$ statectl sync setup nats://nas.example.org/kim \\"): Scenario(
        before=[
            "cp /etc/hosts ~/hosts; echo 127.0.0.1 nas.example.org >>~/hosts; mount --bind ~/hosts /etc/hosts",
            'sed "s|/var/lib/nats|$HOME/nats|" $ROOT/etc/nats/one.conf >~/one.conf',
            "nats-server -c ~/one.conf 2>/dev/null & "
            "until (exec 3<>/dev/tcp/127.0.0.1/4222) 2>/dev/null; do sleep 0.02; done",
            "(umask 077; echo 'kim:change me' >~/.config/stated/nats)",
        ],
        asks=("statectl sync setup nats://nas.example.org/kim \\",),
        prints={"statectl sync setup nats://nas.example.org/kim \\": """\
sync through a store on these NATS servers
store:  nats://nas.example.org/kim
set: remote: nats://nas.example.org/kim in /home/u/.config/stated/stated.yaml
set: remote-credentials: /home/u/.config/stated/nats in /home/u/.config/stated/stated.yaml
Do this? [y/N] vm syncs through nats://nas.example.org/kim; 0 resume points here now
No other device syncs there yet: run “statectl sync setup nats://nas.example.org/kim --credentials FILE” on each."""},
        after={"statectl sync | head -n 1": "synced just now, nats://nas.example.org/kim"},
    ),
    (PROTOCOL, '{"method":"io.stated.Playback.Save","parameters":{"snapshot":'): Scenario(after={CALLS: "True"}),
    (PROTOCOL, 'io.stated.Session.Obey {"player":"mine","actions":["play","pause","seek"]}'): Scenario(
        before=["statectl save film.mkv --player mine --position 60 >/dev/null"],
        after={OBEYS: 'True\n{"playing": true, "position": 50.0}'},
    ),
    (PROTOCOL, "$ statectl call org.varlink.service.GetInterfaceDescription \\"): Scenario(
        prints={"statectl call org.varlink.service.GetInterfaceDescription \\":
                    '{"description":"# Save, resume and watch playback positions.…"}'},
        varies={"…": ".*"},
        after={"statectl call org.varlink.service.GetInterfaceDescription '{\"interface\":\"io.stated.Playback\"}' | "
               "python3 -c 'import json, sys; print(json.load(sys.stdin)[\"description\"], end=\"\")' |"
               "diff - $ROOT/Sources/StateProtocol/Interfaces/io.stated.Playback.varlink": ""},
    ),
    (PROTOCOL, """$ printf '%s\\0' '{"method":"io.stated.Playback.Get","""): Scenario(
        before=["rm film.mkv"] + SAVED,
        prints={"""printf '%s\\0' '{"method":"io.stated.Playback.Get",""":
                    '{"parameters":{"point":{"item":"film.mkv","player":"statectl","status":"paused",'
                    '"position":3723.0,"duration":7020.0,"device":"vm","at":1700000000000,'
                    '"expiresAt":1700000000000,"revision":1}}}\0'},
    ),
    (PROTOCOL, "import json, os, socket"): Scenario(
        before=["rm film.mkv"] + SAVED,
        endless={"python3 ~/.example": [("player None", "statectl clear film.mkv"), ("cleared film.mkv", "")]},
        after={"python3 ~/.example": "current film.mkv\nplayer None\ncleared film.mkv"},
    ),
    (WEB, "$ systemctl --user enable --now stated-web.socket"): Scenario(
        before=[HTTP], then={"systemctl --user enable --now stated-web.socket": SERVES},
    ),
    (WEB, "$ mkdir -p ~/.config/stated && cd ~/.config/stated"): Scenario(
        before=["export URL=https://127.0.0.1:8443/", "exec 2>/dev/null"],
        prints={
            'statectl config set web.cert "$PWD/web.pem"':
                "web.cert: /home/u/.config/stated/web.pem in /home/u/.config/stated/stated.yaml;"
                " stated-web uses it from its next start",
            'statectl config set web.key "$PWD/web.key"':
                "web.key: /home/u/.config/stated/web.key in /home/u/.config/stated/stated.yaml;"
                " stated-web uses it from its next start",
            "statectl config set web.listen 0.0.0.0:8443":
                "web.listen: 0.0.0.0:8443 in /home/u/.config/stated/stated.yaml; stated-web uses it from its next start",
        },
        then={"systemctl --user enable --now stated-web.service": SERVES},
        # It serves, and asks to sign in.
        after={"curl -sko /dev/null -w '%{http_code}' $URL": "401"},
    ),
    (WEB, "$ statectl web client add phone"): Scenario(
        asks=("statectl web client add phone",),
        # The picture follows the password.
        varies={"https://192.168.1.20:8443/": r"\S+", "nm6k-adop-x6av-xxex": r"(?:\w{4}-){3}\w{4}\n.*"},
        after={"statectl web clients | cut -f 1,2,4": "phone\t\t0"},
    ),
    (WEB, "$ curl -N -H 'Accept: text/event-stream' \\"): Scenario(
        before=[HTTP, SERVES] + SAVED,
        endless={"curl -N -H 'Accept: text/event-stream' \\": [('"ready":true', "")]},
        prints={"curl -N -H 'Accept: text/event-stream' \\": """\
id: …
data: {"changes":[{"kind":"current",…"point":{"item":"/home/u/film.mkv",…}}…],"ready":false,…}

id: …
data: {"changes":[],"ready":true,"skipped":0,"token":"…"}"""},
        varies={"…": ".*"},
    ),
    (WEB, "$ statectl save episode-42 --position 4:31"): Scenario(
        before=[HTTP, SERVES],
        prints={
            "statectl save episode-42 --position 4:31": "saved episode-42 at 4:31",
            """curl -H 'Content-Type: application/json' -d '{"item": "episode-42"}' \\""":
                '{"point":{"item":"episode-42","player":"statectl","status":"paused","position":271.0,'
                '"device":"vm","at":1700000000000,"expiresAt":1700000000000,"revision":1}}',
        },
    ),
    (WEB, "location / {"): Scenario(
        before=[HTTP, SERVES],
        after={"curl -s -o /dev/null -w '%{http_code}' $(sed -n 's/.*proxy_pass \\(.*\\);/\\1/p' ~/.example)/health": "200"},
    ),
    (WEB, "scrape_configs:"): Scenario(
        before=[HTTP, SERVES],
        after={"""curl -s http://$(sed -n "s/.*targets: \\['\\(.*\\)'\\]/\\1/p" ~/.example)/metrics |"""
               "grep -c '^# TYPE stated_saves_total counter'": "1"},
    ),
    (DAEMON, "$ systemctl --user enable --now stated.socket"): Scenario(),
    (DAEMON, "notice: connection closed peer.pid=4711 peer.uid=1000 "
             'reason="a message is longer than 1048576 bytes"'): Scenario(
        after={FAULTS: "2"},
    ),
    (DAEMON, "$ stated --socket /tmp/try.socket --store /tmp/try.db &"): Scenario(
        before=["exec 2>/dev/null"],
        then={"stated --socket /tmp/try.socket --store /tmp/try.db &":
                  "until [ -S /tmp/try.socket ]; do sleep 0.02; done"},
        prints={"statectl save film.mkv --position 1:02:03 --duration 2:00:00":
                    "saved film.mkv at 1:02:03 of 2:00:00 (51 %)",
                "statectl resume film.mkv": "3723"},
        after={"unset STATED_SOCKET; statectl list": ""},
    ),
    (DAEMON, "$ statectl config get | grep -v 'default$'"): Scenario(
        prints={"statectl config get | grep -v 'default$'": "device\tvm\t/home/u/.config/stated/stated.yaml:1"},
    ),
    (KEYS, "ttl: 7d"): Scenario(after={
        "stated --check-config --config ~/.example": "configuration OK",
        "statectl config get ttl --config ~/.example": "7d",
        "statectl config get players.mpv.ttl --config ~/.example": "30d",
    }),
    (KEYS, "remote: file:///home/kim/Sync/stated"): Scenario(after={
        "stated --check-config --config ~/.example": "configuration OK",
        "statectl config get players.pod.conflict --config ~/.example": "furthest",
    }),
}

NOT_RUN = {
    (README, "$ make deps && make deb"):
        "needs packages and systemd: make package-test and make boot-test",
    (README, "import StateClient"): "EndToEndTests.ExampleTests compiles it",
    (NATS, "$ nats stream edit kim --metadata stated-durable=yes"):
        "needs the nats command line; RemoteNATSTests set the same key",
}
