"""A game of a language model, the Army, against a script.

python examples/language_model.py [URL [MODEL [KEY_VARIABLE]]]

URL: of an OpenAI-compatible endpoint, such as http://127.0.0.1:11434/v1; without one a small
endpoint starts here, which answers at random. KEY_VARIABLE: the environment variable that holds
the key.
"""

import json
import random
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from glory_agents import make_agent
from glory_env import glory_v0
from glory_env.envs.agent import GameView

DRAW = random.Random(1)


class Stub(BaseHTTPRequestHandler):
    """The endpoint that is started without a URL: an answer drawn from the list of the prompt."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        content = json.dumps({"choices": [{"message": {"content": answer(body)}}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        """Nothing is printed for a call."""


def answer(body) -> str:
    """A legal answer, drawn; one in ten is none, so that the model has to be asked again."""
    if DRAW.random() < 0.1:
        return "I am not sure."
    listed = body["messages"][1]["content"].split("## Legal answers\n")[1].splitlines()[:-1]
    k = DRAW.randrange(len(listed))
    amounts = re.search(r"N from (\d+) to (\d+) in steps of (\d+)", listed[k])
    if amounts is None:
        return str(k + 1)
    low, high, step = map(int, amounts.groups())
    amount = DRAW.randrange(low, high + 1, step)
    return f"{k + 1} {amount}" if len(listed) > 1 else str(amount)


def main(url: str = "", model: str = "default", key: str = "") -> dict[str, int]:
    """Play the game and print what happened; returns what the model has used."""
    server = None
    if not url:
        server = ThreadingHTTPServer(("127.0.0.1", 0), Stub)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/v1"
    army = make_agent(f"llm:url={url},model={model}" + (f",key={key}" if key else ""))
    env = glory_v0.single_agent("army", "withdraw_in_time", scenario="teaching")
    env.reset(seed=1)
    army.reset("army", 1)
    over = False
    while not over:
        view = GameView(env.env, "army")
        action = army.act(env.env.full_observation("army"), env.env.mask, view)
        print(f"turn {view.records()['turn'][0]}: {view.describe(action)} ({army.explain()})")
        *_, over, _, info = env.step(action)
    print(glory_v0.info_words({key: info[key] for key in ("outcome", "turn", "gp", "result")}))
    print(army.usage())
    if server is not None:
        server.shutdown()
    return army.usage()


if __name__ == "__main__":
    main(*sys.argv[1:])
