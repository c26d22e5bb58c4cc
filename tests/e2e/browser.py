# SPDX-License-Identifier: MIT
"""A headless Chromium for tests, driven over its debugging pipe: pages from files, at a width and
in the colours of day or night; what the console says, what was fetched, what axe finds.
"""
import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile

from harness import Failed, Limit

AXE = os.environ.get("POSTERN_AXE", "")
OPTIONS = ("--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run "
           "--disable-background-networking --disable-component-update --disable-sync "
           "--disable-extensions --hide-scrollbars --force-color-profile=srgb "
           "--remote-debugging-pipe").split()


class Browser:
    """One browser with one page."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="postern-browser.")
        self.serial = 0
        self.waiting = b""
        self.console, self.fetched = [], []
        to_read, self.to = os.pipe()
        self.back, to_write = os.pipe()

        def pipes():
            """The browser reads descriptor 3 and writes 4."""
            low, high = os.dup2(to_read, 30), os.dup2(to_write, 31)
            os.dup2(low, 3)
            os.dup2(high, 4)

        program = shutil.which("chromium")
        if not program:
            raise Failed("the package chromium is missing")
        # It is too many programs in one for a clock of another day (tests/under_date.sh).
        today = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
        self.process = subprocess.Popen([program, *OPTIONS, f"--user-data-dir={self.profile}"],
                                        env=today, preexec_fn=pipes, pass_fds=(3, 4),
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.page(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    # ---- the pipe ----

    def message(self, limit):
        """The next message; they end with NUL."""
        while b"\0" not in self.waiting:
            if not select.select([self.back], [], [], 1)[0]:
                if limit.is_over():
                    raise Failed("the browser does not answer")
                continue
            got = os.read(self.back, 1 << 20)
            if not got:
                raise Failed("the browser has ended")
            self.waiting += got
        raw, self.waiting = self.waiting.split(b"\0", 1)
        return json.loads(raw)

    def note(self, message):
        """What the page says by itself."""
        method, told = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.console.append(told["exceptionDetails"]["text"])
        elif method == "Runtime.consoleAPICalled":
            self.console.append(" ".join(str(a.get("value", "")) for a in told["args"]))
        elif method == "Log.entryAdded":
            self.console.append(told["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.fetched.append(told["request"]["url"])
        return method

    def send(self, method, parameters, session=None):
        self.serial += 1
        asked = {"id": self.serial, "method": method, "params": parameters}
        if session:
            asked["sessionId"] = session
        os.write(self.to, json.dumps(asked).encode() + b"\0")
        return self.serial

    def answer(self, serial, seconds=60):
        limit = Limit(seconds)
        while True:
            message = self.message(limit)
            self.note(message)
            if message.get("id") == serial:
                if "error" in message:
                    raise Failed(f"the browser says {message['error']}")
                return message["result"]

    def ask(self, method, **parameters):
        return self.answer(self.send(method, parameters))

    def page(self, method, **parameters):
        return self.answer(self.send(method, parameters, self.session))

    # ---- pages ----

    def look(self, width, dark=False, sharp=1, height=800):
        """How wide the screen is, in which colours."""
        self.page("Emulation.setDeviceMetricsOverride", width=width, height=height, mobile=False,
                  deviceScaleFactor=sharp)
        self.page("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def open(self, path, seconds=30):
        self.visit(pathlib.Path(path).as_uri(), seconds)

    def visit(self, address, seconds=30):
        self.console, self.fetched = [], []
        loaded = False
        serial = self.send("Page.navigate", {"url": address}, self.session)
        limit = Limit(seconds)
        while not loaded or serial:
            message = self.message(limit)
            loaded = self.note(message) == "Page.loadEventFired" or loaded
            if message.get("id") == serial:
                serial = None

    def run(self, script):
        """The value of a script, or of what it promises."""
        told = self.page("Runtime.evaluate", expression=script, awaitPromise=True,
                         returnByValue=True)
        if "exceptionDetails" in told:
            raise Failed(f"a script failed: {told['exceptionDetails']}")
        return told["result"].get("value")

    def violations(self, rule=""):
        """What axe finds, by all its rules or by one, and how many of them hold."""
        if not self.run("'axe' in window"):
            self.run(pathlib.Path(AXE).read_text() + ";0")
        options = f"{{runOnly: ['{rule}']}}" if rule else "{}"
        return self.run(f"axe.run({options}).then(r => ({{bad: r.violations.map(v => v.id + ' at ' + "
                        "v.nodes.map(n => n.target).join(' ')), good: r.passes.length}))")

    def picture(self):
        """The whole page as PNG."""
        size = self.run("({width: document.documentElement.clientWidth,"
                        " height: document.documentElement.scrollHeight})")
        told = self.page("Page.captureScreenshot", format="png", captureBeyondViewport=True,
                         clip={"x": 0, "y": 0, "scale": 1, **size})
        return base64.b64decode(told["data"])
