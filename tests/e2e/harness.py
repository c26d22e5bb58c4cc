# SPDX-License-Identifier: MIT
"""What the end-to-end tests share: mail servers, the robot's server and daemon, and players.

The programs under test are the built postern and posternd; letters go through real Dovecot and
exim by Python's own imaplib and smtplib, which share no code with them. Nothing here knows how a
program works inside, but for reading the ledger (read-only) to count.
"""
import email
import email.policy
import email.utils
import imaplib
import json
import os
import pathlib
import re
import shutil
import signal
import smtplib
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(os.environ["top_srcdir"])
BUILT = pathlib.Path(os.environ["top_builddir"])
os.environ.setdefault("POSTERN_READER", str(BUILT / "src/reader/postern-reader"))
SERVERS = SOURCE / "tests/mailservers/servers.sh"
ROBOT = "gm@pbem.test"
TRACE_HEADERS = {"return-path", "delivered-to", "received", "authentication-results"}
ENTRY = re.compile(r"^postern-(?:head|receipt \d) game (\d+) entry (\d+)", re.M)


class Failed(Exception):
    """The test cannot go on."""


class Checks:
    """Counts what held and what did not; prints each."""

    def __init__(self):
        self.good = self.bad = 0
        self.start = time.monotonic()

    def that(self, holds, what, detail=""):
        if holds:
            self.good += 1
            print(f"ok     {what}")
        else:
            self.bad += 1
            print(f"FAILED {what}{': ' if detail else ''}{detail}")
        sys.stdout.flush()
        return bool(holds)

    def note(self, text):
        print(f"# {text}", flush=True)

    def end(self):
        seconds = time.monotonic() - self.start
        print(f"# {self.good} held, {self.bad} failed, {seconds:.0f} seconds")
        return 1 if self.bad or not self.good else 0


class Limit:
    """How long one waits: so many seconds in which this machine had a processor to spare.

    While others keep it busy nothing is late, and what hangs leaves it idle."""

    def __init__(self, seconds):
        self.end = self.idle() + seconds

    @staticmethod
    def idle():
        with open("/proc/stat", encoding="ascii") as stat:
            return int(stat.readline().split()[4]) / os.sysconf("SC_CLK_TCK") / os.cpu_count()

    def is_over(self):
        return self.idle() > self.end


def until(what, look, seconds=60, pause=0.03):
    """Look again and again until it is true; what it gave."""
    limit = Limit(seconds)
    while True:
        seen = look()
        if seen:
            return seen
        if limit.is_over():
            raise Failed(f"{what}: not in {seconds} seconds that a processor was free")
        time.sleep(pause)


class Scratch:
    """A folder that others may enter, gone at the end."""

    def __init__(self):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="postern-e2e."))
        self.path.chmod(0o755)

    def __enter__(self):
        return self.path

    def __exit__(self, *_):
        if os.environ.get("POSTERN_E2E_KEEP"):
            print(f"# kept: {self.path}")
        else:
            shutil.rmtree(self.path, ignore_errors=True)


class MailServers:
    """Dovecot and exim on loopback."""

    def __init__(self, folder):
        self.folder = folder

    def run(self, *words):
        done = subprocess.run(["bash", SERVERS, *words, self.folder], capture_output=True,
                              text=True)
        if done.returncode:
            raise Failed(f"servers.sh {' '.join(words)}: {done.stderr.strip()}")
        return done.stdout

    def __enter__(self):
        said = self.run("start")
        results = pathlib.Path(self.folder) / "results"
        results.write_text("dmarc=pass header.from=pbem.test\n")
        results.chmod(0o644)
        self.env = dict(line.split("=", 1) for line in said.split("\n") if "=" in line)
        self.context = ssl.create_default_context(cafile=self.env["CA"])
        return self

    def __exit__(self, *_):
        self.run("stop")

    def port(self, name):
        return int(self.env[name])


class Robot:
    """One server of ours: its folder, the command line, the daemon."""

    def __init__(self, folder):
        self.folder = folder
        self.daemon = None
        self.log_path = pathlib.Path(f"{folder}.log")
        self.log_path.touch()

    def init(self, *words):
        """As `postern setup` leaves it, where the mail system says what it found of a sender."""
        self.postern("init", str(self.folder), "--data", str(SOURCE), "--address", ROBOT, *words)
        conf = self.folder / "postern.conf"
        conf.write_text(conf.read_text().replace("[mail]\n", "[mail]\nauthserv = mx.pbem.test\n"))

    def configure(self, servers, mail="", imap="", smtp="", user="gm", password="pw-gm", token=None):
        """Letters by IMAP and SMTP; further lines of a section override ours. `token`: a command that prints
        what logs in to IMAP, instead of a password."""
        secret = self.folder / "password"
        secret.write_text(password + "\n")
        secret.chmod(0o600)

        def section(name, lines, more):
            keys = dict(line.split(" = ", 1) for line in (lines + more).strip().split("\n"))
            return f"[{name}]\n" + "".join(f"{k} = {v}\n" for k, v in keys.items()) + "\n"

        login = f"host = localhost\nuser = {user}@pbem.test\npassword_file = {secret}\n"
        login += f"ca_file = {servers.env['CA']}\ntls = tls\n"
        (self.folder / "postern.conf").write_text(
            section("server", f"name = Postern\ndata = {SOURCE}/data\n"
                    f"templates = {SOURCE}/templates\n", "") +
            section("mail", f"address = {ROBOT}\ntransport = imap\npoll = 1s\nretry = 1s\n"
                    f"authserv = localhost\n", mail) +
            section("imap", (login if not token else re.sub("password_file.*", f"token_command = {token}", login)) +
                    f"port = {servers.port('IMAPS')}\n", imap) +
            section("smtp", login + f"port = {servers.port('SMTPS')}\n", smtp))

    def run(self, *words, text=None, **env):
        proof = str(BUILT / "postern-proof")
        return subprocess.run([BUILT / "src/cli/postern", "--server", self.folder, *words],
                              input=text, capture_output=True, text=True,
                              env=dict(os.environ, POSTERN_PROOF=proof, **env))

    def postern(self, *words, text=None):
        done = self.run(*words, text=text)
        if done.returncode:
            raise Failed(f"postern {' '.join(words)}: {done.returncode} {done.stderr.strip()}")
        return done.stdout

    def json(self, *words):
        return json.loads(self.postern(*words, "--json"))

    # ---- the daemon ----

    def spawn(self, *words, **env):
        with open(self.log_path, "ab") as log:
            return subprocess.Popen([BUILT / "src/daemon/posternd", "--server", self.folder, *words],
                                    stderr=log, stdout=log, stdin=subprocess.DEVNULL,
                                    env=dict(os.environ, **env))

    def start(self, **env):
        mark = len(self.log())
        self.daemon = self.spawn(**env)
        until("posternd starts", lambda: "event=started" in self.log()[mark:] or
              self.daemon.poll() is not None, 60)

    def lives(self):
        return self.daemon is not None and self.daemon.poll() is None

    def kill(self):
        if self.lives():
            self.daemon.send_signal(signal.SIGKILL)
        if self.daemon:
            self.daemon.wait()
        self.daemon = None

    def stop(self):
        """End it as a service manager would; its exit code."""
        if not self.daemon:
            return None
        if self.lives():
            self.daemon.send_signal(signal.SIGTERM)
        try:
            until("posternd stops", lambda: not self.lives())
            return self.daemon.returncode
        except Failed:
            self.kill()
            return "did not stop"
        finally:
            self.daemon = None

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.kill()
        if kind or os.environ.get("POSTERN_E2E_LOG"):
            print("== the last of the daemon's log")
            print("\n".join(self.log().split("\n")[-40:]), flush=True)

    def log(self):
        return self.log_path.read_text(errors="replace")

    def await_log(self, pattern, mark=0, seconds=60):
        """The first line of the log behind `mark` that fits."""
        def look():
            return re.search(f"^.*{pattern}.*$", self.log()[mark:], re.M)

        return until(f"a line of the log like {pattern}", look, seconds).group(0)

    # ---- the ledger ----

    def rows(self, question, *values):
        ledger = sqlite3.connect(f"file:{self.folder}/postern.db?mode=ro", uri=True, timeout=600)
        try:
            return ledger.execute(question, values).fetchall()
        finally:
            ledger.close()

    def count(self, question, *values):
        return self.rows(question, *values)[0][0]

    # ---- games ----

    def new_game(self, kind, players, *words):
        seats = [word for player in players for word in ("--seat", player.name)]
        return str(self.json("game", "new", kind, *seats, *words)["game"])

    def show(self, game):
        return self.json("game", "show", game)

    def legal(self, game, seat):
        return self.json("game", "legal", game, "--seat", str(seat))

    def log_of(self, game):
        return self.json("game", "log", game)


class Letter:
    """A letter that a player got."""

    def __init__(self, raw):
        self.raw = raw
        self.mail = email.message_from_bytes(raw, policy=email.policy.default)
        self.id = self.header("Message-ID").strip("<>")
        self.reply_to = email.utils.parseaddr(self.header("Reply-To"))[1]
        self.subject = self.header("Subject")
        self.answers = self.header("In-Reply-To").strip("<>")
        self.references = re.findall(r"<([^<>]+)>", self.header("References"))
        part = self.mail.get_body(("plain",))
        self.text = part.get_content() if part else ""
        head = ENTRY.search(self.text)
        self.game, self.entry = (int(number) for number in head.groups()) if head else (0, 0)
        self.asks = "You are asked" in self.text

    def header(self, name):
        return str(self.mail[name] or "").replace("\n", " ").strip()

    def texts(self):
        """Every part that is text, the pictures' SVG too."""
        for part in self.mail.walk():
            kind = part.get_content_type()
            if kind.startswith("text/") or "svg" in kind or "postern-delta" in kind:
                yield part.get_payload(decode=True).decode("utf-8", "replace")
        yield self.subject

    def essence(self):
        """The bytes without what mail servers on the way added."""
        head, body = re.split(rb"\r?\n\r?\n", self.raw, maxsplit=1)
        fields = re.split(rb"\r?\n(?![ \t])", head)
        return [f for f in fields
                if f.split(b":")[0].strip().lower().decode("ascii", "replace")
                not in TRACE_HEADERS], body


class Player:
    """Somebody with a mail program."""

    def __init__(self, servers, name, seat=0):
        self.servers = servers
        self.name = name
        self.seat = seat
        self.address = f"{name.lower()}@pbem.test"
        self.password = f"pw-{name.lower()}"
        self.letters = []       # first copies, as they came
        self.copies = 0         # further copies of the same letter
        self.changed = []       # Message-IDs whose copies differ
        self.answered = set()   # Message-IDs of letters that were answered
        self.sent = {}          # our Message-IDs: what was written
        self.uid = 0
        self.imap = self.smtp = None

    # ---- reading ----

    def connect(self):
        self.imap = imaplib.IMAP4_SSL("localhost", self.servers.port("IMAPS"),
                                      ssl_context=self.servers.context, timeout=600)
        self.imap.login(self.address, self.password)
        self.imap.select("INBOX")

    def look(self):
        """Take what is new in the mailbox; a server that is away has nothing new."""
        try:
            if self.imap is None:
                self.connect()
            self.imap.noop()
            _, found = self.imap.uid("SEARCH", f"UID {self.uid + 1}:*")
            uids = [int(u) for u in (found[0] or b"").split() if int(u) > self.uid]
            for uid in uids:
                _, got = self.imap.uid("FETCH", str(uid), "(BODY.PEEK[])")
                self.take(Letter(got[0][1]))
                self.uid = uid
        except (OSError, imaplib.IMAP4.error):
            self.imap = None
        return self.letters

    def take(self, letter):
        for known in self.letters:
            if known.id == letter.id:
                self.copies += 1
                if known.essence() != letter.essence():
                    self.changed.append(letter.id)
                return
        self.letters.append(letter)

    def answer_to(self, message_id):
        self.look()
        return next((x for x in self.letters if x.answers == message_id), None)

    def await_answer(self, message_id, seconds=60):
        return until(f"an answer for {self.name}", lambda: self.answer_to(message_id), seconds)

    def newest(self, fits=lambda letter: True):
        """The letter that tells of the latest entry: mail servers bring letters in an order of their own."""
        found = [letter for letter in self.letters if fits(letter)]
        return max(reversed(found), key=lambda letter: (letter.game, letter.entry), default=None)

    def question(self):
        """The newest letter that asks him and is not answered yet."""
        self.look()
        newest = self.newest(lambda letter: letter.asks)
        return newest if newest and newest.id not in self.answered else None

    def await_question(self, seconds=60):
        return until(f"a question for {self.name}", self.question, seconds)

    # ---- writing ----

    def new_id(self):
        return f"{self.name.lower()}.{len(self.sent) + 1}.{os.getpid()}@pbem.test"

    def compose(self, lines, letter=None, to=None, message_id=None):
        """As a mail program does: the orders on top, the letter below quoted."""
        message_id = message_id or self.new_id()
        subject = letter.subject if letter else "to the games"
        if letter and not subject.lower().startswith("re:"):
            subject = "Re: " + subject
        mail = email.message.EmailMessage(policy=email.policy.SMTP)
        mail["From"] = f"{self.name} <{self.address}>"
        mail["To"] = to or (letter.reply_to if letter else ROBOT)
        mail["Date"] = email.utils.formatdate(localtime=False)
        mail["Message-ID"] = f"<{message_id}>"
        mail["Subject"] = subject
        body = "\n".join(lines) + "\n"
        if letter:
            mail["In-Reply-To"] = f"<{letter.id}>"
            mail["References"] = " ".join(f"<{x}>" for x in letter.references[-8:] + [letter.id])
            quoted = "".join(f"> {line}\n" for line in letter.text.split("\n"))
            body += f"\nOn {letter.header('Date')}, Postern wrote:\n{quoted}"
        mail.set_content(body, cte="quoted-printable")
        return message_id, mail.as_bytes()

    def send(self, lines, letter=None, to=None):
        lines = [lines] if isinstance(lines, str) else lines
        message_id, raw = self.compose(lines, letter, to)
        self.post(raw, to or (letter.reply_to if letter else ROBOT))
        self.sent[message_id] = lines
        if letter:
            self.answered.add(letter.id)
        return message_id

    def post(self, raw, to):
        """Hand bytes to the mail server, waiting for it while it is away."""
        def attempt():
            try:
                if self.smtp is None:
                    self.smtp = smtplib.SMTP("localhost", self.servers.port("SMTP"), timeout=600)
                    self.smtp.starttls(context=self.servers.context)
                    self.smtp.login(self.address, self.password)
                self.smtp.sendmail(self.address, [to], raw)
                return True
            except (OSError, smtplib.SMTPServerDisconnected, smtplib.SMTPConnectError):
                self.smtp = None
                return False
        until("the mail server takes a letter", attempt, 60, 0.1)

    def fetch_folder(self, folder):
        """How many letters a folder of the mailbox holds."""
        imap = imaplib.IMAP4_SSL("localhost", self.servers.port("IMAPS"),
                                 ssl_context=self.servers.context, timeout=600)
        imap.login(self.address, self.password)
        code, count = imap.select(folder, readonly=True)
        imap.logout()
        return int(count[0]) if code == "OK" else None


def main(test):
    """Run a test; 0 if everything held."""
    checks = Checks()
    try:
        test(checks)
    except Failed as failed:
        checks.that(False, str(failed))
    sys.exit(checks.end())
