# SPDX-License-Identifier: MIT
"""The robot as a member of a forum: people find each other by posts, moderators look at what it
writes, new members may write less, it is renamed, and the daemon ends in the midst of each kind of
request. Against a small server of our own that follows Discourse's documented answers
(discourse.py). Needs no network.
"""
import os
import signal

from discourse import Discourse
from forum_table import Server, Table, once_each
from harness import Scratch, main, until

MOST_KILLS = int(os.environ.get("POSTERN_E2E_KILLS", "8"))


# ---- finding each other ----

def said_in(forum, topic, words):
    with forum.lock:
        return [post["raw"] for post in forum.robots(topic) if words in post["raw"]]


def check_challenges(checks, robot, forum):
    """Nobody is known yet: people join, challenge, decline and accept by posts and messages."""
    lobby, post = forum.open("alice", "Who plays?", "Hello!\n\n! join\n! challenge welcome back")
    robot.outcome(post)
    open_to_all = until("the topic tells of the challenge", lambda: said_in(
        forum, lobby, "looks for 1 more player"), 60, 0.1)
    checks.that("Welcome Back to the Dungeon" in open_to_all[0] and "accept 1" in open_to_all[0],
                "a challenge by post is told in its topic", open_to_all[0])
    seen = robot.outcome(forum.add("bob", lobby, "! accept 1"))
    checks.that(seen == ("answered", "stranger"), "a stranger is told to join first", str(seen))
    robot.outcome(forum.add("bob", lobby, "! join\n! accept"))
    made = until("the topic tells of the game", lambda: said_in(forum, lobby, "begins"), 60, 0.1)
    checks.that(len(made) == 1, "joining and accepting in one post begins the game", str(made))
    robot.outcome(forum.open("alice", "psst", "challenge @bob dungeon twister", to="gm")[1])
    asked = until("bob is asked", lambda: [raw for raw in forum.private_to("bob")
                                           if "Dungeon Twister" in raw and "accept" in raw], 60, 0.1)
    checks.that("alice invites you" in asked[0], "a challenge by private message asks him alone",
                asked[0])
    checks.that(not said_in(forum, lobby, "Dungeon Twister"), "and is told to nobody else")
    robot.outcome(forum.open("bob", "no", "decline", to="gm")[1])
    until("alice hears of it", lambda: any("bob declined" in raw
                                           for raw in forum.private_to("alice")), 60, 0.1)
    seen = robot.outcome(forum.add("alice", lobby, "! challenge @bob welcome back with turn=2d"))
    told = until("the topic calls bob", lambda: said_in(forum, lobby, "@bob"), 60, 0.1)
    checks.that("2 days for a turn" in told[0] and seen[0] == "answered", "a challenge calls by name", told[0])
    seen = robot.outcome(forum.add("alice", lobby, "! challenge @nobody welcome back"))
    until("alice is told", lambda: any('invited as "@nobody"' in raw
                                       for raw in forum.private_to("alice")), 60, 0.1)
    robot.outcome(forum.open("bob", "yes", "join", to="gm")[1])
    until("the second game begins", lambda: robot.count("SELECT count(*) FROM game") == 2, 60, 0.1)
    robot.outcome(forum.open("bob", "mine", "games", to="gm")[1])
    until("his games are listed", lambda: any("Dungeon 2 against alice" in raw
                                              for raw in forum.private_to("bob")), 60, 0.1)
    robot.rest()


# ---- moderators ----

def approve(forum, good=True, most=1):
    """What waits at the moment; how many there were."""
    waiting = list(forum.pending)[:most]
    for number in waiting:
        forum.moderate(number, good)
    return len(waiting)


def check_queue(checks, robot, forum):
    """The topic itself and its posts wait for a moderator, in their order."""
    forum.moderated = True
    mark = len(robot.log())
    game = str(robot.json("game", "new", "welcome_back", "--seat", "alice", "--seat", "bob")["game"])
    until("the topic waits", lambda: forum.pending, 60, 0.1)
    robot.await_log("event=post-out .*fate=later.*waits for a moderator", mark, 60)
    held = "SELECT count(*) FROM forum_part WHERE state = 'queued'"
    until("it is noted", lambda: robot.count(held) == 1, 60, 0.1)
    robot.postern("forum", "retry")
    robot.stop()
    robot.start()
    robot.postern("forum", "retry")
    until("it was asked about", lambda: sum("pending.json" in one for one in forum.seen) > 2, 60, 0.1)
    checks.that(len(forum.pending) == 1, "what waits for a moderator is not posted again",
                str(forum.pending))
    approve(forum)
    table = Table.of(robot, forum, game)
    checks.that(table.topic, "once approved the topic is the game's")
    for name in table.names:
        robot.outcome(forum.open(name, "luck", f"game {game}\nluck cows of {name}", to="gm")[1])
    until("the game begins", table.asked, 60, 0.1)
    once_each(checks, robot, forum, "approved", lambda: approve(forum))
    name, _, order = table.order()
    table.say(name, f"! {order}")
    until("the turn waits", lambda: forum.pending, 60, 0.1)
    mark = len(robot.log())
    forum.moderated = False
    approve(forum, good=False)
    robot.postern("forum", "retry")
    told = robot.await_log("event=post-out .*fate=refused.*moderator has refused", mark, 60)
    checks.that(told, "a rejected post is told to the administrator")
    name, _, order = table.order()
    table.say(name, f"! {order}")
    once_each(checks, robot, forum, "after a rejected post")
    checks.that(robot.count("SELECT count(*) FROM forum_part") == 0, "nothing is left over")
    return table


def check_newcomer(checks, table):
    """A new member may show no picture and name nobody: the post goes without."""
    robot, forum = table.robot, table.forum
    forum.newcomer = True
    name, _, order = table.order()
    table.say(name, f"! {order}")
    once_each(checks, robot, forum, "new member")
    last = forum.robots(table.topic)[-1]["raw"]
    checks.that("upload://" not in last and "is asked" in last and "What happened" in last,
                "a new member's post says all but shows no picture", last)
    forum.newcomer = False


def check_renamed(checks, table):
    """The robot gets another name: told, and mended in the configuration."""
    robot, forum = table.robot, table.forum
    robot.rest()
    forum.robot = "herald"
    mark = len(robot.log())
    robot.await_log("event=inbox.*refuses the robot's key", mark, 60)
    conf = robot.folder / "postern.conf"
    conf.write_text(conf.read_text().replace("robot = gm\n", "robot = herald\n"))
    robot.stop()
    robot.start()
    name, _, order = table.order()
    seen = table.say(name, f"! {order}")
    checks.that(seen[0] == "accepted", "under its new name the robot goes on", str(seen))
    robot.rest()
    robot.stop()
    forum.robot = "gm"
    conf.write_text(conf.read_text().replace("robot = herald\n", "robot = gm\n"))
    robot.start()


# ---- the end in the midst of a request ----

def check_requests(checks, table):
    """The daemon is killed while the forum deals with each kind of request: before and after."""
    robot, forum = table.robot, table.forum
    moments = [(when, what) for what in ("post", "upload", "edit", "message")
               for when in ("after", "before")][:MOST_KILLS]
    killed = []

    def end_it(when, what):
        if moments and (when, what) == moments[0]:
            moments.pop(0)
            killed.append((when, what))
            robot.daemon.send_signal(signal.SIGKILL)

    while moments:
        robot.rest()
        wanted = len(killed) + 1
        name, _, order = table.order()
        forum.on_write = end_it
        # The second line is refused: a private message tells him.
        post = forum.add(name, table.topic, f"! {order}\n! nonsense")
        until(f"the daemon ends {moments[:1]}", lambda: len(killed) == wanted, 60, 0.05)
        forum.on_write = None
        robot.kill()
        robot.start()
        seen = robot.outcome(post)
        checks.that(seen[0] == "part", f"killed {killed[-1]}: the order counts once", str(seen))
    once_each(checks, robot, forum, "ends in the midst of requests")


def test(checks):
    forum = Discourse()
    with Scratch() as scratch, Server(scratch / "server") as robot:
        robot.set_up(forum)
        robot.start()
        check_challenges(checks, robot, forum)
        table = check_queue(checks, robot, forum)
        check_newcomer(checks, table)
        check_renamed(checks, table)
        check_requests(checks, table)
    forum.close()


main(test)
