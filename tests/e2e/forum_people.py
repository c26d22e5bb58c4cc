# SPDX-License-Identifier: MIT
"""People who come and go in a forum, by posts alone: an extension, a vacation, a host's acts, a lent seat, a pause, the
win that is claimed of one who stays away. The robot's clock and that of the forum, a small one of our own (discourse.py),
are shifted.
"""
import datetime
import random
import re
import subprocess

import people
from discourse import Discourse
from forum_table import Server
from harness import BUILT, Failed, Scratch, main

TERMS = "setup=2h turn=2h reply=2h grace=1h away=2 lend=7 extensions=1"
DAY_S, STEP_S = 86400, 3000


class Robot(Server, people.Server):
    """Run until nothing is to be done, each time that something was posted or time went by."""


class Topic:
    def __init__(self, robot, forum):
        self.robot, self.forum = robot, forum
        lobby, _ = forum.open("alice", "Who plays?", f"Hi all!\n\n! join\n! challenge welcome back with {TERMS}")
        robot.finish()
        forum.add("bob", lobby, "Me, me!\n\n! join\n! accept 1")
        robot.finish()
        robot.finish()
        self.topic = robot.count("SELECT topic FROM forum_topic WHERE game = 1")
        for name in ("alice", "bob"):
            self.say(name, f"! luck geese of {name}")

    def say(self, name, text):
        """Post; what the robot tells in private: to him who wrote, and to the other."""
        other = "bob" if name == "alice" else "alice"
        before = {who: len(self.forum.private_to(who)) for who in (name, other)}
        post = self.forum.add(name, self.topic, text)
        self.robot.finish()
        self.robot.finish()  # what the first queued for the opening post
        self.outcome = self.robot.outcome(post)
        return tuple(" ".join("\n".join(self.forum.private_to(who)[before[who]:]).split()) for who in (name, other))

    def pass_time(self, seconds=STEP_S):
        self.robot.pass_time(seconds)
        self.forum.ahead_s += seconds
        self.robot.finish()

    def asked(self):
        return self.robot.show("1")["asked"][0]

    def names(self):
        """Who is asked, and the other."""
        names = ("alice", "bob")
        return names[self.asked()["seat"] - 1], names[2 - self.asked()["seat"]]

    def opening(self):
        return self.forum.robots(self.topic)[0]["raw"]

    def until(self):
        """What the opening post says; None: no deadline."""
        found = re.search(r"until (\w+ \d+ \w+ \d+, \d\d:\d\d) UTC", self.opening())
        return found and datetime.datetime.strptime(found.group(1), "%a %d %b %Y, %H:%M").replace(tzinfo=datetime.timezone.utc)

    def agrees(self):
        """Is it the deadline, its grace not counted, which private messages tell?"""
        due = datetime.datetime.fromisoformat(self.asked()["due"])
        return self.until() == due - datetime.timedelta(hours=1)


def check_time(checks, topic):
    asked, other = topic.names()
    before = topic.until()
    checks.that(topic.agrees(), "the topic tells the deadline as letters do", f"{topic.until()} {topic.asked()}")
    said, told = topic.say(asked, "Sorry, busy week.\n\n! one more day, please")
    checks.that("You have a day more" in said and f"{asked} has a day more" in told, "an extension by post", said + told)
    checks.that(topic.until() - before == datetime.timedelta(days=1), "and the topic tells the new deadline",
                f"{before} {topic.until()}")
    said, _ = topic.say(asked, "! extension")
    checks.that("no further day" in said, "there is no second one", said)
    days = f"{topic.until().year + 1}-12-20..{topic.until().year + 1}-12-30"
    said, _ = topic.say(other, f"! I'm on vacation {days}")
    checks.that(f"Your vacation: 20 Dec {topic.until().year + 1} to 30 Dec" in said, "a vacation by post", said)


def check_host(checks, topic):
    """alice offered the game."""
    asked, other = topic.names()
    before = topic.until()
    if asked == "bob":
        said, told = topic.say("alice", "! extend bob 2 days")
        checks.that("bob has 2 days more" in said and "By the host, alice" in told, "the host gives time", said + told)
        checks.that(topic.until() - before == datetime.timedelta(days=2), "and the topic tells it", str(topic.until()))
    else:
        said, told = topic.say("alice", "! extend alice 2 days")
        checks.that("bob" in said and "agree" in told, "to himself with the other's word alone", said + told)
        topic.say("bob", "! yes")
    topic.say(asked, "! pause")
    topic.say(other, "! pause")
    checks.that(topic.until() is None, "while the clocks stand the topic tells no deadline", topic.opening()[:400])
    topic.say(asked, "! resume")
    topic.say(other, "! resume")
    checks.that(topic.until() and topic.agrees(), "when they go again it does", topic.opening()[:400])


def check_lending(checks, topic):
    asked, other = topic.names()
    said, told = topic.say(asked, "! play for me until Sunday, cautiously")
    checks.that("plays for you" in said and f"{asked} lends the seat" in told, "a seat is lent by post", said + told)
    entries = topic.robot.show("1")["entries"]
    topic.robot.postern("bot", "run", "--once", "--time", "1s")
    topic.robot.finish()
    checks.that(topic.robot.show("1")["entries"] > entries, "and the practice opponent plays there")
    said, told = topic.say(asked, "! I am back")
    checks.that(topic.outcome[0] == "answered" and "You play yourself again" in said and "not carried out" not in said,
                "who says that he is back plays again", f"{topic.outcome} {said}")
    checks.that(f"{asked} plays again" in told, "and the other hears of it", told)


def check_claim(checks, topic):
    """bob answers, alice has gone."""
    robot = topic.robot
    said, _ = topic.say("bob", "! I claim the win")
    checks.that("Nobody in this game has missed" in said, "nothing is claimed of one who is there", said)
    for _ in range(200):
        before = len(topic.forum.private_to("bob"))
        topic.pass_time()
        if any("You may claim the win" in raw for raw in topic.forum.private_to("bob")[before:]):
            break
        if topic.names()[0] == "bob":
            orders = robot.legal("1", 2)
            topic.say("bob", "! " + next((one for one in orders if one.split()[0] != "pass"), orders[0]))
    else:
        raise Failed("nobody may claim anything")
    checks.that(any("You have missed 1" in raw for raw in topic.forum.private_to("alice")), "alice was warned")
    said, told = topic.say("bob", "She does not come back.\n\n! I take the win")
    checks.that(robot.show("1").get("over", "").startswith("bob has won"), "the win is claimed by post", said)
    checks.that("The game is over" in topic.opening() and "bob has won" in topic.opening(), "and the topic tells it",
                topic.opening()[:400])


def test(checks):
    forum = Discourse()
    with Scratch() as scratch, Robot(scratch / "server", random.Random(1)) as robot:
        robot.set_up(forum)
        robot.shift_clock()
        robot.postern("bot", "add", "Robo", "--level", "easy")
        topic = Topic(robot, forum)
        check_time(checks, topic)
        check_host(checks, topic)
        check_lending(checks, topic)
        check_claim(checks, topic)
        record = scratch / "record.txt"
        record.write_text(robot.postern("game", "export", "1", "--whole"))
        done = subprocess.run([BUILT / "postern-proof", "verify", record], capture_output=True, text=True, timeout=600)
        checks.that(done.returncode == 0, "the record proves true", done.stdout[-400:])
        checks.that(not robot.crashes, "posternd ended by itself nowhere", str(robot.crashes))
    forum.close()


main(test)
