# SPDX-License-Identifier: MIT
"""Figures of a server that a second host follows, and of the one that takes over.

    bench_standby.py [GAMES [ALONE [TOGETHER]]]

GAMES are made at once and promoted (20000); ALONE letters go one by one (300), TOGETHER at once (2000).
Beside each other: without and with [server] replica, the replica in a second folder of the same
disk. How long one letter waits for its answer, how many a second are answered, how long a promotion
takes. Prints, asserts nothing. POSTERN_LITESTREAM names the engine.
"""
import email
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(os.environ["top_srcdir"]) / "tests/e2e"))
from engine import PROGRAM, Engine, follow
from harness import BUILT, SOURCE, Robot, Scratch, until

PLAYERS = 200  # of 100 games
HOST = "club.example"


def quantile(sorted_values, part):
    return sorted_values[min(len(sorted_values) - 1, int(part * len(sorted_values)))]


def name_of(number):
    """A name for each number, none like another."""
    word = ""
    for _ in range(4):
        word += "bcdfghjklmnprstvwz"[number % 18] + "aeio"[number // 7 % 4]
        number //= 18
    return word.capitalize()


class Post:
    """The embedded mail system: Maildirs."""

    def __init__(self, robot):
        self.root = robot.folder / "mail"
        self.number = 0

    def box(self, player):
        return self.root / f"p{player}@{HOST}" / "new"

    def count_of(self, player):
        return len(os.listdir(self.box(player))) if self.box(player).exists() else 0

    def count(self):
        return sum(self.count_of(player) for player in range(PLAYERS))

    def put(self, player, question, words):
        """A player's answer to a letter of his."""
        self.number += 1
        name = f"{self.number}.bench"
        text = (f"From: p{player}@{HOST}\nTo: {question['Reply-To']}\nSubject: Re: a game\n"
                f"Message-ID: <b{self.number}@{HOST}>\nIn-Reply-To: {question['Message-ID']}\n\n"
                f"{words}\n")
        folder = self.root / "games@postern.example"
        (folder / "tmp" / name).write_text(text)
        os.rename(folder / "tmp" / name, folder / "new" / name)

    def questions(self):
        """The first letter of each player."""
        found = []
        for player in range(PLAYERS):
            oldest = min(self.box(player).iterdir(), key=lambda path: path.stat().st_mtime_ns)
            found.append(email.message_from_bytes(oldest.read_bytes()))
        return found


def make_server(folder):
    robot = Robot(folder)
    subprocess.run([BUILT / "src/cli/postern", "init", folder, "--data", SOURCE], check=True,
                   capture_output=True)
    return robot


def add(robot, players, games, kind="dungeon_twister"):
    """Seconds that the games took."""
    members = robot.folder.parent / "members.csv"
    members.write_text("name,address\n" + "".join(f"{name_of(i)},p{i}@{HOST}\n" for i in range(players)))
    robot.postern("player", "import", str(members))
    rows = robot.folder.parent / "games.csv"
    rows.write_text("game,seat,seat\n" + "".join(
        f"{kind},{name_of(2 * i % players)},{name_of((2 * i + 1) % players)}\n" for i in range(games)))
    start = time.monotonic()
    robot.postern("game", "new", "--from", str(rows))
    return time.monotonic() - start


def answers(robot, words, alone, together):
    """Seconds of each letter alone; letters a second together."""
    post = Post(robot)
    until("invitations", lambda: post.count() >= PLAYERS, 120)
    questions = post.questions()
    seconds = []
    for i in range(alone):
        player = i % PLAYERS
        before = post.count_of(player)
        start = time.monotonic()
        post.put(player, questions[player], words)
        until("an answer", lambda: post.count_of(player) > before, 120, 0.001)
        seconds.append(time.monotonic() - start)
    before = post.count()
    start = time.monotonic()
    for i in range(together):
        post.put(i % PLAYERS, questions[i % PLAYERS], words)
    until("all answers", lambda: post.count() >= before + together, 600, 0.05)
    return sorted(seconds), together / (time.monotonic() - start)


def compare(folder, words, alone, together):
    lines = []
    for how in ("without", "with"):
        robot = make_server(folder / f"{how}-{words.split()[0]}")
        replica = folder / f"replica-{words.split()[0]}"
        add(robot, PLAYERS, PLAYERS // 2)
        with Engine(robot, replica) as engine, robot:
            if how == "with":
                follow(robot, engine)
                engine.start()
            robot.start()
            seconds, rate = answers(robot, words, alone, together)
            robot.stop()
        lines.append((seconds, rate))
        print(f"'{words}' {how} a replica: one letter's answer after {1e3 * quantile(seconds, .5):.0f} ms"
              f" in the median, {1e3 * quantile(seconds, .99):.0f} ms in 99 of 100;"
              f" {rate:.0f} answered a second", flush=True)
    (off, off_rate), (on, on_rate) = lines
    print(f"'{words}': later by {1e3 * (quantile(on, .5) - quantile(off, .5)):.0f} ms in the median,"
          f" {1e3 * (quantile(on, .99) - quantile(off, .99)):.0f} ms in 99 of 100;"
          f" {100 * on_rate / off_rate:.0f} % of the letters a second", flush=True)


def promotion(folder, games):
    robot = make_server(folder / "many")
    replica = folder / "many-replica"
    seconds = add(robot, 2 * PLAYERS, games)
    print(f"game new --from: {games} games in {seconds:.1f} s, {games / seconds:.0f} a second",
          flush=True)
    with Engine(robot, replica) as engine:
        follow(robot, engine)
        engine.start()
        until("the replica holds everything", lambda: json.loads(
            robot.run("status", "--json").stdout)["replica"]["state"] == "held", 300)
    second = Robot(folder / "second")
    second.folder.mkdir()
    shutil.copy2(robot.folder / "postern.key", second.folder)
    text = (robot.folder / "postern.conf").read_text()
    (second.folder / "postern.conf").write_text(
        "\n".join(line for line in text.split("\n") if not line.startswith("replica ")))
    start = time.monotonic()
    said = second.postern("promote", str(replica), "--yes")
    print(f"promotion of {games} games: {time.monotonic() - start:.1f} s", flush=True)
    print(said.split("\n")[0], flush=True)


def main(sizes):
    games, alone, together = sizes + [20000, 300, 2000][len(sizes):]
    if not PROGRAM:
        print("POSTERN_LITESTREAM names no program: nothing is measured")
        return 77
    with Scratch() as scratch:
        for command in ("games", "show"):
            compare(scratch, command, alone, together)
        promotion(scratch, games)
    return 0


sys.exit(main([int(word) for word in sys.argv[1:]]))
