# SPDX-License-Identifier: MIT
"""What the table's page writes, posted in a forum: orders tapped in the page that a letter links to go into the
game's topic, as lines behind "!" and as a sealed block, and the server takes them. Against discourse.py.
"""
import re

from browser import Browser
from discourse import Discourse
from forum_table import Server, Table
from harness import Scratch, main, until
from table_letters import OPEN_S, Site, compose, configure, link_of, newest, ready

MAIL = {"alice": ("Anna", "anna@one.example"), "bob": ("Bruno", "bruno@two.example")}
ROUNDS = 4 # questions answered in the page: no game is over sooner
COPIED = "window.copied = ''; navigator.clipboard.writeText = async (text) => { window.copied = text; }"


class Both(Table):
    """A game of two who get letters and post: a player by mail and one of the forum are one person."""

    def __init__(self, robot, forum):
        self.robot, self.forum, self.names = robot, forum, tuple(MAIL)
        for member, (name, address) in MAIL.items():
            robot.postern("player", "add", name, address)
            robot.outcome(forum.open(member, "Hello", "! join")[1])
            robot.postern("player", "merge", member, name, "--yes")
        seats = [word for name, _ in MAIL.values() for word in ("--seat", name)]
        self.game = str(robot.json("game", "new", "welcome_back", *seats)["game"])
        self.topic = self.await_topic()
        for name, address in MAIL.values():
            until(f"{name} has a letter of the game", lambda: self.is_told(address), 60, 0.1)
            robot.postern("send", name, "luck plums")
        until("the game begins", self.asked, 60, 0.1)
        self.posted = 0 # the seat that was told by post what it is asked next

    def is_told(self, address):
        letter = newest(self.robot, address)
        return letter and "luck" in letter.text


def text_of(browser, button):
    """What a button of the page copies."""
    browser.run(COPIED)
    browser.run(f"by({button!r}).onclick()")
    return until("the lines are copied", lambda: browser.run("window.copied"), OPEN_S)


def told_in(post, line):
    """As words of its own: a group of a block may hold a short word by chance."""
    return re.search(rf"\b{re.escape(line)}\b", post)


def go_on(table):
    """Whoever posted is answered by a post, without a link: he goes on in words until another is asked."""
    until("somebody is asked", table.asked, 60, 0.1)
    while table.asked() == table.posted:
        name, _, order = table.order()
        table.say(name, f"! {order}")
        until("somebody is asked", table.asked, 60, 0.1)


def answer(checks, table, browser, number):
    """Who is asked taps an order, and posts it."""
    go_on(table)
    name, seat, _ = table.order()

    def asked():
        letter = newest(table.robot, MAIL[name][1])
        link = letter and link_of(letter)
        return link and not ready(browser, link) and browser.run("isMine()")

    until(f"{name} has a letter that asks", asked, 60, 0.1)
    told = compose(browser, number, "easy")
    checks.that(not told, f"{name} taps an order", told)
    lines, sealed = browser.run("linesNow()"), number % 2
    post = text_of(browser, "seal-lines" if sealed else "forum")
    if sealed:
        checks.that(not any(told_in(post, line) for line in lines), "a block hides it", f"{lines}: {post}")
    else:
        checks.that(post.split("\n")[:-1] == [f"! {line}" for line in lines], "the lines stand behind !", post)
    entries = table.entries()
    seen = table.say(name, post)
    table.posted = seat
    checks.that(seen == ("accepted", "") and table.entries() >= entries + len(lines),
                f"the server takes what {name} {'sealed' if sealed else 'wrote'}", f"{seen}: {lines}: {post}")


def test(checks):
    forum = Discourse()
    with Scratch() as scratch, Server(scratch / "server") as robot, Site(scratch / "site") as web, \
            Browser() as browser:
        robot.set_up(forum)
        configure(robot, scratch, web.url)
        robot.start()
        table = Both(robot, forum)
        robot.json("site", str(scratch / "site"))
        browser.look(1280)
        for number in range(ROUNDS):
            answer(checks, table, browser, number)
        checks.that(not browser.console, "nothing on the console", browser.console)
    forum.close()


if __name__ == "__main__":
    main(test)
