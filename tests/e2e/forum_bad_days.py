# SPDX-License-Identifier: MIT
"""What a forum may do to a robot: against a small server of our own that follows Discourse's
documented answers (discourse.py), because a real one does not lock, lose and refuse at a word. Needs
no network.
"""
import os
import re
import time

from discourse import CATEGORY, KEY, Discourse
from forum_table import KEEPER, Server, Table, once_each
from harness import Scratch, main, until

STEPS = min(7, int(os.environ.get("POSTERN_E2E_KILLS", "7")))    # more than a post has


# ---- posting, and every way it can go wrong ----

def check_topic(checks, table):
    table.robot.rest()
    first = table.forum.robots(table.topic)[0]["raw"]
    checks.that("](upload://board" in first and "postern-ticket" in first and "[details=" in first,
                "the opening post has picture, ticket and folded text", first)
    turn = table.forum.robots(table.topic)[-1]["raw"]
    checks.that(re.search(r"\*\*(alice|bob)\*\* @(alice|bob) is asked: Draw a card, or pass", turn),
                "a turn's post says who is asked, about what", turn)
    checks.that("until" in turn and "What happened" in turn, "until when, and what happened", turn)
    other = [raw for name in table.names for raw in table.forum.private_to(name)
             if f"Welcome, {'bob' if name == 'alice' else 'alice'}" in raw]
    checks.that(not other, "private letters reach their readers alone", str(other))


def check_kills(checks, table):
    """The daemon ends at each step; what was posted is found, what was not is posted."""
    robot, died = table.robot, 0
    for step in range(1, STEPS + 1):
        name, _, order = table.order()
        robot.rest()
        robot.stop()
        robot.start(POSTERN_CRASH_AFTER=str(step))
        post = table.forum.add(name, table.topic, f"! {order}")
        # It has no such step if all is taken in and posted.
        until("the daemon ends, or has nothing to do", lambda: not robot.lives() or (
            robot.count("SELECT count(*) FROM letter WHERE source_id = ?", str(post)) and
            robot.count("SELECT count(*) FROM delivery WHERE state = 'waiting'") == 0), 90, 0.05)
        died += not robot.lives()
        robot.kill()
        robot.start()
        seen = robot.outcome(post)
        checks.that(seen[0] == "accepted", f"killed at step {step}: the order counts", str(seen))
    checks.that(died > STEPS // 2, f"killed {died} times in {STEPS}")
    once_each(checks, robot, table.forum, "kills")


def check_lost_answers(checks, table):
    for _ in range(2):
        name, _, order = table.order()
        table.forum.lose_answer = 2
        seen = table.say(name, f"! {order}")
        checks.that(seen[0] == "accepted", "an order counts though answers are lost", str(seen))
        until("answers were lost", lambda: table.forum.lose_answer == 0, 60)
        table.robot.rest()
    once_each(checks, table.robot, table.forum, "lost answers")


def check_limits(checks, table):
    """Rate limits, flood control, moderation queues."""
    robot, forum = table.robot, table.forum
    name, _, order = table.order()
    mark, posts = len(robot.log()), len(forum.seen)
    forum.refuse = [(429, {"errors": ["Slow down"], "extras": {"wait_seconds": 3}},
                     {"Retry-After": "3"})]
    started = time.monotonic()
    table.say(name, f"! {order}")
    robot.await_log("event=forum.*asks to send less", mark, 60)
    until("it was asked to wait", lambda: not forum.refuse, 60)
    asked = [one for one in forum.seen[posts:] if one.startswith("POST")]
    robot.rest()
    checks.that(time.monotonic() - started >= 3, "the robot waits as long as it is asked to",
                str(asked))
    once_each(checks, robot, forum, "rate limit")
    name, _, order = table.order()
    forum.refuse = 2 * [(422, {"errors": ["Body is too similar to what you recently posted"]}, {})]
    mark = len(robot.log())
    table.say(name, f"! {order}")
    robot.await_log("event=post-out .*fate=refused", mark, 60)
    checks.that(True, "what the forum will never take is told to the administrator")


def check_topics(checks, table):
    """Locked, unlocked; deleted, opened anew."""
    robot, forum = table.robot, table.forum
    robot.rest()
    forum.closed.add(table.topic)
    mark = len(robot.log())
    name, _, order = table.order()
    table.say(name, f"! {order}")
    robot.await_log("event=topic game=1 state=locked", mark, 60)
    told = robot.json("forum", "list")
    checks.that(told[0]["state"] == "locked" and told[0]["waiting"] > 0,
                "a locked topic is listed with what waits", str(told))
    forum.closed.clear()
    robot.postern("forum", "retry")
    robot.await_log("event=topic game=1 state=open", mark, 60)
    once_each(checks, robot, forum, "locked and opened")
    name, _, order = table.order()
    old = table.topic
    forum.delete(old)
    mark = len(robot.log())
    robot.postern("submit", table.game, "--seat", str(1 + table.names.index(name)), "-",
                  text=order + "\n")
    robot.await_log("event=topic game=1 state=gone", mark, 60)
    robot.postern("forum", "reopen", table.game)
    table.topic = table.await_topic(old)
    until("what waited stands in the new topic", lambda: len(forum.robots(table.topic)) > 1, 60)
    checks.that(keeper_was_told(robot, 3), "the keeper was written of each trouble once")
    checks.that(table.topic != old, "a deleted topic is opened anew, and its posts are in it")


def await_scan(forum):
    """Until the robot has looked for new posts twice: by then it has read what was there."""
    mark = len(forum.seen)
    until("the robot has looked twice",
          lambda: forum.seen[mark:].count("GET /posts.json") > 2, 60, 0.1)


def public_topics(forum):
    with forum.lock:
        return [number for number, topic in forum.topics.items() if not topic["to"]]


def check_moved(checks, table):
    """A topic gets another category and address: play goes on in it, after a start too."""
    robot, forum = table.robot, table.forum
    elsewhere = iter(range(CATEGORY + 1, CATEGORY + 9))
    for starts in (False, True):
        robot.rest()
        posts = len(forum.robots(table.topic))
        topics = public_topics(forum)
        forum.move(table.topic, next(elsewhere), f"Moved {'twice' if starts else 'once'}")
        if starts:
            robot.stop()
            robot.start()
        name, _, order = table.order()
        seen = table.say(name, f"! {order}")
        checks.that(seen[0] == "accepted", "an order in a moved topic counts", str(seen))
        once_each(checks, robot, forum, "moved")
        told = forum.robots(table.topic)[posts:]
        checks.that(told and public_topics(forum) == topics, "and is told there, in no new topic",
                    str(told))
    fresh = Table.of(robot, forum, str(robot.json("game", "new", "welcome_back", "--seat", "alice",
                                                  "--seat", "bob")["game"]))
    robot.rest()
    await_scan(forum)
    forum.move(fresh.topic, next(elsewhere), "Moved before anybody wrote in it")
    for name in fresh.names:
        fresh.say(name, f"! luck hens of {name}")
    checks.that(until("the game begins", fresh.asked, 60, 0.1),
                "a topic moved before anybody wrote in it is read")
    once_each(checks, robot, forum, "moved at once")


def keeper_was_told(robot, count):
    """So many letters about the forum are in the administrator's mailbox."""
    def look():
        inbox = robot.folder / "mail" / KEEPER / "new"
        told = [path for path in inbox.glob("*") if "Subject: forum" in path.read_text()]
        return len(told) == count

    until(f"the keeper has {count} letters about the forum", look, 60, 0.1)
    return True


def check_key(checks, table):
    """A robot that lost its token."""
    robot, forum = table.robot, table.forum
    forum.key = "another"
    mark = len(robot.log())
    robot.await_log("event=inbox.*refuses the robot's key", mark, 60)
    name, _, order = table.order()
    post = forum.add(name, table.topic, f"! {order}")
    robot.token.write_text("another\n")
    robot.stop()
    robot.start()
    seen = robot.outcome(post)
    checks.that(seen[0] == "accepted", "with a new token everything goes on", str(seen))
    checks.that(keeper_was_told(robot, 4), "the keeper was written once that the key is refused")
    secrets = [line for line in robot.log().split("\n") if KEY in line]
    checks.that(not secrets, "no token stands in the log")
    robot.rest()


def check_down(checks, table):
    robot, forum = table.robot, table.forum
    name, seat, order = table.order()
    forum.down = True
    mark = len(robot.log())
    robot.run("submit", table.game, "--seat", str(seat), "-", text=order + "\n")
    robot.await_log("event=forum.*state=|event=forum", mark, 60)
    time.sleep(3)
    told = [line.split(" ", 1)[1] for line in robot.log()[mark:].split("\n")
            if "event=forum" in line]
    checks.that(told and len(told) == len(set(told)), "an outage is told once, not each second",
                str(told[:4]))
    forum.down = False
    robot.stop()
    robot.start()
    once_each(checks, robot, forum, "outage")


def test(checks):
    forum = Discourse()
    with Scratch() as scratch, Server(scratch / "server") as robot:
        robot.set_up(forum)
        robot.start()
        table = Table(robot, forum)
        check_topic(checks, table)
        check_lost_answers(checks, table)
        check_limits(checks, table)
        check_moved(checks, table)
        check_topics(checks, table)
        check_down(checks, table)
        check_key(checks, table)
        check_kills(checks, table)
    forum.close()


if __name__ == "__main__":
    main(test)
