# SPDX-License-Identifier: Apache-2.0
"""Reaches the web server from beyond the machine: TLS, a sign-in, a proxy.

Usage: signin.py BINARIES
Prints what was seen; fails at the first thing that is not as it should be.
"""
import base64
import http.client
import json
import os
import pathlib
import pty
import re
import ssl
import subprocess
import sys
import tempfile
import time

BINARIES = pathlib.Path(sys.argv[1]).resolve()


class Server:
    """A daemon and a web server with a configuration of their own."""

    def __init__(self, folder, web):
        self.folder = folder
        folder.mkdir()
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "TERM": "xterm"}
        self.config = folder / "stated.yaml"
        self.sessions = folder / "web.json"
        lines = [f"  {key}: {value}" for key, value in {**web, "sessions": self.sessions}.items()]
        self.config.write_text("web:\n" + "\n".join(lines) + "\n")
        self.log = folder / "web.log"
        socket = str(folder / "io.stated")
        store = str(folder / "store" / "state.db")
        self.programs = [self.start("stated", "--socket", socket, "--store", store)]
        # The daemon is there before anybody asks for it.
        self.wait_for(r"ready socket=")
        self.programs += [
            self.start("stated-web", "--config", str(self.config), "--daemon", socket),
        ]
        self.port = int(self.wait_for(r"port=(\d+)").group(1))

    def start(self, name, *arguments):
        with open(self.log, "ab") as log:
            return subprocess.Popen([BINARIES / name, *arguments], stdout=log, stderr=log,
                                    env=self.environment)

    def wait_for(self, pattern):
        for _ in range(500):
            found = re.search(pattern, self.log.read_text())
            if found:
                return found
            time.sleep(0.02)
        raise AssertionError(f"no {pattern} in {self.log.read_text()}")

    def run(self, *arguments, status=0):
        run = subprocess.run([BINARIES / "statectl", "web", *arguments, "--config", self.config],
                             capture_output=True, text=True, env=self.environment)
        assert run.returncode == status, run
        return run.stdout + run.stderr

    def stop(self):
        for program in self.programs:
            program.kill()
            program.wait()


def connect(server, tls):
    if not tls:
        return http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    context = ssl.create_default_context(cafile=server.folder.parent / "cert.pem")
    context.check_hostname = False
    return http.client.HTTPSConnection("127.0.0.1", server.port, timeout=20, context=context)


def ask(server, method, path, body=None, headers=None, tls=True):
    """Sends a request; returns status, headers and body."""
    connection = connect(server, tls)
    headers = {"Host": f"tv.example:{server.port}", **(headers or {})}
    if body is not None:
        headers.setdefault("Content-Type", "application/json")
        body = body if isinstance(body, str) else json.dumps(body)
    connection.request(method, path, body, headers)
    response = connection.getresponse()
    content = response.read()
    connection.close()
    return response.status, dict(response.getheaders()), content


def sign_in(server, code, tls=True, **headers):
    return ask(server, "POST", "/sign-in", {"code": code}, headers, tls)


def read_qr_code(server):
    """Reads the picture that `statectl web pair` shows on a terminal; returns its text."""
    own, terminal = pty.openpty()
    run = subprocess.Popen([BINARIES / "statectl", "web", "pair", "--config", server.config],
                           stdout=terminal, stdin=terminal, env=server.environment)
    os.close(terminal)
    shown = b""
    try:
        while part := os.read(own, 1 << 16):
            shown += part
    except OSError:
        # The terminal's other end was closed.
        pass
    os.close(own)
    assert run.wait() == 0, shown
    text = shown.decode()
    rows = []
    for line in text.splitlines():
        if "48;5;231m" not in line:
            continue
        blocks = re.sub(r"\x1b\[[0-9;]*m", "", line).strip("\r\n")
        rows.append([block in "█▀" for block in blocks])
        rows.append([block in "█▄" for block in blocks])
    assert rows, text
    scale = 4
    pixels = b"".join(
        bytes(0 if dark else 255 for dark in row for _ in range(scale)) * scale for row in rows)
    picture = server.folder / "code.pgm"
    picture.write_bytes(b"P5 %d %d 255\n" % (len(rows[0]) * scale, len(rows) * scale) + pixels)
    run = subprocess.run(["zbarimg", "--quiet", "--raw", picture], capture_output=True, text=True)
    code = re.search(r"\b([A-Z2-9]{4}-[A-Z2-9]{4})\b", text).group(1)
    return code, run.stdout.strip()


def test_tls(folder):
    server = Server(folder / "tls", {
        "listen": "0.0.0.0:0", "cert": folder / "cert.pem", "key": folder / "key.pem",
        "names": "tv.example"})
    try:
        call = ("POST", "/call/io.stated.Service.GetHealth", {})
        status, headers, _ = ask(server, "GET", "/", headers={"Accept": "text/html"})
        assert (status, headers["Location"]) == (303, "/sign-in"), (status, headers)
        assert ask(server, *call)[0] == 401
        assert ask(server, "GET", "/metrics")[0] == 401
        assert ask(server, "GET", "/events", headers={"Accept": "text/event-stream"})[0] == 401
        status, headers, page = ask(server, "GET", "/sign-in")
        assert status == 200 and b"<form" in page
        assert ask(server, "GET", "/page/sign-in.js")[0] == 200
        # Neither by a name of somebody else's, nor from a page of another site.
        assert ask(server, *call, headers={"Host": f"evil.example:{server.port}"})[0] == 421
        assert ask(server, *call, headers={"Origin": "https://evil.example"})[0] == 403

        code, link = server.run("pair").strip().split("\t")
        assert link == f"https://tv.example:0/sign-in#{code}", link
        status, headers, _ = sign_in(server, code.lower().replace("-", " "),
                                     Origin=f"https://tv.example:{server.port}",
                                     **{"User-Agent": "Mozilla/5.0 (Android 14) Firefox/130.0"})
        cookie = headers["Set-Cookie"]
        assert status == 204 and "Secure; HttpOnly; SameSite=Strict" in cookie, headers
        signed = {"Cookie": cookie.split(";")[0]}
        assert ask(server, *call, headers=signed)[0] == 200
        assert b'data-signed-in="true"' in ask(server, "GET", "/", headers=signed)[2]
        bearer = {"Authorization": "Bearer " + signed["Cookie"].split("=")[1]}
        assert ask(server, *call, headers=bearer)[0] == 200
        wrong = {"Cookie": signed["Cookie"][:-1] + ("A" if signed["Cookie"][-1] != "A" else "B")}
        assert ask(server, *call, headers=wrong)[0] == 401
        assert sign_in(server, code)[0] == 401, "a code is good twice"
        print("a code lets one browser in, once")

        kept = server.sessions.read_text()
        assert signed["Cookie"].split(".")[1] not in kept and code.replace("-", "") not in kept
        assert server.sessions.stat().st_mode & 0o777 == 0o600
        session, label, address, *_ = server.run("sessions").strip().split("\t")
        assert (label, address) == ("Firefox on Android", "127.0.0.1"), (label, address)

        stream = connect(server, tls=True)
        stream.request("GET", "/events", headers={"Host": f"tv.example:{server.port}", **signed})
        reply = stream.getresponse()
        assert reply.readline() == b"event: hello\n"
        assert server.run("end", session).startswith(session)
        assert ask(server, *call, headers=signed)[0] == 401
        try:
            while reply.read1(1 << 16):
                pass
        except (http.client.IncompleteRead, ConnectionError, ssl.SSLError):
            pass
        print("a session that is ended loses its stream")
        assert "no session nothing" in server.run("end", "nothing", status=1)

        name, password = server.run("client", "add", "phone").strip().split("\t")
        pair = base64.b64encode(f"{name}:{password}".encode()).decode()
        basic = {"Authorization": "Basic " + pair}
        assert ask(server, "GET", "/api/2/devices/phone.json", headers=basic)[0] == 200
        for secret in (basic, {"Authorization": f"Bearer {name}.{password}"}):
            found = [ask(server, *call, headers=secret)[0]]
            found += [ask(server, "GET", path, headers=secret)[0] for path in ("/events", "/metrics", "/health")]
            assert found == [401] * 4, found
        print("the password of an app calls no method")

        code, text = read_qr_code(server)
        assert text == f"https://tv.example:0/sign-in#{code}", text
        print("the QR code leads to the sign-in")

        guesses = [sign_in(server, "AAAA-AAA" + letter)[0] for letter in "ABCDEFGH"]
        assert guesses[-1] == 429 and set(guesses) == {401, 429}, guesses
        status, headers, _ = sign_in(server, code)
        assert status == 429 and int(headers["Retry-After"]) >= 1, (status, headers)
        print("guesses are slowed down")
        try:
            ask(server, *call, tls=False)
            raise AssertionError("it answers without TLS")
        except (http.client.HTTPException, ConnectionError):
            pass
    finally:
        server.stop()


def test_proxy(folder):
    server = Server(folder / "proxy", {
        "listen": "127.0.0.1:0", "behind-proxy": "true", "names": "tv.example"})
    try:
        call = ("POST", "/call/io.stated.Service.GetHealth", {})
        outside = {"Host": "tv.example", "X-Forwarded-For": "192.0.2.1, 198.51.100.7"}
        assert ask(server, *call, headers=outside, tls=False)[0] == 401
        code = server.run("pair", "--json")
        code = json.loads(code)["code"]
        form = {**outside, "Content-Type": "application/x-www-form-urlencoded"}
        status, headers, _ = ask(server, "POST", "/sign-in", f"code={code}", form, tls=False)
        assert (status, headers["Location"]) == (303, "/"), (status, headers)
        signed = {**outside, "Cookie": headers["Set-Cookie"].split(";")[0]}
        assert ask(server, *call, headers=signed, tls=False)[0] == 200
        session = json.loads(server.run("sessions", "--json"))
        assert session["address"] == "198.51.100.7", session
        status, headers, _ = ask(server, "POST", "/sign-out", {}, signed, tls=False)
        assert status == 204 and "Max-Age=0" in headers["Set-Cookie"]
        assert ask(server, *call, headers=signed, tls=False)[0] == 401
        print("behind a proxy: sign in and out by a form")
    finally:
        server.stop()


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-days", "2", "-subj", "/CN=tv.example", "-keyout", folder / "key.pem",
             "-out", folder / "cert.pem"], check=True, capture_output=True)
        test_tls(folder)
        test_proxy(folder)


if __name__ == "__main__":
    main()
