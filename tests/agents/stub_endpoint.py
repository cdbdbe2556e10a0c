"""A language model's endpoint for tests: a local HTTP server that answers by a plan."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Plan = Callable[[int, dict[str, Any]], Any]  # of the number of the call and its body


def first_answer(prompt: str) -> str:
    """The first legal answer of a prompt."""
    lines = prompt.split("## Legal answers\n")[1].splitlines()
    low = re.search(r"N from (\d+) to", lines[0])
    if low is None:
        return "1"
    return f"1 {low[1]}" if lines[0].startswith("1. ") else low[1]


def valid(number: int, body: dict[str, Any]) -> str:
    """A plan: always the first legal answer."""
    return first_answer(body["messages"][1]["content"])


class Stub:
    """`plan` gives the text of an answer, or (status, headers), or ("late", seconds), or bytes, the
    body of an answer, or a function that writes a whole answer, status line included, to a file.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.url = ""


@contextmanager
def serving(plan: Plan) -> Iterator[Stub]:
    stub = Stub(plan)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            assert self.path == "/v1/chat/completions"
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            stub.bodies.append(body)
            stub.headers.append(dict(self.headers))
            planned = stub.plan(len(stub.bodies), body)
            status, headers, content = 200, {}, b""
            if callable(planned):
                self.close_connection = True
                with suppress(OSError):  # the client has gone
                    planned(self.wfile)
                return
            if isinstance(planned, str):
                usage = {"prompt_tokens": 100, "completion_tokens": 7}
                message = {"role": "assistant", "content": planned}
                content = json.dumps({"choices": [{"message": message}], "usage": usage}).encode()
            elif isinstance(planned, bytes):
                content = planned
            elif planned[0] == "late":
                time.sleep(planned[1])
                return
            else:
                status, headers = planned
            self.send_response(status)
            for key, value in headers.items():
                self.send_header(key, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    stub.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield stub
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
