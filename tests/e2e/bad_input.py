# SPDX-License-Identifier: MIT
"""Bad input through the real program: one clear message each, nothing half applied, and posternd
goes on. Letters come through a folder of Maildirs.
"""
import os
import re
import sqlite3
import subprocess
import time

from harness import BUILT, ROBOT, Letter, Robot, Scratch, main, until

ADA, BEN = "ada@pbem.test", "ben@pbem.test"


class Post:
    """The embedded mail system, used as any mail program would: files in Maildirs."""

    def __init__(self, robot):
        self.robot = robot
        self.count = 0

    def box(self, address):
        return self.robot.folder / "mail" / address

    def drop(self, raw):
        self.count += 1
        inbox = self.box(ROBOT)
        name = f"{int(time.time())}.P{os.getpid()}Q{self.count}.test"
        (inbox / "tmp" / name).write_bytes(raw)
        (inbox / "tmp" / name).rename(inbox / "new" / name)

    def letters(self, address):
        files = sorted((self.box(address) / "new").glob("*"),
                       key=lambda path: int(re.search(r"out-(\d+)", path.name).group(1)))
        return [Letter(path.read_bytes()) for path in files]

    def settle(self):
        """Wait until every letter is out: the newest may be the one that asks."""
        until("letters", lambda: self.robot.count("SELECT count(*) FROM delivery WHERE state = 'waiting'") == 0, 30)

    def put(self, raw):
        """Drop a letter; its outcome and reason."""
        before = self.robot.count("SELECT count(*) FROM outcome")
        self.drop(raw)
        until("an outcome", lambda: self.robot.count("SELECT count(*) FROM outcome") > before, 30)
        return self.robot.rows("SELECT kind, reason FROM outcome ORDER BY letter DESC LIMIT 1")[0]


# What the mail system of a server that was set up finds of a sender.
PROVED = "Authentication-Results: mx.pbem.test; dmarc=pass header.from=pbem.test\n"


def letter(sender, to, body, number, kind="text/plain; charset=utf-8", head=""):
    body = body if isinstance(body, bytes) else body.encode()
    return (f"{PROVED}From: <{sender}>\nTo: <{to}>\nDate: Sat, 21 Nov 2026 20:00:00 +0000\n"
            f"Message-ID: <bad.{number}@pbem.test>\nSubject: bad\nMIME-Version: 1.0\n{head}"
            f"Content-Type: {kind}\n\n").encode() + body


def nested(depth):
    """multipart in multipart in multipart"""
    body = b""
    for i in range(depth):
        body += f"--b{i}\nContent-Type: multipart/mixed; boundary=b{i + 1}\n\n".encode()
    return body + f"--b{depth}\nContent-Type: text/plain\n\nend\n".encode()


def letters(checks, robot, post, game):
    newest = {ADA: post.letters(ADA)[-1], BEN: post.letters(BEN)[-1]}
    token = {who: newest[who].reply_to for who in newest}
    finished = [x for x in post.letters(ADA) if x.asks][1].reply_to     # the team's
    forged = re.sub(r"\+(.)", lambda m: "+" + ("d" if m[1] != "d" else "e"), token[ADA], 1)
    asked = robot.show(game)["asked"][0]["seat"]
    me, other = (ADA, BEN) if asked == 1 else (BEN, ADA)
    legal = robot.legal(game, asked)[0]
    latin = "kärtchen 4\n".encode("latin-1")
    cases = [
        ("an empty letter", b"", {"ignored", "rejected"}),
        ("a letter of no text", letter(me, token[me], "", 2), {"rejected", "accepted"}),
        ("binary noise", bytes(range(256)) * 400, {"ignored", "rejected", "answered"}),
        ("binary noise behind a header", letter(me, token[me], bytes(range(256)) * 400, 4),
         {"rejected"}),
        ("10 MB of text", letter(me, token[me], b"a line of it\n" * 800_000, 5), {"rejected"}),
        ("10 MB on one line", letter(me, token[me], b"x" * 10_000_000, 6), {"rejected"}),
        ("parts nested 5000 deep", letter(me, token[me], nested(5000), 7,
                                          "multipart/mixed; boundary=b0"), {"rejected"}),
        ("latin-1 that says it is UTF-8", letter(me, token[me], latin, 8), {"rejected"}),
        ("an unknown charset", letter(me, token[me], latin + latin, 9, "text/plain; charset=klingon"),
         {"rejected"}),
        ("broken base64", letter(me, token[me], "=)(/&%$", 10, head="Content-Transfer-Encoding:"
                                 " base64\n"), {"rejected", "accepted"}),
        ("an unknown address", letter("who@pbem.test", ROBOT, "card 3\n", 11), {"answered"}),
        ("an unknown token", letter(me, forged, legal + "\n", 12), {"rejected"}),
        ("somebody unknown with a token", letter("who@pbem.test", token[me], legal + "\n", 13),
         {"asked"}),
        ("somebody else's token", letter(other, token[me], legal + "\n", 14), {"asked"}),
        ("the token of a finished decision", letter(ADA, finished, "team thief\n", 15),
         {"rejected"}),
        ("unknown words", letter(me, token[me], "frobnicate the widget\n", 16), {"rejected"}),
        ("half an order", letter(me, token[me], legal.split()[0] + "\n", 17), {"rejected"}),
        ("an order for a decision that is the other's", letter(other, token[other],
                                                               "end turn\n", 18), {"rejected"}),
        ("5,000 lines", letter(me, token[me], (legal + "\n") * 5000, 19), {"rejected"}),
        ("a NUL in an order", letter(me, token[me], legal[:3] + "\0" + legal[3:] + "\n", 20),
         {"rejected"}),
        ("a header of 1 MB", letter(me, token[me], "x\n", 21, head="X-Long: " + "y" * 1_000_000 +
                                    "\n"), {"rejected", "ignored"}),
    ]
    for number, (what, raw, wanted) in enumerate(cases):
        # Who asks something now and then is no robot in a loop, and is answered each time.
        checks.that(post.put(letter(me, ROBOT, "games\n", f"games.{number}"))[0] == "answered",
                    "a question is answered between bad letters")
        entries = robot.show(game)["entries"]
        mark = len(robot.log())
        kind, reason = post.put(raw)
        checks.that(kind in wanted, f"{what}: {kind} ({reason})", f"wanted {sorted(wanted)}")
        checks.that(robot.show(game)["entries"] == entries and robot.lives(),
                    f"{what}: nothing applied, posternd lives")
        lines = robot.log()[mark:].count("event=letter-in")
        checks.that(lines == 1 and "level=error" not in robot.log()[mark:],
                    f"{what}: one line in the log", robot.log()[mark:])
    kind, _ = post.put(letter(other, token[other], legal + "\n", 98))
    newest = robot.log_of(game)[-1]
    checks.that(kind == "answered" and newest["kind"] == "own", "a placing waits for who is not asked yet", f"{kind}: {newest}")
    mark = len(post.letters(me))
    kind, _ = post.put(letter(me, token[me], legal + "\n", 99))
    checks.that(kind == "accepted", "and then a good letter is carried out", kind)


def one_message(checks, done, words, what):
    """A program gave up with one line that says what to do."""
    said = (done.stderr + done.stdout).strip()
    checks.note(said.split("\n")[-1][:200])
    checks.that(done.returncode == 5 and len(said.split("\n")) == 1 and
                re.search(words, said, re.I) is not None,
                f"{what}: exit 5 and one message", f"{done.returncode} {said}")


def starts_not(checks, robot, words, what):
    done = subprocess.run([BUILT / "src/daemon/posternd", "--server", robot.folder, "--once"],
                          capture_output=True, text=True, timeout=600)
    one_message(checks, done, words, f"posternd, {what}")
    one_message(checks, robot.run("game", "list"), words, f"postern, {what}")


def configuration(checks, robot):
    path = robot.folder / "postern.conf"
    good = path.read_text()
    for what, text, words in [
            ("a missing key", re.sub(r"(?m)^address.*\n", "", good), r"address is missing"),
            ("an unknown key", good + "colour = red\n", r"knows no key 'colour'"),
            ("a bad value", good + "poll = soon\n", r"poll = soon"),
            ("no host for IMAP", good.replace("maildir", "imap"), r"host is missing"),
            ("an empty configuration", "", r"missing"),
            ("a binary configuration", "\0\1\2", r"not text")]:
        path.write_text(text)
        starts_not(checks, robot, words, what)
    path.write_text(good)


def ledgers(checks, robot, post, game):
    path = robot.folder / "postern.db"
    good = path.read_bytes()

    def with_bytes(what, raw, words):
        for log in ("-wal", "-shm"):
            robot.folder.joinpath(path.name + log).unlink(missing_ok=True)
        path.write_bytes(raw)
        starts_not(checks, robot, words, what)
        checks.that(path.read_bytes() == raw, f"{what}: the file is as it was")
        path.write_bytes(good)

    with_bytes("a text for a ledger", b"this is no ledger\n" * 100, "not a Postern ledger")
    empty = robot.folder / "other.db"
    other = sqlite3.connect(empty)
    other.execute("CREATE TABLE cake (slices INTEGER)")
    other.commit()
    other.close()
    with_bytes("another program's database", empty.read_bytes(), "not a Postern ledger")
    newer = sqlite3.connect(path)
    version = newer.execute("PRAGMA user_version").fetchone()[0]
    newer.execute(f"PRAGMA user_version = {version + 1}")
    newer.commit()
    newer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    newer.close()
    starts_not(checks, robot, "newer", "a newer schema")
    newer = sqlite3.connect(path)
    newer.execute(f"PRAGMA user_version = {version}")
    newer.commit()
    newer.close()


NOBODY = 65534


def read_only(checks, robot):
    """Root may write everything, so it looks through the eyes of an unprivileged user."""
    path = robot.folder / "postern.db"
    files = [robot.folder, *robot.folder.rglob("*")]
    other = {}
    if os.geteuid() == 0:
        other = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        for file in files:
            os.chown(file, NOBODY, NOBODY)
    path.chmod(0o400)
    before = path.read_bytes()
    done = subprocess.run([BUILT / "src/daemon/posternd", "--server", robot.folder, "--once"],
                          capture_output=True, text=True, timeout=600, **other)
    one_message(checks, done, "read-only|readonly|permission|may not", "a read-only ledger")
    checks.that(path.read_bytes() == before, "a read-only ledger: the file is as it was")
    path.chmod(0o600)
    for file in files if other else []:
        os.chown(file, 0, 0)


def locked(checks, robot, post, game):
    """Somebody holds the ledger for a while: the letter waits, then is taken."""
    robot.start()
    post.settle()
    asked = robot.show(game)["asked"][0]["seat"]
    who = (ADA, BEN)[asked - 1]
    newest = [x for x in post.letters(who) if x.asks][-1]
    legal = robot.legal(game, asked)[0]
    holder = sqlite3.connect(robot.folder / "postern.db", isolation_level=None, timeout=600)
    holder.execute("BEGIN IMMEDIATE")
    mark = len(robot.log())
    before = robot.count("SELECT count(*) FROM outcome")
    post.drop(letter(who, newest.reply_to, legal + "\n", 200))
    line = robot.await_log(r"level=(warning|error)", mark, 60)
    checks.note(line[:200])
    checks.that(robot.lives() and robot.count("SELECT count(*) FROM outcome") == before,
                "a locked ledger: said, the letter waits, posternd lives")
    holder.execute("ROLLBACK")
    holder.close()
    until("the letter is taken", lambda: robot.count("SELECT count(*) FROM outcome") > before, 60)
    kind = robot.rows("SELECT kind FROM outcome ORDER BY letter DESC LIMIT 1")[0][0]
    checks.that(kind == "accepted", "a ledger free again: the letter is carried out", kind)
    done = robot.spawn("--once")
    checks.that(done.wait() == 75, "a second posternd is turned away")
    checks.that(robot.stop() == 0, "posternd stops cleanly")


def play(checks, folder):
    with Robot(folder / "server") as robot:
        robot.init()
        post = Post(robot)
        robot.postern("player", "add", "Ada", ADA)
        robot.postern("player", "add", "Ben", BEN)
        robot.start()
        game = str(robot.json("game", "new", "dungeon_twister", "--seat", "Ada", "--seat",
                              "Ben")["game"])
        until("invitations", lambda: all(post.box(x).exists() and post.letters(x)
                                         for x in (ADA, BEN)), 30)
        for who in (ADA, BEN):
            post.put(letter(who, post.letters(who)[-1].reply_to, "luck geese\n", who[:3] + "1"))
        for seat, who in enumerate((ADA, BEN), 1):
            until("a question", lambda w=who: len(post.letters(w)) >= 2, 30)
            post.put(letter(who, [x for x in post.letters(who) if x.asks][-1].reply_to,
                            "team thief warrior goblin wizard\n", who[:3] + "2"))
        until("teams", lambda: robot.legal(game, robot.show(game)["asked"][0]["seat"])[0]
              .startswith("place"), 30)
        post.settle()
        letters(checks, robot, post, game)
        checks.that(robot.stop() == 0, "posternd stops cleanly after all of it")
        configuration(checks, robot)
        ledgers(checks, robot, post, game)
        read_only(checks, robot)
        locked(checks, robot, post, game)
        robot.start()
        doctor = robot.run("doctor")
        checks.that(doctor.returncode == 0, "postern doctor finds nothing", doctor.stdout)
        robot.stop()


def test(checks):
    with Scratch() as folder:
        play(checks, folder)


main(test)
