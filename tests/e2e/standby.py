# SPDX-License-Identifier: MIT
"""The first machine burns, again and again, and another goes on from the replica.

Letters go on through real mail servers while posternd and the engine that copies its ledger are
killed at random moments: also while the engine takes a snapshot, moves the write-ahead file into
the ledger, or begins anew. The host's folder is removed, the next host promoted from the replica.
No letter may be lost, none count twice, no number have two heads, no game be frozen.
POSTERN_E2E_KILLS bounds it (30 if not set), and POSTERN_DRILL_SECONDS, after which no more host
burns; POSTERN_E2E_SEED chooses the moments.
"""
import json
import os
import random
import re
import shutil
import time

from engine import Engine, follow
from harness import Failed, MailServers, Player, Robot, Scratch, main, until
from players import Twister
import playing

KILLS = int(os.environ.get("POSTERN_E2E_KILLS", "30"))
SECONDS = float(os.environ.get("POSTERN_DRILL_SECONDS", "inf"))
SEED = int(os.environ.get("POSTERN_E2E_SEED", "11"))
HEAD = re.compile(r"^postern-(?:head|receipt \d) game (\d+) entry (\d+)(?: head)?\s+"
                  r"((?:[A-Za-z2-7]{13}\s+){4})", re.M)
WAYS = ("at any moment", "in a snapshot", "in a checkpoint", "while it begins anew",
        "with letters logged, but not copied")
PUT_BACK = re.compile(r"event=looked-again put_back=(\d+)")


class Host:
    """One machine: a server's folder, posternd, the engine, and the replica that it writes."""

    def __init__(self, folder, number, servers, before=None):
        self.robot = Robot(folder / f"host{number}")
        self.replica = folder / f"replica{number}"
        self.engine = Engine(self.robot, self.replica)
        if before:      # what travels beforehand, once: keys and configuration
            self.robot.folder.mkdir()
            shutil.copy2(before.robot.folder / "postern.key", self.robot.folder)
        else:
            self.robot.init()
        self.robot.configure(servers)
        follow(self.robot, self.engine)

    def start(self, way=0):
        self.engine.write(snapshots="400ms" if way == 1 else "24h", pages=4 if way == 2 else 1000)
        self.engine.start()
        self.robot.start()

    def burn(self, rng):
        """Both programs are killed, one a moment before the other; then the disk is gone."""
        first, second = rng.sample([self.robot, self.engine], 2)
        first.kill()
        time.sleep(rng.choice((0, rng.uniform(0, 0.02))))
        second.kill()


class Drill:
    """What goes on while machines burn."""

    def __init__(self, checks, folder, servers):
        self.checks = checks
        self.folder = folder
        self.servers = servers
        self.rng = random.Random(SEED)
        self.players = {1: Player(servers, "Alice", 1), 2: Player(servers, "Bob", 2)}
        self.host = Host(folder, 0, servers)
        self.games = []
        self.frozen = 0
        self.seconds = {way: [] for way in WAYS}

    def begin(self):
        everybody = list(self.players.values())
        for player in everybody:
            self.host.robot.postern("player", "add", player.name, player.address)
        self.host.start()
        number = self.host.robot.new_game("dungeon_twister", everybody)
        self.game = playing.Game(self.host.robot, number, self.players, Twister(self.rng))
        self.game.open_luck()

    def write(self):
        """An order, and a question of the other seat: letters that nobody answered yet."""
        shown = self.game.shown()
        seats = playing.asked_seats(shown)
        if self.game.over or not seats:
            raise Failed("the game is over before all hosts burned")
        seat = seats[0]
        orders = self.host.robot.legal(self.game.number, seat)
        if "end" in orders and self.rng.random() < 0.9:
            lines = ["end"]     # nobody wins before the last host burnt
        else:
            lines = self.game.chooser.plan(orders, seat, shown["board"])
        player, other = self.players[seat], self.players[3 - seat]
        sent = player.send(lines, player.await_question())
        asked = other.send("show", other.letters[-1])
        other.answered.discard(other.letters[-1].id)
        self.game.letters += 2
        return (player, seat, lines, sent), (other, asked)

    def promote(self, number, way):
        """The next host, as the manual tells."""
        before, self.host = self.host, Host(self.folder, number, self.servers, self.host)
        shutil.rmtree(before.robot.folder)
        said = json.loads(self.host.robot.postern("promote", str(before.replica), "--json", "--yes"))
        self.frozen += said["frozen"]
        shutil.rmtree(before.replica)
        self.game.robot = self.host.robot
        self.host.start(way)

    def answers(self, order, question, way):
        player, seat, lines, sent = order
        answer = player.await_answer(sent, 90)
        self.seconds[way].append(time.monotonic() - self.burnt)
        self.game.take(seat, lines, answer)
        question[0].await_answer(question[1], 90)

    def round(self, number):
        way = number % len(WAYS)
        logged = self.logged()
        if way == 4:
            self.host.engine.kill()
        order, question = self.write()
        if way == 4:
            self.await_logged(logged)
        else:
            time.sleep(self.rng.uniform(0, 0.5))
        if way == 3:
            self.host.engine.begin_anew()
            time.sleep(self.rng.uniform(0, 0.15))
        self.host.burn(self.rng)
        self.burnt = time.monotonic()
        self.promote(number, (number + 1) % len(WAYS))
        self.answers(order, question, WAYS[way])
        back = sum(int(count) for count in PUT_BACK.findall(self.host.robot.log()))
        if back:
            self.checks.that(False, f"host {number}: no letter left its inbox that was not copied",
                             f"{back} did")

    def logged(self):
        return self.host.robot.count("SELECT count(*) FROM outcome")

    def await_logged(self, before):
        """Both letters have an outcome that no replica holds: they stay where they are."""
        until("the letters are logged", lambda: self.logged() >= before + 2)
        left = Player(self.servers, "gm").fetch_folder("INBOX")
        self.checks.that(left >= 2, "what is not copied stays in the inbox", f"{left} letters do")

    def heads(self):
        """Every head that any letter shows: two for one number would be two histories."""
        seen = {}
        for player in self.players.values():
            for letter in player.look():
                for game, entry, head in HEAD.findall(letter.text):
                    seen.setdefault((game, entry), set()).add("".join(head.split()))
        return seen

    def judge(self):
        checks, robot = self.checks, self.host.robot
        everybody = list(self.players.values())
        for _ in range(200):
            if self.game.over or not self.game.step():
                break
            if self.game.letters > 2 * sum(map(len, self.seconds.values())) + 20:
                self.game.give_up(playing.asked_seats(self.game.shown())[0])
        self.game.shown()
        checks.that(self.game.over, f"the game is over after {self.game.letters} letters")
        heads = self.heads()
        twice = [number for number, seen in heads.items() if len(seen) != 1]
        checks.that(heads and not twice, f"{len(heads)} numbers in letters, each with one head",
                    str(twice[:5]))
        checks.that(self.frozen == 0, "no game was frozen")
        what = "after all fires"
        playing.all_delivered(checks, robot, everybody, what)
        playing.one_outcome_each(checks, robot, everybody, what)
        playing.threads(checks, everybody, what)
        entries = playing.count_entries(robot, self.game.number)
        checks.that(entries == self.game.orders, "no order was lost or doubled",
                    f"{entries} in the log, {self.game.orders} in letters")
        playing.verify(checks, robot, self.game, what)
        checks.that(robot.run("check").returncode == 0, "postern check finds nothing")
        self.tell()

    def tell(self):
        everywhere = [second for seconds in self.seconds.values() for second in seconds]
        self.checks.note("hosts that burned; seconds from the fire to the answer of a letter:")
        self.checks.note("| when | hosts | half within | 9 in 10 | longest |")
        self.checks.note("|---|---|---|---|---|")
        for way, seconds in [*self.seconds.items(), ("all", everywhere)]:
            slow = sorted(seconds)
            if slow:
                self.checks.note(f"| {way} | {len(slow)} | {slow[len(slow) // 2]:.1f} |"
                                 f" {slow[len(slow) * 9 // 10]:.1f} | {slow[-1]:.1f} |")


def test(checks):
    with Scratch() as folder, MailServers(folder / "mail") as servers:
        drill = Drill(checks, folder, servers)
        try:
            drill.begin()
            start = time.monotonic()
            for number in range(1, KILLS + 1):
                if time.monotonic() - start > SECONDS:
                    break
                drill.round(number)
            drill.judge()
        except Failed:
            print("\n".join(drill.host.robot.log().split("\n")[-40:]))
            raise
        finally:
            drill.host.robot.kill()
            drill.host.engine.kill()


main(test)
