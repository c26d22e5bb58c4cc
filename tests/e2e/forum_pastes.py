# SPDX-License-Identifier: MIT
"""What people paste into a forum, and who they say they are: against our own small server
(discourse.py). Needs no network.
"""
import subprocess

from discourse import Discourse
from forum_table import Server, Table
from harness import BUILT, Scratch, main, until


def block_of(robot, scratch, game, seat, decision, order):
    record = scratch / f"record-{game}.txt"
    record.write_text(robot.postern("game", "export", game))
    return subprocess.run([BUILT / "postern-proof", "block", "--game", record, "--seat", str(seat),
                           "--decision", str(decision), order], capture_output=True, text=True,
                          check=True, timeout=600).stdout


def check_blocks(checks, table, scratch):
    robot, forum = table.robot, table.forum
    other_game = str(robot.json("game", "new", "welcome_back", "--seat", "alice", "--seat",
                                "bob")["game"])
    name, seat, order = table.order()
    other = table.names[2 - seat]
    decision = robot.count("SELECT decision FROM decision WHERE game = ? AND seat = ?",
                           table.game, seat)

    def block(game=table.game, seat=seat, decision=decision, text=order):
        return block_of(robot, scratch, game, seat, decision, text)

    good = block()
    lines = good.split("\n")
    cases = [
        (name, block(other_game), "block-foreign", "a block of another game"),
        (name, block(decision=decision + 50), "block-late", "a block for another decision"),
        (name, block(seat=3 - seat), "block-not-yours", "a block of another seat"),
        (other, good, "block-not-yours", "a block pasted by the wrong player"),
        (name, "\n".join(lines[:-3]), "block-broken", "a truncated block"),
        (name, good.replace(lines[1][:13], "a" * 13, 1), "block-foreign", "an altered block"),
    ]
    before = table.entries()
    for who, text, why, what in cases:
        seen = table.say(who, "```\n" + text.rstrip("\n") + "\n```")
        checks.that(seen == ("rejected", why), f"{what} is refused", str(seen))
    seen = table.say(other, "\n".join("> " + line for line in lines) + "\n\nwhat is this?")
    checks.that(seen == ("ignored", "talk"), "a quoted block is talk", str(seen))
    checks.that(table.entries() == before, "none of them did anything")
    posts = len(forum.robots(table.topic))
    seen = table.say(name, "My move:\n\n" + good.replace("\n", " "))
    checks.that(seen == ("accepted", ""), "a block that the forum reflowed counts", str(seen))
    seen = table.say(name, good)
    checks.that(seen[1] in ("block-again", "block-late"), "and only once", str(seen))
    robot.rest()
    said = [post["raw"] for post in forum.robots(table.topic)[posts:]]
    checks.that(any("sealed or private" in raw for raw in said) and
                not any(f"```text\n{order}" in raw for raw in said), "the topic does not repeat it",
                str(said))
    refused = [raw for raw in forum.private_to(name) if "another seat" in raw]
    checks.that(refused, "why a block was refused is told in private")


def check_talk(checks, table):
    before = table.entries()
    for text, what in (
            ("Shall I draw?", "talk"),
            ("> ! pass\n\nYou always say that.", "a quote of another's order"),
            ("> ```\n> pass\n> ```\n\nno", "a code block in a quote"),
            ("<blockquote>! pass</blockquote> <pre> ! pass", "HTML soup"),
            ("`pass`", "code in a line")):
        for name in table.names:
            seen = table.say(name, text)
            checks.that(seen == ("ignored", "talk"), f"{what} is no order", str(seen))
    checks.that(table.entries() == before, "talk moves no game")


def check_edit(checks, table):
    robot, forum = table.robot, table.forum
    name, _, order = table.order()
    post = forum.add(name, table.topic, f"! {order}")
    robot.outcome(post)
    robot.rest()
    before, told = table.entries(), len(forum.private_to(name))
    for version, text in ((2, "! pass"), (3, "! something else")):
        forum.edit(post, text)
        seen = robot.outcome(post, f"e{version}")
        checks.that(seen == (("answered", "edited") if version == 2 else ("repeat", "same-message-id")),
                    f"edit {version - 1} is seen", str(seen))
    robot.rest()
    answers = [raw for raw in forum.private_to(name)[told:] if "edited after it was read" in raw]
    checks.that(len(answers) == 1 and table.entries() == before,
                "an edit changes nothing and gets one answer", str(answers))


def check_strangers(checks, robot, forum):
    """An account that nobody has, and a mail that bears one's address."""
    mark = robot.count("SELECT count(*) FROM letter_out")
    address = "user-2@127.0.0.1"
    letter = f"From: {address}\nTo: gm@pbem.test\nMessage-ID: <x@y>\nSubject: x\n\ngames\n"
    inbox = robot.folder / "mail/gm@pbem.test/new"
    inbox.mkdir(parents=True, exist_ok=True)
    (inbox / "1.forged").write_text(letter)
    until("the forged mail is taken in", lambda: robot.count(
        "SELECT count(*) FROM letter WHERE source LIKE 'maildir:%'") == 1, 60, 0.1)
    checks.that(robot.rows("SELECT o.player FROM letter l JOIN outcome o ON o.letter = l.id"
                           " WHERE source LIKE 'maildir:%'") == [(None,)],
                "a mail that bears an account's address is a stranger's")
    checks.that(robot.count("SELECT count(*) FROM letter_out") == mark, "and gets no answer")


def test(checks):
    forum = Discourse()
    with Scratch() as scratch, Server(scratch / "server") as robot:
        robot.set_up(forum)
        robot.start()
        table = Table(robot, forum)
        check_talk(checks, table)
        check_edit(checks, table)
        check_blocks(checks, table, scratch)
        check_strangers(checks, robot, forum)
    forum.close()


if __name__ == "__main__":
    main(test)
