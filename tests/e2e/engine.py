# SPDX-License-Identifier: MIT
"""The engine that copies a ledger to a second host: Litestream, as it comes, beside posternd."""
import getpass
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import time

from harness import Player, until
from players import Twister
import playing

PROGRAM = os.environ.get("POSTERN_LITESTREAM", "")


class Engine:
    """Litestream for one robot; keys: what its configuration says of a replica that is no folder."""

    def __init__(self, robot, replica, keys=""):
        self.robot = robot
        self.replica = replica
        self.keys = keys
        self.process = None
        self.config = robot.folder.parent / f"{robot.folder.name}.litestream.yml"
        self.log_path = robot.folder.parent / f"{robot.folder.name}.litestream.log"
        self.socket = robot.folder.parent / f"{robot.folder.name}.sock"

    def write(self, snapshots="24h", pages=1000, ledger=None):
        place = self.keys or f"      type: file\n      path: {self.replica}\n"
        often = "" if snapshots == "24h" else (
            "levels:\n  - interval: 300ms\n  - interval: 1s\nl0-retention: 1s\n"
            "l0-retention-check-interval: 300ms\n")
        self.config.write_text(
            f"socket:\n  enabled: true\n  path: {self.socket}\n"
            f"snapshot:\n  interval: {snapshots}\n{often}"
            f"dbs:\n  - path: {ledger or self.robot.folder / 'postern.db'}\n"
            f"    min-checkpoint-page-count: {pages}\n    replica:\n{place}")

    def start(self):
        if not self.config.exists():
            self.write()
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen([PROGRAM, "replicate", "-config", self.config],
                                            stdout=log, stderr=log, stdin=subprocess.DEVNULL)

    def lives(self):
        return self.process is not None and self.process.poll() is None

    def signal(self, number):
        if self.lives():
            self.process.send_signal(number)

    def kill(self):
        self.signal(signal.SIGKILL)
        if self.process:
            self.process.wait()
        self.process = None

    def begin_anew(self):
        """Without its folder beside the ledger it copies everything again."""
        self.kill()
        shutil.rmtree(self.robot.folder / ".postern.db-litestream", ignore_errors=True)
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()


class Sftp:
    """An OpenSSH server on loopback that lets one key into a folder's machine, by SFTP alone."""

    def __init__(self, folder):
        self.folder = folder
        self.user = getpass.getuser()
        self.key = folder / "key"
        self.process = None
        folder.mkdir()
        for name in ("host", "other", "key"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name],
                           check=True)
        (folder / "allowed").write_text((folder / "key.pub").read_text())
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.know("host")
        pathlib.Path("/run/sshd").mkdir(exist_ok=True)
        (folder / "config").write_text(
            f"Port {self.port}\nListenAddress 127.0.0.1\nHostKey {folder}/host\nPidFile none\n"
            f"AuthorizedKeysFile {folder}/allowed\nUsePAM no\nStrictModes no\n"
            "PasswordAuthentication no\nPermitRootLogin prohibit-password\n"
            "Subsystem sftp internal-sftp\nForceCommand internal-sftp\n")

    def know(self, name):
        words = (self.folder / f"{name}.pub").read_text().split()
        self.host_key = f"{words[0]} {words[1]}"

    def start(self):
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen([shutil.which("sshd", path="/usr/sbin"), "-D", "-e", "-f",
                                             self.folder / "config"], stdout=log, stderr=log,
                                            start_new_session=True)

    def stop(self):
        """Its connections, too: each is a process of its own, in a session of its own."""
        if self.process:
            family = [self.process.pid]
            for parent in family:
                found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(parent)],
                                       capture_output=True, text=True, check=False).stdout
                family += [int(word) for word in found.split()]
            for member in family:
                try:
                    os.kill(member, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            self.process.wait()
        self.process = None

    def engine_keys(self, path):
        return (f"      type: sftp\n      host: 127.0.0.1:{self.port}\n      user: {self.user}\n"
                f"      key-path: {self.key}\n      host-key: {self.host_key}\n      path: {path}\n")

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()


def begin_game(robot, servers, engine):
    """A server with a replica, and on it a game of Alice and Bob, four steps old."""
    players = {1: Player(servers, "Alice", 1), 2: Player(servers, "Bob", 2)}
    robot.init()
    robot.configure(servers)
    follow(robot, engine)
    for player in players.values():
        robot.postern("player", "add", player.name, player.address)
    engine.start()
    robot.start()
    number = robot.new_game("dungeon_twister", list(players.values()))
    game = playing.Game(robot, number, players, Twister(random.Random(5)))
    game.open_luck()
    for _ in range(4):
        game.step()
    return game


def follow(robot, engine, more=""):
    """Let a robot wait for its replica."""
    path = robot.folder / "postern.conf"
    lines = [line for line in path.read_text().split("\n") if not line.startswith("replica")]
    text = "\n".join(lines)
    path.write_text(text.replace("[server]\n", f"[server]\nreplica = {engine.socket}\n"
                                 f"replica_program = {PROGRAM}\n"
                                 f"replica_config = {engine.config}\n{more}"))


def state_of(robot):
    """As `postern status` tells it."""
    return json.loads(robot.run("status", "--json").stdout)["replica"]["state"]


def take_in_and_wait(checks, game, what, states):
    """A letter while the replica fails: logged, not answered, and not taken out of its inbox."""
    robot = game.robot
    player = game.players[playing.asked_seats(game.shown())[0]]
    question = player.await_question()
    before = robot.count("SELECT count(*) FROM outcome")
    marks = (robot.folder / "postern.mark").read_bytes()
    sent = player.send("show", question)
    player.answered.discard(question.id)
    until("the letter is logged", lambda: robot.count("SELECT count(*) FROM outcome") > before)
    time.sleep(1.5)
    checks.that(player.answer_to(sent) is None, f"{what}: the letter is logged, no answer leaves")
    checks.that((robot.folder / "postern.mark").read_bytes() == marks, f"{what}: no head is marked")
    checks.that(Player(player.servers, "gm").fetch_folder("INBOX") > 0,
                f"{what}: the letter stays in its inbox")
    state = state_of(robot)
    checks.that(state in states, f"{what}: status calls the replica {state}", str(states))
    doctor = robot.run("doctor")
    checks.that("a second host: " in doctor.stdout and f": {state}" in doctor.stdout,
                f"{what}: so does doctor, and says what to do", doctor.stdout)
    return player, sent


def mended(checks, player, sent, what):
    start = time.monotonic()
    player.await_answer(sent, 60)
    gm = Player(player.servers, "gm")
    until("the inbox is empty", lambda: gm.fetch_folder("INBOX") == 0)
    checks.that(True, f"{what}, mended: the answer goes out, the letter leaves its inbox"
                f" ({time.monotonic() - start:.1f} s later)")
