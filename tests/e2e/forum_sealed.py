# SPDX-License-Identifier: MIT
"""A forum without private messages, and players without an address: what is for one of them alone is
sealed to his own key, in the topic; and secrets that a player holds himself work there as by mail.
Against discourse.py, as forum_bad_days. Needs no network.
"""
import re
import subprocess

from discourse import Discourse
from forum_bad_days import Server, Table
from harness import BUILT, Scratch, main, until

PRINT = re.compile(r"`([a-z2-7]{5}(?:-[a-z2-7]{5}){3})`")


def proof(scratch, *words):
    return subprocess.run([BUILT / "postern-proof", *words], capture_output=True, text=True,
                          cwd=scratch, timeout=600)


class Guests(Table):
    """Two who join by posts; one has registered a key."""

    def __init__(self, checks, robot, forum, scratch):
        self.robot, self.forum, self.names = robot, forum, ("alice", "bob")
        for name in self.names:
            robot.outcome(forum.open(name, "Hello", "! join")[1])
        pen = proof(scratch, "key", "--key", "pen").stdout.split()[1]
        seen = robot.outcome(forum.open("alice", "My key", f"! key add {pen}")[1])
        checks.that(seen[0] == "answered", "she registers her key by a post", str(seen))

    def sit_down(self, game, seats=("alice", "bob")):
        words = [word for name in seats for word in ("--seat", name)]
        self.game = str(self.robot.json("game", "new", game, *words)["game"])
        self.topic = self.await_topic()
        for name in seats:
            self.say(name, f"! luck geese of {name}")
        until("the game begins", self.asked, 30, 0.1)
        self.robot.rest()


def check_held(checks, table, scratch):
    """A seal that its player holds, by a post; opened by another when the rules ask for it."""
    table.sit_down("dungeon_twister")
    first = table.forum.robots(table.topic)[0]["raw"]
    genesis = re.search(r"^genesis ([a-z2-7]{52})$", first, re.M).group(1)
    line = proof(scratch, "seal", "--genesis", genesis, "--seals", "seals", "--seat", "1", "team/1",
                 "thief wizard goblin troll").stdout.strip()
    seen = table.say("alice", "! " + line)
    checks.that(seen == ("accepted", ""), "a sealed team counts", f"{line} {seen}")
    seen = table.say("bob", "! team thief wizard goblin troll")
    checks.that(seen == ("accepted", ""), "an open one beside it too", str(seen))
    seen = table.say("bob", "! " + line)
    checks.that(seen[0] == "rejected", "nobody else may give it", str(seen))
    shown = table.robot.postern("game", "export", table.game)
    checks.that(line.split()[-1] in shown and "wizard goblin troll" not in shown,
                "the log has the commitment alone")


def test(checks):
    forum = Discourse()
    with Scratch() as scratch, Server(scratch / "server") as robot:
        robot.set_up(forum)
        path = robot.folder / "postern.conf"
        path.write_text(path.read_text() + "messages = no\n")
        robot.start()
        table = Guests(checks, robot, forum, scratch)
        table.sit_down("welcome_back")
        told = [post["raw"] for post in forum.robots(table.topic) if "postern-private" in post["raw"]]
        checks.that(told, "her invitation stands in the topic, sealed")
        post = scratch / "post"
        post.write_text("\n".join("> " + line for line in told[0].split("\n")))
        read = proof(scratch, "read", "--key", "pen", "post")
        checks.that(read.returncode == 0 and "Welcome, alice" in read.stdout, "she alone reads it",
                    read.stdout + read.stderr)
        first = forum.robots(table.topic)[0]["raw"]
        shown = PRINT.search(first)
        checks.that(shown and shown.group(1) in read.stdout and "|" not in shown.group(1),
                    "it has the fingerprint that the topic shows", first[:300])
        (scratch / "ticket").write_text(first)
        block = proof(scratch, "block", "--game", "ticket", "--print", shown.group(1), "--seat", "1", "--entry", "5",
                      "--decision", "1", "pass")
        checks.that(block.returncode == 0, "and a block is made with both", block.stderr)
        other = ("b" if shown.group(1)[0] == "a" else "a") + shown.group(1)[1:]
        false = proof(scratch, "block", "--game", "ticket", "--print", other, "--seat", "1", "--entry", "5",
                      "--decision", "1", "pass")
        checks.that(false.returncode == 1, "not with another fingerprint", false.stderr)
        before = len(forum.robots(table.topic))
        seen = table.say("alice", "! fly to the moon")
        checks.that(seen[0] == "rejected", "nonsense is refused", str(seen))
        robot.rest()
        new = [post["raw"] for post in forum.robots(table.topic)[before:]]
        checks.that(any("postern-private" in raw for raw in new) and
                    not any("moon" in raw for raw in new), "why is told her alone", str(new))
        post.write_text(new[-1])
        read = proof(scratch, "read", "--key", "pen", "post")
        checks.that("moon" in read.stdout, "and she reads it", read.stdout + read.stderr)
        seen = table.say("bob", "! fly to the moon")
        robot.rest()
        last = forum.robots(table.topic)[-1]["raw"]
        checks.that("cannot be told here" in last and "moon" not in last,
                    "who has no key is told that something was refused", last)
        check_held(checks, table, scratch)
    forum.close()


main(test)
