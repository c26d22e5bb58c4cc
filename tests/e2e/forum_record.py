# SPDX-License-Identifier: MIT
"""Record a game in a real NodeBB as pictures: two people find each other by posts and play a whole
game of Welcome Back to the Dungeon in its topic. Run by contrib/forum-pictures, which puts the
pictures into doc/pictures; checks on the way what only eyes see otherwise.
"""
import base64
import os
import pathlib
import random

from browser import Browser
from harness import SOURCE, Failed, Robot, Scratch, main, until
import forum_game
import forums

FOLDER = pathlib.Path(os.environ["POSTERN_FORUM_PICTURES"])
PHONE, DESK = 390, 1000
HIGH = 4200         # of a picture, about
MOST_ORDERS = int(os.environ.get("POSTERN_E2E_LETTERS", "90"))
NAMES = {1: "alice", 2: "bob"}

TALK = {    # behind so many orders somebody says something
    4: ("bob", "I would not go down there with that little health."),
    5: ("alice", "> @bob said:\n> I would not go down there with that little health.\n\nWe shall see."),
    11: ("alice", "Sorry for the delay, my train was late."),
    17: ("bob", "> @alice said:\n> ```\n> pass\n> ```\n\nYou always do that!"),
}


def find_each_other(robot, forum):
    """A topic of their own; the game that comes of it."""
    lobby = forum.open_topic("alice", "Who plays?", "Hello everybody, this is my first game here.\n\n"
                             "! join\n! challenge welcome back")
    until("the challenge is told", lambda: any("accept 1" in html
                                               for html in forum.robots(lobby).values()), 60, 0.3)
    forum.reply("bob", lobby, "Me!\n\n! join\n! accept 1")
    until("the game is made", lambda: robot.count("SELECT count(*) FROM game") == 1, 60, 0.3)
    until("it is told", lambda: any("begins" in html
                                    for html in forum.robots(lobby).values()), 60, 0.3)
    return lobby


class Evening:
    """Both players in the topic."""

    def __init__(self, robot, forum, game, topic):
        self.rng = random.Random(int(os.environ.get("POSTERN_E2E_SEED", "5")))
        self.robot, self.forum, self.game, self.topic = robot, forum, game, topic
        self.table = forum_game.Table(robot, forum, self.rng)
        self.table.game, self.table.topic = game, topic
        self.orders = 0

    def say(self, name, text):
        return self.table.letter_of(self.forum.reply(name, self.topic, text))

    def form(self, order):
        """As people write: bare, with some words, in a code block."""
        return self.rng.choice(("! {}", "! {}", "```\n{}\n```", "All right:\n\n! {}", "@gm {}")) \
            .format(order)

    def turn(self, seat, browser, page):
        order = self.table.choose(seat)
        if self.orders == 7:
            self.say(NAMES[seat], "! fly to the moon")
        if self.orders in (6, 14):
            decision = forum_game.decision_of(self.robot, self.game, seat)
            block, _, _ = forum_game.seal(browser, page, self.game, seat, decision, order,
                                           forum_game.entry_of(self.robot, self.game))
            seen = self.say(NAMES[seat], "A secret one.\n\n" + block)
        else:
            seen = self.say(NAMES[seat], self.form(order))
        if seen[0] != "accepted":
            raise Failed(f"{order}: {seen}")
        self.orders += 1
        until("all is posted", lambda: forum_game.all_sent(self.robot), 60, 0.2)
        if self.orders in TALK:
            self.say(*TALK[self.orders])

    def play(self, browser, page):
        while self.orders < MOST_ORDERS:
            shown, seats = self.table.asked()
            if shown.get("over"):
                return shown["over"]
            if seats:
                self.table.hurries = self.orders > 20
                self.turn(seats[0], browser, page)
        return None


# ---- pictures ----

BARE = """(async () => {
    const style = document.createElement('style');
    style.textContent = '#header-menu, .pagination-block, .topic-main-buttons, .breadcrumb,'
        + ' .alert-window, [component="topic/reply/container"], #footer, .tags, .topic-info,'
        + ' [component="post/quick-reply"] {display: none !important}'
        + ' body {padding-top: 8px !important}';
    document.head.append(style);
    // The forum loads pictures as they come into sight and forgets them again: all of them, for good.
    const pictures = [];
    for (const old of document.querySelectorAll("[component='post/content'] img")) {
        const picture = new Image();
        picture.className = "img-responsive";
        picture.dataset.state = "loaded"; // else the forum hides it
        picture.src = old.dataset.src || old.src;
        old.replaceWith(picture);
        await picture.decode().catch(() => 0);
        pictures.push(picture);
    }
    scrollTo(0, 0);
    await new Promise((done) => setTimeout(done, 500));
    return {posts: [...document.querySelectorAll("[component='post']")].map((post) => {
                const r = post.getBoundingClientRect();
                return [r.top + scrollY, r.bottom + scrollY];
            }),
            pictures: pictures.length,
            loaded: pictures.filter((picture) => picture.getBoundingClientRect().width > 250).length,
            wide: document.documentElement.scrollWidth,
            out: [...document.querySelectorAll("[component='post'] *")].filter((one) =>
                !one.closest("pre") && one.getBoundingClientRect().right > innerWidth + 1)
                .map((one) => one.tagName + " " + one.className).slice(0, 5)};
})()"""


def strips(posts, high):
    """Neighbouring posts in one picture each."""
    found, top, bottom = [], None, None
    for above, below in posts:
        if top is None:
            top = above
        elif below - top > high:
            found.append((top, bottom))
            top = above
        bottom = below
    return found + [(top, bottom)]


def take(browser, name, top, bottom, width):
    told = browser.page("Page.captureScreenshot", format="png", captureBeyondViewport=True,
                        clip={"x": 0, "y": top, "width": width, "height": bottom - top, "scale": 1})
    (FOLDER / f"{name}.png").write_bytes(base64.b64decode(told["data"]))


def look_at(checks, browser, forum, topic, width, least):
    browser.look(width)
    browser.visit(f"{forum.url}/topic/{topic}", 60)
    until("the posts are there", lambda: browser.run(
        "document.querySelectorAll(\"[component='post']\").length") > 1, 60, 0.3)
    seen = browser.run(BARE)
    checks.that(seen["wide"] <= width and not seen["out"], f"nothing is wider than {width} pixels",
                str(seen))
    checks.that(seen["loaded"] == seen["pictures"] >= least,
                f"all {seen['pictures']} pictures are loaded", str(seen))
    return seen["posts"]


def record(checks, browser, forum, lobby, topic):
    posts = look_at(checks, browser, forum, lobby, PHONE, 0)
    take(browser, "lobby", posts[0][0], posts[-1][1], PHONE)
    posts = look_at(checks, browser, forum, topic, PHONE, 3)
    pictures = strips(posts, HIGH)
    for number, (top, bottom) in enumerate(pictures, 1):
        take(browser, f"phone-{number:02}", top, bottom, PHONE)
    checks.note(f"{len(posts)} posts in {len(pictures)} pictures")
    posts = look_at(checks, browser, forum, topic, DESK, 3)
    take(browser, "desk", posts[0][0], posts[min(5, len(posts) - 1)][1], DESK)


def test(checks):
    with Scratch() as scratch, forums.Forum(scratch / "forum") as forum, \
            Robot(scratch / "server") as robot, Browser() as browser:
        forum.run("set", "postsPerPage", "400")
        robot.init()
        forums.configure(robot, forum)
        forum_game.add_table(robot, scratch)
        robot.start()
        lobby = find_each_other(robot, forum)
        game = str(robot.json("game", "list")[0]["game"])
        topic = forums.await_topic(robot, game)
        evening = Evening(robot, forum, game, topic)
        evening.say("alice", "Good luck, Bob!\n\n! luck geese over the lake")
        evening.say("bob", "! luck cows on the moon")
        until("the game begins", lambda: evening.table.asked()[1], 60, 0.2)
        over = evening.play(browser, forum_game.write_site(robot, scratch / "site"))
        checks.that(over, f"the game ends after {evening.orders} orders", str(over))
        until("all is posted", lambda: forum_game.all_sent(robot), 60, 0.3)
        record(checks, browser, forum, lobby, topic)


if __name__ == "__main__":
    main(test)
