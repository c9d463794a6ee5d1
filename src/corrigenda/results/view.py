"""Serve a page of saved results on this machine, and reload it when a file changes.

    corrigenda.view("result.json")

Nothing but this page is served, and only to this machine: the server listens on 127.0.0.1, has no
files to offer, and refuses requests that were meant for another host (a web page could send such by
naming this machine in its own domain).
"""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike
from corrigenda.results.differences import Between, Course, FromFile, names_of
from corrigenda.results.finding import Finding, load
from corrigenda.results.page import page, problem

HOST = "127.0.0.1"


def view(
    results: PathLike | Sequence[PathLike],
    *,
    title: str = "",
    port: int = 0,
    browser: bool = True,
) -> None:
    """Show saved results on a local page, and reload it when a file changes, until Ctrl-C.

    The last of several results is compared with the one before it, and their scores are shown over
    all of them. `port` 0 is any that is free; `browser` opens the page.
    """
    with Server(results, title=title, port=port) as server, suppress(KeyboardInterrupt):
        print(f"corrigenda: the page is at {server.address} (end with Ctrl-C)", file=sys.stderr)
        sys.stderr.flush()
        if browser:
            webbrowser.open(server.address)
        server.serve_forever(poll_interval=0.2)


class Server(ThreadingHTTPServer):
    """Serves one page of some files."""

    daemon_threads = True

    def __init__(
        self, results: PathLike | Sequence[PathLike], *, title: str = "", port: int = 0
    ) -> None:
        given = [results] if isinstance(results, (str, os.PathLike)) else list(results)
        if not given:
            raise InputError("expected a result, found none")
        self.files = [Path(one) for one in given]
        self.title = title
        self._lock = threading.Lock()
        self._made = "", ""
        self.page(strict=True)
        try:
            super().__init__((HOST, port), _Handler)
        except OSError as error:
            raise InputError(
                f"cannot listen on port {port}: {error.strerror}", hint="take another port"
            ) from None

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://{HOST}:{self.server_address[1]}/"

    @property
    def hosts(self) -> set[str]:
        """What requests may call this machine."""
        return {f"{name}:{self.server_address[1]}" for name in (HOST, "localhost")}

    def version(self) -> str:
        """Return a text that changes when a file does."""
        return " ".join(_stamp(file) for file in self.files)

    def page(self, *, strict: bool = False) -> str:
        """Return the page of the files as they are now; one that says what is wrong with them if
        they cannot be read, or, if `strict`, raise InputError."""
        with self._lock:
            version = self.version()
            if self._made[0] != version:
                try:
                    html = page(findings(self.files), self.title, watched=version)
                except InputError as error:
                    if strict:
                        raise
                    html = problem(str(error), watched=version)
                self._made = version, html
            return self._made[1]


def findings(files: Sequence[Path]) -> list[Finding]:
    """Return what a page of some files shows: what changed with the last, and it and the one before
    it; of more files, how scores went."""
    loaded = [load(file) for file in files]
    if len(loaded) == 1:
        return list(loaded)
    names = names_of(files)
    old, new = map(FromFile, loaded[-2:], names[-2:])
    changed = Between(loaded[-2], loaded[-1], (names[-2], names[-1]))
    return [*([Course(loaded, names)] if len(files) > 2 else []), changed, new, old]


def _stamp(file: Path) -> str:
    try:
        about = file.stat()
    except OSError:
        return "-"
    return f"{about.st_mtime_ns}.{about.st_size}.{about.st_ino}"


class _Handler(BaseHTTPRequestHandler):
    server: Server
    server_version = "corrigenda"
    sys_version = ""
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_GET(self) -> None:
        if self.headers.get("Host", "") not in self.server.hosts:
            self._send(403, "text/plain", "This page is for this machine only.\n")
        elif self.path == "/":
            self._send(200, "text/html", self.server.page())
        elif self.path == "/version":
            self._send(200, "text/plain", self.server.version())
        else:
            self._send(404, "text/plain", "There is nothing here.\n")

    def do_HEAD(self) -> None:
        self.do_GET()

    def _send(self, status: int, kind: str, text: str) -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.send_header("Referrer-Policy", "no-referrer")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing: a page that watches asks every second."""
