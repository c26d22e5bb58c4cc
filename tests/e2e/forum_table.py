# SPDX-License-Identifier: MIT
"""A robot that plays in our own small forum (discourse.py), and a game of two people in it."""
import collections
import re

from discourse import CATEGORY, KEY
from harness import Failed, Robot, until

KEEPER = "keeper@pbem.test"
MARK = re.compile(r"`ref (out-[0-9]+-[0-9a-f.]+)`")


class Server(Robot):
    """A robot of Maildirs that plays in the forum."""

    def set_up(self, forum):
        self.init()
        self.token = self.folder / "forum.key"
        self.token.write_text(KEY + "\n")
        self.token.chmod(0o600)
        path = self.folder / "postern.conf"
        path.write_text(path.read_text() + f"retry = 1s\nkeeper = {KEEPER}\n\n[forum]\n"
                        f"kind = discourse\nurl = {forum.url}\n"
                        f"robot = gm\nkey_file = {self.token}\ncategory = {CATEGORY}\npoll = 1s\n")

    def outcome(self, post, suffix=""):
        def look():
            rows = self.rows("SELECT o.kind, o.reason FROM letter l JOIN outcome o ON o.letter = l.id"
                             " WHERE l.source = 'discourse:forum' AND l.source_id = ?",
                             f"{post}{suffix}")
            return rows and rows[0]

        return until(f"post {post}{suffix} is taken in", look, 60, 0.1)

    def rest(self, meanwhile=lambda: None):
        """Until nothing waits to be posted, but an opening post's text that is out of date."""
        def look():
            meanwhile()
            return self.count("SELECT count(*) FROM delivery d JOIN letter_out o ON o.id = d.out"
                              " WHERE state = 'waiting' AND kind <> 'pinned'") == 0

        until("all is posted", look, 90, 0.1)


def marks(forum):
    return collections.Counter(mark for post in [*forum.posts.values(), *forum.deleted]
                               if post["username"] == "gm"
                               for mark in MARK.findall(post["raw"]))


def once_each(checks, robot, forum, what, meanwhile=lambda: None):
    """Every post that the ledger calls sent is in the forum once; and no other."""
    robot.rest(meanwhile)
    doubled = [mark for mark, count in marks(forum).items() if count > 1]
    checks.that(not doubled, f"{what}: no post is doubled", str(doubled))
    sent = {str(row[0]) for row in robot.rows(
        "SELECT out FROM delivery d JOIN letter_out o ON o.id = d.out WHERE channel = 'forum'"
        " AND state = 'sent' AND kind IN ('post', 'say')")}
    missing = sorted(sent - {mark.split("-")[1] for mark in marks(forum)})
    checks.that(not missing, f"{what}: none is lost", str(missing))


class Table:
    """A game of alice and bob, who join for it."""

    @classmethod
    def of(cls, robot, forum, game):
        """A game that is there already."""
        table = cls.__new__(cls)
        table.robot, table.forum, table.names, table.game = robot, forum, ("alice", "bob"), game
        table.topic = table.await_topic()
        return table

    def __init__(self, robot, forum):
        self.robot, self.forum = robot, forum
        forum.open("alice", "Hello", "! join")
        forum.open("bob", "Hello", "```\njoin\n```")
        until("both have joined", lambda: robot.count("SELECT count(*) FROM player") == 2, 60)
        self.names = ("alice", "bob")
        self.game = str(robot.json("game", "new", "welcome_back", "--seat", "alice", "--seat",
                                   "bob")["game"])
        self.topic = self.await_topic()
        for name in self.names:
            self.say(name, f"! luck geese of {name}")
        until("the game begins", self.asked, 60, 0.1)

    def await_topic(self, not_this=0):
        return until("the topic opens", lambda: self.robot.count(
            "SELECT topic FROM forum_topic WHERE game = ? AND topic <> ?", self.game, not_this)
            if self.robot.count("SELECT count(*) FROM forum_topic WHERE game = ? AND topic <> ?",
                                self.game, not_this) else 0, 60, 0.1)

    def say(self, name, text):
        return self.robot.outcome(self.forum.add(name, self.topic, text))

    def asked(self):
        """The seat that is asked; 0 while nobody is."""
        shown = self.robot.show(self.game)
        if shown.get("over"):
            raise Failed("the game is over too early")
        return next((row["seat"] for row in shown["asked"] if row["seat"]), 0)

    def order(self):
        """Who is asked, and an order that does not end the round."""
        seat = until("somebody is asked", self.asked, 60, 0.1)
        orders = self.robot.legal(self.game, seat)
        return self.names[seat - 1], seat, next((o for o in orders if o.split()[0] != "pass"), orders[0])

    def entries(self):
        return self.robot.show(self.game)["entries"]
