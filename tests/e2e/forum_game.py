# SPDX-License-Identifier: MIT
"""A whole game of Welcome Back to the Dungeon in a real NodeBB: one seat in the forum, one by mail.

Secret orders are sealed on the page in a real browser. The daemon is killed at each step of
posting; no post is doubled and none is lost. Then both enter a tournament in its topic. Needs NodeBB
(nodebb.sh) and a build with the table, which fetch from npm: run by `make check-forum` and contrib/check.
"""
import collections
import json
import mailbox
import os
import random
import re
import subprocess
import time

from browser import Browser
from harness import BUILT, SOURCE, Failed, Robot, Scratch, main, until
import forums

ORDERS = int(os.environ.get("POSTERN_E2E_LETTERS", "120"))
KILLS = int(os.environ.get("POSTERN_E2E_KILLS", "8"))
PHONE = 390
MARK = re.compile(r"ref (out-[0-9]+-[0-9a-f.]+)")
BLOCK = "postern-block"


class Table:
    """The game, and how its two players reach it."""

    def __init__(self, robot, forum, rng):
        self.robot, self.forum, self.rng = robot, forum, rng
        self.game = self.topic = None
        self.orders = 0
        self.hurries = False    # nobody passes while there is more to be tried

    def letter_of(self, post):
        """The row of a post, once it is taken in: its outcome and why."""
        def look():
            rows = self.robot.rows(
                "SELECT o.kind, o.reason FROM letter l JOIN outcome o ON o.letter = l.id"
                " WHERE l.source = 'nodebb:forum' AND l.source_id = ?", str(post))
            return rows and rows[0]

        return until(f"post {post} is taken in", look, 120, 0.1)

    def say(self, user, text):
        """Post in the topic; what became of it."""
        return self.letter_of(self.forum.reply(user, self.topic, text))

    def asked(self):
        shown = self.robot.show(self.game)
        return shown, sorted({row["seat"] for row in shown["asked"] if row["seat"]})

    def choose(self, seat):
        orders = self.robot.legal(self.game, seat)
        passing = [order for order in orders if order.split()[0] == "pass"]
        others = [order for order in orders if order not in passing]
        if passing and (not others or (self.hurries and self.rng.random() < 0.25)):
            return self.rng.choice(passing)
        return self.rng.choice(others or orders)

    def entries(self):
        return self.robot.show(self.game)["entries"]

    def by_mail(self, order):
        before = self.entries()
        self.robot.postern("send", "Bob", order)
        until("Bob's letter is taken in", lambda: self.entries() > before, 120, 0.1)
        self.orders += 1

    def in_forum(self, text):
        outcome = self.say("alice", text)
        self.orders += 1
        return outcome


def decision_of(robot, game, seat):
    return robot.rows("SELECT decision FROM decision WHERE game = ? AND seat = ?"
                      " ORDER BY decision LIMIT 1", int(game), seat)[0][0]


def entry_of(robot, game):
    return robot.rows("SELECT max(n) FROM entry WHERE game = ?", int(game))[0][0]


# ---- sealing ----

def seal(browser, page, game, seat, decision, order, entry):
    """A block made by the page, as its reader copies it."""
    browser.open(page)
    block = browser.run(f"""(async () => {{
        for (let i = 0; i < 2400 && !document.body.dataset.ready; i++) // a large page loads slowly
            await new Promise(r => setTimeout(r, 25));
        by("seal-game").selectedIndex =
            [...by("seal-game").options].findIndex(o => o.text.endsWith(" {game}"));
        by("seal-seat").value = "{seat}"; by("seal-decision").value = "{decision}";
        by("seal-entry").value = "{entry}";
        by("seal-order").value = {order!r};
        by("seal-form").requestSubmit();
        for (let i = 0; i < 2400 && !by("seal-block").value && !by("seal-problem").textContent; i++)
            await new Promise(r => setTimeout(r, 25));
        return by("seal-block").value || "problem: " + by("seal-problem").textContent;
    }})()""")
    return block, list(browser.console), list(browser.fetched)


def add_table(robot, scratch):
    """Data of a server with the table's pages among them."""
    data = scratch / "data"
    data.mkdir()
    for file in (SOURCE / "data").iterdir():
        (data / file.name).symlink_to(file)
    for name in ("table.html", "learn.html"):
        (data / name).symlink_to(BUILT / "src/table" / name)
    conf = robot.folder / "postern.conf"
    conf.write_text(re.sub(r"(?m)^data = .*$", f"data = {data}", conf.read_text()))


def write_site(robot, folder):
    robot.postern("site", str(folder))
    return folder / "seal.html"


def check_sealing(checks, table, browser, page):
    """A sealed order counts once, from its seat's account alone, and nobody reads it."""
    robot = table.robot
    order = table.choose(1)
    decision, entry = decision_of(robot, table.game, 1), entry_of(robot, table.game)
    block, console, fetched = seal(browser, page, table.game, 1, decision, order, entry)
    checks.that(block.startswith(BLOCK) and not console, "the page makes a sealed block",
                f"{block[:200]} {console}")
    checks.that(all(one.startswith("file:") for one in fetched), "the page asks nobody",
                str(fetched))
    wrong, _, _ = seal(browser, page, table.game, 2, decision, order, entry)
    late, _, _ = seal(browser, page, table.game, 1, decision + 40, order, entry)
    unseen, _, _ = seal(browser, page, table.game, 1, decision, order, entry + 1)
    before, _, _ = seal(browser, page, table.game, 1, decision, order, 1)
    for text, why, what in (
            (wrong, ("rejected", "block-not-yours"), "a block of another seat"),
            (late, ("rejected", "block-late"), "a block for another decision"),
            (unseen, ("rejected", "block-unseen"), "a block that saw an entry to come"),
            (before, ("rejected", "block-unseen"), "a block from before the question"),
            (block.replace(BLOCK + " 2", BLOCK), ("rejected", "block-broken"), "a block of two forms"),
            ("\n".join(block.split("\n")[:4]), ("rejected", "block-broken"), "half a block"),
            (block.replace(block.split("\n")[2][:13], "a" * 13), ("rejected", "block-foreign"),
             "an altered block")):
        seen = table.say("alice", text)
        checks.that(seen == why, f"{what} is refused", str(seen))
    quoted = "> " + "\n> ".join(block.split("\n"))
    seen = table.say("alice", quoted + "\n\nwhat is this?")
    checks.that(seen == ("ignored", "talk"), "a quoted block is talk", str(seen))
    before = table.entries()
    checks.that(table.say("bob", block) == ("rejected", "block-not-yours"),
                "a block pasted by the wrong player does nothing")
    checks.that(table.entries() == before, "the log is as it was")
    reflowed = " ".join(block.split())
    checks.that(table.in_forum(reflowed) == ("accepted", ""), "a reflowed block counts")
    again = table.say("alice", block)
    checks.that(again[1] in ("block-again", "block-late"), "and only once", str(again))
    said = until("the topic says so", lambda: [
        html for html in table.forum.robots(table.topic).values() if "sealed or private" in html], 120)
    checks.that(all(f">{order}" not in html for html in said),
                "the topic does not repeat what was sealed")


# ---- what is no order ----

def check_talk(checks, table):
    before = table.entries()
    for text, what in (
            ("I would draw, but > pass is safer", "talk"),
            ("> @bob said:\n> ! pass\n\nindeed", "a quote with an order in it"),
            ("> ```\n> pass\n> ```\n\nno", "a code block in a quote"),
            ("<blockquote><p>! pass</p></blockquote>", "HTML soup"),
            ("inline `pass` and **bold** ! pass", "a mark in the middle of a line")):
        seen = table.say("alice", text)
        checks.that(seen == ("ignored", "talk"), f"{what} is no order", str(seen))
    checks.that(table.entries() == before, "no talk has moved the game")


def check_edit(checks, table):
    """An edit changes nothing and gets one answer."""
    robot, forum = table.robot, table.forum
    post = forum.reply("alice", table.topic, "! nonsense to be refused")
    seen = table.letter_of(post)
    checks.that(seen[0] == "rejected", "nonsense is refused", str(seen))
    until("she is told in private", lambda: any(
        "nonsense" in text for text in forum.messages("alice")), 120, 0.3)
    checks.that(not any("nonsense" in html for html in forum.robots(table.topic).values()),
                "and not in the topic")
    before = table.entries()
    forum.edit("alice", post, "! " + table.choose(1))
    question = ("SELECT count(*) FROM letter l JOIN outcome o ON o.letter = l.id"
                " WHERE l.source_id LIKE ? AND o.reason = ?")
    until("the edit is seen", lambda: robot.count(question, f"{post}e%", "edited"), 120, 0.2)
    forum.edit("alice", post, "! end, please")
    until("a second edit is seen", lambda: robot.count(
        question, f"{post}e%", "same-message-id"), 120, 0.2)
    until("one answer comes", lambda: sum(
        "edited after it was read" in text for text in forum.messages("alice")) == 1, 120, 0.3)
    checks.that(table.entries() == before, "an edit changes nothing and is answered once")


# ---- accounts ----

def mailed_to(robot, address):
    """The texts of all letters in a mailbox."""
    folder = robot.folder / "mail" / address
    if not all((folder / part).is_dir() for part in ("new", "cur")):  # with its first letter
        return ""
    return "\n".join(part.get_payload(decode=True).decode()
                     for letter in mailbox.Maildir(folder, create=False)
                     for part in letter.walk() if part.get_content_type() == "text/plain")


def check_accounts(checks, robot, forum):
    forum.open_topic("alice", "Hello there", "I want to play!\n\n! join")
    until("alice has joined", lambda: robot.count("SELECT count(*) FROM player") == 2, 120)
    robot.postern("send", "--new", "Bob", "link")

    def code():
        found = re.findall(r"link (\d+-[a-z2-7]+)", mailed_to(robot, "bob@mail.test"))
        return found and found[-1]

    mailed = until("a code is mailed", code, 120, 0.2)
    forum.tell("bob", f"link {mailed}x")
    forum.tell("bob", f"link {mailed}")
    until("bob's account is his", lambda: any(
        "from now on" in text for text in forum.messages("bob")), 120, 0.3)
    checks.that(any("This code is wrong" in text for text in forum.messages("bob")), "a wrong code links nothing")
    checks.that(robot.count("SELECT count(*) FROM address") == 3, "mail and forum are one player")
    forum.tell("alice", f"link {mailed}")
    forum.tell("bob", "games")
    until("games are told by private message", lambda: any(
        "no game" in text.lower() for text in forum.messages("bob")), 120, 0.3)
    checks.that(robot.count("SELECT count(*) FROM address") == 3, "a code that was used is used up")


# ---- kills ----

def killed_at(table, step, act, done):
    """The daemon ends at a step while something is posted; then another one goes on."""
    robot = table.robot
    robot.stop()
    robot.start(POSTERN_CRASH_AFTER=str(step))
    act()
    # It has no such step if all is taken in and posted.
    until("the daemon ends, or has nothing to do", lambda: not robot.lives() or
          (done() and all_sent(robot)), 120, 0.1)
    died = not robot.lives()
    robot.kill()
    robot.start()
    return died


def doubled(forum, topic):
    marks = collections.Counter(
        mark for html in forum.robots(topic).values() for mark in MARK.findall(html))
    return [mark for mark, count in marks.items() if count > 1]


def all_sent(robot):
    return robot.count("SELECT count(*) FROM delivery WHERE state = 'waiting'") == 0


# ---- what people see ----

PICTURE = re.compile(r'<img [^>]*\bsrc="([^"]+)"')


def check_pages(checks, forum, topic, browser):
    """The topic on a phone: every picture is there and nothing is wider than the screen."""
    page = forum.ask(f"/api/topic/{topic}")["posts"] # its first posts: which of them have pictures is chance
    drawn = {src for html in forum.robots(topic).values() for src in PICTURE.findall(html)}
    browser.look(PHONE)
    browser.visit(f"{forum.url}/topic/{topic}", 120)
    until(f"the page's {len(page)} posts are there", lambda: browser.run(
        "document.querySelectorAll(\"[component='post/content']\").length") >= len(page), 60, 0.3)
    # The forum loads a picture (data-src) when it comes into sight and makes posts anew meanwhile: each is
    # asked for here as the page and the topic name it, and read as a browser reads it.
    seen = browser.run("""(async (drawn) => {
        const shown = [...document.querySelectorAll("[component='post/content'] img")];
        const pictures = new Set([...drawn, ...shown.map((picture) => picture.dataset.src || picture.src)]
            .map((src) => new URL(src, location).href));
        const broken = [];
        for (const src of pictures) {
            try {
                const answer = await fetch(src);
                if ((await createImageBitmap(await answer.blob())).width <= 300) { throw "too small"; }
            } catch (error) {
                broken.push(`${src}: ${error}`);
            }
        }
        return {pictures: pictures.size, broken,
                wide: document.documentElement.scrollWidth};
    })(%s)""" % json.dumps(sorted(drawn)))
    checks.that(seen["pictures"] >= 3 and not seen["broken"],
                f"{seen['pictures']} pictures of boards, all good", str(seen))
    checks.that(seen["wide"] <= PHONE, "nothing is wider than a phone", str(seen))
    called = sum(html.count("plugin-mentions-a") for html in forum.robots(topic).values())
    checks.that(called > 1, "who is asked is called by name", str(called))


# ---- the test ----

def play(checks, table):
    """To the end, or for so many orders."""
    while table.orders < ORDERS:
        shown, seats = table.asked()
        if shown.get("over"):
            return shown["over"]
        if not seats:
            time.sleep(0.2)
            continue
        order = table.choose(seats[0])
        if seats[0] == 2:
            table.by_mail(order)
            continue
        outcome = table.in_forum(table.rng.choice(("! {}", "```\n{}\n```", "My turn.\n\n! {}"))
                                 .format(order))
        if outcome[0] != "accepted":
            raise Failed(f"{order}: {outcome}")
    return None


def until_asked(table, seat):
    """Play until a seat is asked."""
    while True:
        shown, seats = table.asked()
        if shown.get("over"):
            raise Failed("the game is over too early")
        if seat in seats:
            return
        if not seats:
            time.sleep(0.2)
        elif seats[0] == 2:
            table.by_mail(table.choose(2))
        else:
            table.in_forum("! " + table.choose(1))


def run_kills(checks, table):
    died = 0
    for step in range(1, KILLS + 1):
        until_asked(table, 1)
        order = table.choose(1)
        posts = []
        died += killed_at(
            table, 2 + step,
            lambda: posts.append(table.forum.reply("alice", table.topic, f"! {order}")),
            lambda: table.robot.count("SELECT count(*) FROM letter WHERE source = 'nodebb:forum'"
                                      " AND source_id = ?", str(posts[0])))
        seen = table.letter_of(posts[0])
        checks.that(seen[0] == "accepted", f"killed at step {step}: the order counts once", str(seen))
        table.orders += 1
    until("all is posted", lambda: all_sent(table.robot), 120, 0.3)
    checks.that(died > KILLS // 2, f"the daemon was killed {died} times")
    checks.that(not doubled(table.forum, table.topic), "no post is doubled",
                str(doubled(table.forum, table.topic)))


def check_down(checks, table):
    """A forum that is away loses nothing; neither does a topic that is locked."""
    until_asked(table, 1)
    until("all is posted", lambda: all_sent(table.robot), 120, 0.3)
    table.forum.redis("hset", f"topic:{table.topic}", "locked", "1")
    mark = len(table.robot.log())
    table.forum.tell("alice", f"game {table.game}\n{table.choose(1)}")
    table.robot.await_log("event=topic game=.* state=locked", mark, 120)
    checks.that(True, "a locked topic is told to the administrator")
    table.forum.redis("hset", f"topic:{table.topic}", "locked", "0")
    table.robot.postern("forum", "retry")
    table.robot.await_log("event=topic game=.* state=open", mark, 120)
    until("what waited is posted", lambda: all_sent(table.robot), 120, 0.3)
    until_asked(table, 1)
    mark = len(table.robot.log())
    table.forum.run("down")
    table.robot.await_log("event=(forum|inbox).*forum", mark, 120)
    if table.asked()[1] == [1]:
        table.robot.run("submit", table.game, "--seat", "1", "-", text=table.choose(1) + "\n")
    table.forum.run("up")
    table.robot.postern("forum", "retry")
    until("the forum has all of it", lambda: all_sent(table.robot), 90, 0.5)
    checks.that(not doubled(table.forum, table.topic), "an outage doubles and loses nothing",
                str(doubled(table.forum, table.topic)))


# ---- a tournament ----

def check_tournament(checks, table):
    """Its topic: who writes there enters and leaves; the round and the table are told there."""
    robot, forum = table.robot, table.forum
    cup = str(robot.json("tournament", "new", "welcome_back", "--name", "Winter cup", "--format",
                         "robin", "--announce")["tournament"])
    topic = until("the tournament's topic opens", lambda: robot.count(
        "SELECT topic FROM tournament_topic WHERE tournament = ?", int(cup)), 120, 0.2)

    def entrants():
        return {row["name"]: row["left"]
                for row in robot.json("tournament", "show", cup)["entrants"]}

    def posts(words):
        return until(f"the topic says \"{words}\"", lambda: [
            html for html in forum.robots(topic).values() if words in html], 120, 0.3)

    opening = posts("A tournament is open: Winter cup")
    checks.that(len(opening) == 1 and f"enter {cup}" in opening[0],
                "a tournament has a topic, which says how to enter", str(opening))
    for name, text in (("alice", f"I am in!\n\n! profile public\n! enter {cup} geese over the lake"),
                       ("bob", f"! enter {cup} cows on the moon"), ("bob", f"! leave {cup}")):
        seen = table.letter_of(forum.reply(name, topic, text))
        checks.that(seen[0] == "answered", f"{name} writes there: {text[-20:]!r}", str(seen))
    seen = table.letter_of(forum.reply("alice", topic, f"> ! leave {cup}\n\nnot I"))
    checks.that(seen == ("ignored", "talk") and len(entrants()) == 2 and not entrants()["alice"],
                "who quotes an order to leave stays in", f"{seen} {entrants()}")
    checks.that(entrants()["Bob"], "who wrote that he leaves has left", str(entrants()))
    table.letter_of(forum.reply("bob", topic, f"! enter {cup} cows again"))
    checks.that(not entrants()["Bob"], "and is in when he enters again", str(entrants()))
    robot.postern("tournament", "start", cup)
    told = posts("round 1: who meets whom")
    checks.that("alice" in told[0] and "Bob" not in told[0],
                "the round's pairs are told, by the names of those alone who show theirs", told[0])
    game = str(robot.json("tournament", "show", cup)["pairs"][0]["game"])
    robot.postern("game", "adjudicate", game, "--winner", "alice", "--reason", "agreed", "--yes")
    over = posts("is over. This is its table.")
    checks.that("1. alice: 1" in " ".join(over[0].split()), "its table is told at the end", over[0])
    checks.that(not doubled(forum, topic), "no post of its topic is doubled",
                str(doubled(forum, topic)))


def test(checks):
    rng = random.Random(int(os.environ.get("POSTERN_E2E_SEED", "7")))
    with Scratch() as scratch, forums.Forum(scratch / "forum") as forum, \
            Robot(scratch / "server") as robot, Browser() as browser:
        robot.init()
        forums.configure(robot, forum)
        add_table(robot, scratch)
        robot.postern("player", "add", "Bob", "bob@mail.test")
        robot.start()
        check_accounts(checks, robot, forum)
        table = Table(robot, forum, rng)
        table.game = str(robot.json("game", "new", "welcome_back", "--seat", "alice", "--seat",
                                    "Bob")["game"])
        table.topic = forums.await_topic(robot, table.game)
        table.in_forum("Hello Bob!\n\n! luck geese over the lake")
        robot.postern("send", "Bob", "luck cows on the moon")
        until("the game begins", lambda: table.asked()[1], 120, 0.2)
        until_asked(table, 1)
        check_talk(checks, table)
        check_edit(checks, table)
        until_asked(table, 1)
        check_sealing(checks, table, browser, write_site(robot, scratch / "site"))
        run_kills(checks, table)
        check_down(checks, table)
        table.hurries = True
        over = play(checks, table)
        checks.that(over, f"the game ends after {table.orders} orders", str(over))
        until("all is posted", lambda: all_sent(robot), 120, 0.3)
        posts = forum.robots(table.topic)
        checks.that(any("The game is over" in html for html in posts.values()), "the topic says so")
        checks.that("The game is over" in posts[min(posts)], "and its opening post too")
        check_pages(checks, forum, table.topic, browser)
        check_tournament(checks, table)
        until("all is posted", lambda: all_sent(robot), 120, 0.3)
        refused = robot.rows("SELECT o.kind, d.note FROM delivery d JOIN letter_out o ON o.id = d.out"
                             " WHERE d.state NOT IN ('sent', 'cancelled')")
        checks.that(not refused, "everything that was to be sent was sent", str(refused[:5]))
        record = scratch / "record.txt"
        record.write_text(robot.postern("game", "export", table.game, "--whole"))
        done = subprocess.run([BUILT / "postern-proof", "verify", record], capture_output=True,
                              text=True, timeout=600)
        checks.that(done.returncode == 0, "the record proves true", done.stdout[-400:])


if __name__ == "__main__":
    main(test)
