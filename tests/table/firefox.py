# SPDX-License-Identifier: MIT
"""The table's page in a headless Firefox, driven by its Marionette: the module starts from a file, a letter's turn
is composed by taps, a practice game is played to its end and its record verified, seals survive a reload; nothing
is wrong in its console.
"""
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(os.environ["top_srcdir"]) / "tests/table"))
from harness import Limit  # noqa: E402
from page import BUILD, LEARN, PAGE, TAP, fail, letter, must, position  # noqa: E402

PREFERENCES = {"app.update.enabled": False, "browser.shell.checkDefaultBrowser": False,
               "datareporting.policy.dataSubmissionEnabled": False, "toolkit.telemetry.enabled": False,
               "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
               "browser.safebrowsing.downloads.remote.enabled": False, "extensions.update.enabled": False,
               "marionette.port": 0}
START_S = 120


def verdict(record):
    """What postern-proof says of a record, but for what is about its own options; and whether it is true."""
    told = subprocess.run([BUILD / "postern-proof", "verify", "-"], input=record, capture_output=True)
    lines = told.stdout.decode().splitlines(True)
    return "".join(line for line in lines if not line.startswith("nobody told me")), told.returncode == 0


class Firefox:
    """One browser with one page; it tells its port in its profile."""

    def __init__(self):
        self.profile = pathlib.Path(tempfile.mkdtemp(prefix="postern-firefox."))
        self.serial, self.waiting = 0, b""
        self.saved = self.profile / "saved"
        saving = {"browser.download.folderList": 2, "browser.download.dir": str(self.saved)}
        (self.profile / "user.js").write_text("".join(
            f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in (PREFERENCES | saving).items()))
        # It is too many programs in one for a clock of another day (tests/under_date.sh).
        today = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
        self.process = subprocess.Popen(
            [shutil.which("firefox-esr"), "--headless", "--no-remote", "--marionette", "--profile", self.profile,
             "about:blank"], env={**today, "MOZ_HEADLESS": "1", "HOME": str(self.profile)},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.socket = self.connect()
        self.message()
        self.ask("WebDriver:NewSession", capabilities={})

    def connect(self):
        limit = Limit(START_S)
        while not limit.is_over() and self.process.poll() is None:
            told = self.profile / "MarionetteActivePort"
            if told.exists() and told.read_text().strip():
                return socket.create_connection(("127.0.0.1", int(told.read_text())), timeout=600)
            time.sleep(0.1)
        return fail("Firefox does not start")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    # "LENGTH:JSON" both ways: [0, number, command, parameters] and [1, number, error, result].
    def message(self):
        while b":" not in self.waiting:
            self.waiting += self.read()
        length, self.waiting = self.waiting.split(b":", 1)
        while len(self.waiting) < int(length):
            self.waiting += self.read()
        text, self.waiting = self.waiting[:int(length)], self.waiting[int(length):]
        return json.loads(text)

    def read(self):
        got = self.socket.recv(1 << 16)
        return got or fail("Firefox has ended")

    def ask(self, command, **parameters):
        self.serial += 1
        asked = json.dumps([0, self.serial, command, parameters]).encode()
        self.socket.sendall(str(len(asked)).encode() + b":" + asked)
        answer = self.message()
        while answer[1] != self.serial:
            answer = self.message()
        must(answer[2] is None, f"{command}: {answer[2]}")
        return answer[3]

    def visit(self, address):
        self.ask("WebDriver:Navigate", url="about:blank")
        self.ask("WebDriver:Navigate", url=address)

    def run(self, script):
        """The value of an expression of the page, or of what it promises. Its own policy forbids eval: the
        expression is handed to the browser as the body of a function."""
        return self.ask("WebDriver:ExecuteScript", script=f"return ({script})", args=[], sandbox=None)["value"]

    def wait(self, condition, what, seconds=60):
        limit = Limit(seconds)
        while not self.run(condition):
            must(not limit.is_over(), f"{what}: {self.run(TROUBLE)}")
            time.sleep(0.02)


TROUBLE = "document.getElementById('trouble').textContent"


def load(firefox, page=PAGE):
    firefox.visit(page.as_uri())
    firefox.wait("document.body.dataset.ready || document.getElementById('trouble').textContent", "no start")
    must(not firefox.run(TROUBLE), f"the page does not start: {firefox.run(TROUBLE)}")


def paste(firefox, content):
    firefox.run(f"document.getElementById('paste').value = {json.dumps(content)}")
    firefox.run("document.getElementById('open').click()")


def tap(firefox):
    told = firefox.run(TAP)
    must(not told, f"a tap: {told}")


def compose(firefox):
    for seat in (1, 2):
        load(firefox)
        paste(firefox, letter(position(3), seat))
        firefox.wait("!document.getElementById('play').hidden", "the letter is not taken")
        if firefox.run("document.querySelectorAll('#squares .actor').length"):
            break
    lines = "document.getElementById('lines').value.trim().split('\\n').filter(Boolean)"
    for _ in range(40):
        tap(firefox)
        if len(firefox.run(lines)) >= 2:
            break
    written = firefox.run(lines)
    must(len(written) >= 2, "taps wrote no lines")
    send = firefox.run("document.getElementById('send').href")
    must(send.startswith("mailto:") and "body=" in send, f"nothing to send: {send}")
    load(firefox)
    paste(firefox, letter(position(3), seat))
    firefox.wait("!document.getElementById('play').hidden", "the letter is not taken again")
    must(firefox.run(lines) == written, "a reload loses the lines")
    return len(written)


def practise(firefox):
    """To the end by taps; its record is judged as postern-proof judges it."""
    load(firefox)
    firefox.run("document.getElementById('game').value = 'welcome_back'")
    firefox.run("document.getElementById('practise').click()")
    for taps in range(600):
        if not firefox.run("document.getElementById('practised').hidden"):
            break
        tap(firefox)
    must(not firefox.run("document.getElementById('practised').hidden"), "a game by taps does not end")
    firefox.run("document.getElementById('save-record').click()")
    limit = Limit(START_S)
    while not (saved := [path for path in firefox.saved.glob("practice-*") if path.stat().st_size]):
        must(not limit.is_over(), "the record is not saved")
        time.sleep(0.1)
    words, _ = verdict(saved[0].read_bytes())
    firefox.run("document.getElementById('look-back').click()")
    firefox.wait("!document.getElementById('replay').hidden", "the record is not stepped through")
    told = firefox.run("document.getElementById('proof').textContent")
    must(told == words, f"the page says {told!r}, postern-proof {words!r}")
    return taps


def records(firefox, folder):
    """Records of others, one of them changed, chosen as files."""
    for path in sorted(folder.glob("*.record")):
        words, good = verdict(path.read_bytes())
        load(firefox)
        found = firefox.ask("WebDriver:FindElement", using="css selector", value="#file")["value"]
        firefox.ask("WebDriver:ElementSendKeys", id=list(found.values())[0], text=str(path))
        firefox.wait("!document.getElementById('proof').hidden", f"{path.name} is not judged")
        must(firefox.run("document.getElementById('proof').textContent") == words, f"{path.name}: another verdict")
        must(firefox.run("!document.getElementById('step').hidden") == good, path.name)


def main():
    with Firefox() as firefox:
        written = compose(firefox)
        records(firefox, pathlib.Path(sys.argv[1]))
        taps = practise(firefox)
        load(firefox, LEARN)
        must(firefox.run("!document.getElementById('learn').hidden"), "learn.html has no lessons")
        print(f"{written} lines composed, a game of {taps} taps, records judged as by postern-proof")


main()
