# SPDX-License-Identifier: MIT
"""A newcomer's first game with letters and page, minute by minute. She writes to a
server that does not know her, joins, asks for a practice game, and plays it to its end: each letter's link is
opened in a browser, her orders are tapped there, and the letter that the page writes is sent.

Prints doc/first-games/at-the-table.md. Nothing is made up but her speed, which it says.
"""
import email.message
import email.policy
import email.utils
import html
import os
import pathlib
import re
import sys
import time

sys.path.insert(0, str(pathlib.Path(os.environ["top_srcdir"]) / "tests/e2e"))
from browser import Browser  # noqa: E402
from harness import ROBOT, Letter, Scratch  # noqa: E402
from page import TAP_WELL  # noqa: E402
from table_letters import Server, Site, configure, link_of, ready, written  # noqa: E402

NAME, ADDRESS = "Ann", "ann@post.example"
WORDS_A_MINUTE, WORDS_MOST, LETTERS_A_MINUTE, TAP_S, LOOK_S = 200, 120, 150, 4, 15
LETTERS_MOST, CELL_MOST, EVENTS_MOST = 200, 220, 3
TITLES = {"welcome_back": "Welcome Back to the Dungeon", "dungeon_twister": "Dungeon Twister"}


def cell(text):
    """One line for a table, cut at a word."""
    text = " ".join(text.split())
    if len(text) > CELL_MOST:
        text = text[:CELL_MOST].rsplit(" ", 1)[0] + " …"
    return html.escape(text, quote=False).replace("|", "\\|")


def above_board(letter):
    """What a person reads first: what happened, and what is asked."""
    text = letter.text.replace("\r", "").split("\npostern-", 1)[0]
    text = re.sub(r" ?-=-=-.*-=-=-", "", text)
    return re.split(r"\n[^\n]*[┼━│]|\n-- \n", text)[0].strip()


def gist(letter):
    """What it says that is new, and what it asks."""
    told = above_board(letter)
    asked = re.search(r"^You are asked: (.*)", told, re.M)
    happened = re.search(r"^What happened:\n((?:  .*\n?)+)", told, re.M)
    if asked or happened:
        lines = happened.group(1).strip().split("\n  ") if happened else []
        return " ".join(lines[-EVENTS_MOST:] + (["Asked:", asked.group(1)] if asked else []))
    return re.sub(r"^(An answer to your letter|Please confirm)?\n*(Re: .*)?\n*", "", told)


class Newcomer:
    def __init__(self, robot, browser):
        self.robot, self.browser = robot, browser
        self.seconds = self.waited = 0.0
        self.letters = self.taps = self.refused = self.came = 0
        self.last = None
        self.learned = False

    def row(self, does, gets):
        print(f"| {int(self.seconds // 60)}:{int(self.seconds % 60):02} | {does} | {cell(gets)} |", flush=True)

    def round(self):
        """Server and opponent, until neither has anything to do."""
        begun = time.monotonic()
        for _ in range(40):
            time.sleep(1.1) # letters count from the next second on
            self.robot.round()
            if self.robot.postern("bot", "run", "--once").startswith("0 "):
                break
        self.waited += time.monotonic() - begun

    def take(self):
        """Read the letters that came; of a game's letters and others, the game's is the one to answer."""
        box = self.robot.folder / "mail" / ADDRESS / "new"
        files = sorted(box.glob("*"), key=lambda path: int(re.search(r"out-(\d+)", path.name).group(1)))
        new, self.came = [Letter(path.read_bytes()) for path in files[self.came:]], len(files)
        for letter in new:
            self.seconds += min(len(above_board(letter).split()), WORDS_MOST) * 60 / WORDS_A_MINUTE
        of_game = [letter for letter in new if " – " in letter.subject]
        self.last = (of_game or new or [self.last])[-1]
        return len(new)

    def send(self, to, subject, lines):
        mail = email.message.EmailMessage(policy=email.policy.SMTP)
        mail["From"], mail["To"], mail["Subject"] = f"{NAME} <{ADDRESS}>", to, subject
        mail["Authentication-Results"] = f"mx.pbem.test; dmarc=pass header.from={ADDRESS.split('@')[1]}"
        mail["Date"] = email.utils.formatdate(localtime=False)
        mail["Message-ID"] = f"<{self.letters}@post.example>"
        mail.set_content("\n".join(lines) + "\n")
        inbox = self.robot.folder / "mail" / ROBOT
        for part in ("tmp", "new", "cur"):
            (inbox / part).mkdir(parents=True, exist_ok=True)
        (inbox / "new" / f"{self.letters}.first.game").write_bytes(mail.as_bytes())
        self.letters += 1
        self.round()
        if not self.take():
            sys.exit(f"no answer to {lines}")

    def write(self, line):
        """A letter by hand: to the robot at first, an answer to the last letter then."""
        self.seconds += len(line) * 60 / LETTERS_A_MINUTE + LOOK_S
        before = self.seconds
        self.send(self.last.reply_to if self.last else ROBOT, f"Re: {self.last.subject}" if self.last else NAME, [line])
        now, self.seconds = self.seconds, before
        self.row(f"writes “{line}”", gist(self.last))
        self.seconds = now

    # ---- the page ----

    def open(self):
        begun = time.monotonic()
        told = ready(self.browser, link_of(self.last))
        if told:
            sys.exit(f"the link is not opened: {told}")
        self.waited += time.monotonic() - begun
        self.seconds += LOOK_S

    def learn(self):
        """What a newcomer tries on the first board: a square, a line by hand that is none, a step taken back."""
        browser = self.browser
        browser.run("reach.some((one) => one.from) ? tellAbout(reach.find((one) => one.from).from)"
                    " : (by('glossary').open = true, putGlossary())")
        told = browser.run("by('here').textContent.trim() || by('glossary').querySelector('dd').textContent")
        self.taps += 1
        self.seconds += TAP_S + len(told.split()[:WORDS_MOST]) * 60 / WORDS_A_MINUTE
        self.row("taps what she does not know", told)
        browser.run("by('lines').value = 'dance wildly'; by('read').onclick()")
        self.seconds += LOOK_S
        self.refused += 1
        self.row("writes “dance wildly” among her orders, and has the page read it", browser.run("by('faults').textContent"))
        browser.run("by('lines').value = ''; by('read').onclick()")
        told = browser.run(f"{TAP_WELL}(99)")
        if told:
            sys.exit(told)
        line = browser.run("linesNow()[0]")
        self.taps += 3
        browser.run("by('back').onclick()")
        self.seconds += 3 * TAP_S
        self.row(f"taps “{line}”, then *Take back*", browser.run("by('told').textContent"))
        self.learned = True

    def compose(self):
        """Her turn by taps; the lines that the page wrote."""
        for seed in range(40):
            if not self.browser.run("isMine()"):
                break
            told = self.browser.run(f"{TAP_WELL}({seed})")
            if told:
                sys.exit(told)
            self.taps += 2
            self.seconds += 2 * TAP_S
        return written(self.browser)

    def answer(self):
        self.open()
        status = self.browser.run("by('status').textContent")
        if not self.learned:
            self.row("taps the letter's button; the page opens", status)
            self.learn()
        to, lines = self.compose()
        before = self.seconds
        self.send(to, self.browser.run("sitting.subject"), lines)
        now, self.seconds = self.seconds, before
        self.row(f"taps {cell('; '.join(f'`{line}`' for line in lines))} and *Send*",
                 gist(self.last))
        self.seconds = now


def play(robot, browser, game):
    ann = Newcomer(robot, browser)
    print(f"\n## {TITLES[game]}\n\n| minute | she | what comes |\n|---|---|---|")
    ann.write("Hello?")
    ann.last = None # a new letter, as she was told
    ann.write(f"join {NAME}")
    ann.write("confirm")
    ann.last = None
    ann.write(f"practice {game.replace('_', ' ')} against easy")
    for _ in range(LETTERS_MOST):
        games = robot.json("game", "list")
        if games and games[-1]["status"] == "over":
            break
        if link_of(ann.last) and not ready(browser, link_of(ann.last)) and browser.run("isMine()"):
            ann.answer()
        else:
            ann.write("luck seven grey geese")
    else:
        sys.exit(f"{game} does not end in {LETTERS_MOST} letters")
    record = robot.postern("game", "export", str(games[-1]["game"]), "--whole")
    browser.run("leave()")
    browser.run(f"verify(new TextEncoder().encode({record!r}))")
    ann.seconds += LOOK_S
    ann.row("drops the game's record on the page",
            browser.run("by('proof').textContent.split('\\n').find((line) => line.includes(': finished'))"))
    print(f"\n{ann.letters} letters written and {ann.came} got, {ann.taps} taps, {ann.refused} refusal. Server, opponent and"
          f" page took {ann.waited / (ann.letters + 1):.1f} s a letter together.")


HEAD = f"""# A first game at the table, minute by minute

Ann has never heard of Postern. She writes to a server, joins, and plays her first game to its end: each letter's
button opens the page on her phone, she taps, and the letter that the page writes is sent. `contrib/first-table` made
this by doing it: a server of its own, real letters, the page in a browser, the practice opponent at its lowest level.

Of her is made up how fast she is: {WORDS_A_MINUTE} words a minute read, {WORDS_MOST} of a letter at most; {LETTERS_A_MINUTE} letters a
minute typed; {TAP_S} seconds a tap, {LOOK_S} for a look. What she orders is what the opponent would order for her; somebody
who thinks needs longer. Server and opponent answer at once; what that took stands below.
"""


def account(game):
    with Scratch() as folder, Browser() as browser, Server(folder / "server") as robot, Site(folder / "site") as web:
        robot.init()
        configure(robot, folder, web.url)
        robot.postern("bot", "add", "Robo", "--level", "easy")
        robot.json("site", str(folder / "site"))
        browser.look(390)
        play(robot, browser, game)


def main():
    print(HEAD.rstrip())
    for game in TITLES:
        account(game)


if __name__ == "__main__":
    main()
