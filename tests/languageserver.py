"""A small client of a language server: one process, JSON-RPC over its standard streams."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from pathlib import Path
from typing import IO, Any, Self

ROOT = Path(__file__).resolve().parent.parent
SERVER = ROOT / "build" / "node" / "node_modules" / "yaml-language-server" / "bin" / "yaml-language-server"
PATIENCE = 60  # seconds, on a machine that has much to do
SETTINGS = {
    "yaml": {"validate": True, "completion": True, "hover": True, "schemaStore": {"enable": False}},
    "http": {},
    "[yaml]": {},
    "editor": {},
    "files": {},
}


class Server:
    """The YAML language server, as an editor runs it; nothing is fetched by it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            ["node", str(SERVER), "--stdio"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.number = 0
        self.heard: queue.Queue[dict[str, Any]] = queue.Queue()
        self.diagnosed: dict[str, list[dict[str, Any]]] = {}
        assert self.process.stdout is not None
        threading.Thread(target=self._hear, args=(self.process.stdout,), daemon=True).start()

    def __enter__(self) -> Self:
        folder = {"uri": self.folder.as_uri(), "name": self.folder.name}
        capabilities = {
            "textDocument": {"completion": {"completionItem": {"snippetSupport": True}}, "hover": {}},
            "workspace": {"configuration": True, "workspaceFolders": True},
        }
        self.ask(
            "initialize",
            processId=None,
            rootUri=folder["uri"],
            workspaceFolders=[folder],
            capabilities=capabilities,
        )
        self.tell("initialized")
        self.tell("workspace/didChangeConfiguration", settings=SETTINGS)
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    # ---- what an editor does

    def open(self, path: Path, text: str) -> list[dict[str, Any]]:
        """Open a file with a text that need not be on the disk; what the server finds wrong with it."""
        uri = self._open(path, text)
        while uri not in self.diagnosed:
            self._take()
        return self.diagnosed[uri]

    def _open(self, path: Path, text: str) -> str:
        """Open a text under a name of its own beside the file, so that no answer can be about another text."""
        number = self._next()
        uri = path.with_name(f"{path.stem}-{number}.yaml").as_uri()
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self.tell("textDocument/didOpen", textDocument=document)
        return uri

    def at(self, path: Path, text: str) -> tuple[dict[str, str], str]:
        """At the mark `|` in the text: what can be completed, label by label with its words; and the hover."""
        before, _, after = text.partition("|")
        uri = self._open(path, before + after)
        place = {"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1}
        where = {"textDocument": {"uri": uri}, "position": place}
        found = self.ask("textDocument/completion", **where) or {"items": []}
        hover = self.ask("textDocument/hover", **where)
        items = found["items"] if isinstance(found, dict) else found
        return {item["label"]: _words(item.get("documentation", "")) for item in items}, _words(
            hover and hover["contents"]
        )

    # ---- messages

    def _next(self) -> int:
        """A number that was not used before."""
        self.number += 1
        return self.number

    def ask(self, method: str, **params: Any) -> Any:
        """Send a request and wait for its answer."""
        number = self._next()
        self._send({"id": number, "method": method, "params": params})
        while True:
            message = self._take()
            if message.get("id") == number and "method" not in message:
                assert "error" not in message, message
                return message["result"]

    def tell(self, method: str, **params: Any) -> None:
        """Send what wants no answer."""
        self._send({"method": method, "params": params})

    def _take(self) -> dict[str, Any]:
        """The next message; what the server asks is answered."""
        message = self.heard.get(timeout=PATIENCE)
        if message.get("method") == "textDocument/publishDiagnostics":
            self.diagnosed[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif message.get("method") == "workspace/configuration":
            wanted = [SETTINGS.get(item.get("section", ""), {}) for item in message["params"]["items"]]
            self._send({"id": message["id"], "result": wanted})
        elif "method" in message and "id" in message:
            self._send({"id": message["id"], "result": None})
        return message

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0"} | message).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def _hear(self, stream: IO[bytes]) -> None:
        while head := stream.readline():
            if head.lower().startswith(b"content-length:"):
                length = int(head.split(b":")[1])
                while stream.readline().strip():
                    pass
                self.heard.put(json.loads(stream.read(length)))


def _words(said: Any) -> str:
    return str(said.get("value", "")) if isinstance(said, dict) else str(said or "")
