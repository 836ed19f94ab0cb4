# SPDX-License-Identifier: Apache-2.0
"""A web server for page.html and the files that it plays; it serves ranges, which players seek with."""

import http.server
import re
import threading
from pathlib import Path

HERE = Path(__file__).parent
TYPES = {".flac": "audio/flac", ".html": "text/html; charset=utf-8"}


class Pages:
    """The server, in a thread of its own."""

    def __init__(self, music, port):
        handler = type("Handler", (_Handler,), {"music": Path(music)})
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        name = self.path.split("?")[0].rsplit("/", 1)[-1]
        is_music = self.path.startswith("/music/")
        file = self.music / name if is_music else HERE / "page.html"
        if is_music and not file.exists() or name == "favicon.ico":
            return self.send_error(404)
        content = file.read_bytes()
        span = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        first = int(span[1]) if span else 0
        last = min(int(span[2] or len(content)), len(content) - 1) if span else len(content) - 1
        self.send_response(206 if span else 200)
        if span:
            self.send_header("Content-Range", f"bytes {first}-{last}/{len(content)}")
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Type", TYPES[file.suffix])
        self.send_header("Content-Length", str(last - first + 1))
        self.end_headers()
        try:
            self.wfile.write(content[first : last + 1])
        except ConnectionError:
            pass
