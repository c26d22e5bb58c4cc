# SPDX-License-Identifier: MIT
"""Letters of every kind in every language, made by the real programs and opened in a real browser:
no word on the console, pictures loaded, nothing fetched, no overflow at a phone's width, nothing
that keeps people out (with POSTERN_AXE=axe.min.js), by day and by night.

POSTERN_LETTERS=FOLDER keeps pages, texts and pictures of them there, for looking at.
"""
import html
import os
import pathlib
import random
import re
import time
import unicodedata
import urllib.parse

from browser import AXE, Browser
from harness import BUILT, Letter, Robot, Scratch, main
from players import Twister

LANGUAGES = {"en": "Anna", "es": "Begoña", "it": "Chiara"}
if os.environ.get("POSTERN_E2E_KILLS"):  # a further build of the same check: one will do
    LANGUAGES = {"es": "Begoña"}
KEPT = os.environ.get("POSTERN_LETTERS")
# A name that means harm, and two that are only hard.
JOKER = "<img src=x onerror=alert(1)>\u202e " + "W" * 60
NAMES = {"en": JOKER, "es": "שרה \u202bמירי\u202c", "it": "J̴̧̛ö̷̢n 🐉 & “Zoë”"}
if KEPT:
    NAMES = {"en": "Ben", "es": "Bruno", "it": "Dario"}
HTML_MOST, PNG_MOST, WIRE_MOST = 100 * 1024, 75 * 1024, 120 * 1024
RECORD_MOST = 60 * 1024  # beside the last letter, whose own bounds it does not touch
LINES_MOST, FOOTER_MOST = 35, 6  # of a turn letter, beside its board
PHONE, COLUMNS = 360, 78
KINDS = ("invitation", "turn", "rejection", "answer", "help", "reminder", "end")


class Table:
    """One game of two players; the first one's letters are looked at."""

    def __init__(self, robot, language):
        self.robot, self.language = robot, language
        self.me = LANGUAGES[language]
        self.address = f"{language}@one.example"
        robot.postern("player", "add", self.me, self.address, "--language", language)
        self.other = robot.json("player", "add", NAMES[language],
                                f"joker-{language}@two.example")["player"]
        self.game = str(robot.json("game", "new", "dungeon_twister", "--seat", self.me, "--seat",
                                   str(self.other), "--time", "turn=3d")["game"])
        self.chooser = Twister(random.Random(5))
        self.kept = {}

    def keep(self, kind):
        """The newest letter is of this kind."""
        files = sorted((self.robot.folder / "mail" / self.address / "new").glob("*"),
                       key=lambda path: int(re.search(r"out-(\d+)", path.name).group(1)))
        self.kept[kind] = Letter(files[-1].read_bytes())

    def write(self, *lines):
        self.robot.postern("send", self.me, *lines)

    def act(self, until):
        """Give orders at the desk until it is so."""
        for _ in range(120):
            shown = self.robot.show(self.game)
            seat = next(row["seat"] for row in shown["asked"] if row["seat"])
            orders = self.robot.legal(self.game, seat)
            if until(seat, orders):
                return
            lines = self.chooser.plan(orders, seat, shown["board"])
            self.robot.run("submit", self.game, "--seat", str(seat), text="\n".join(lines) + "\n")


def theirs(seat, orders):
    """Seat 2 is asked for an action of a turn."""
    return seat == 2 and "end" in orders


def begins(seat, orders):
    """Seat 1 begins a turn: the last one of seat 2 is news."""
    return seat == 1 and orders[0].startswith("card ")


def turns(seat, orders):
    """Seat 1 is asked for an action of a turn, in the thick of it."""
    return seat == 1 and "end" in orders and len(orders) > 40


def make(robot):
    """Play; each table ends up with one letter of each kind."""
    config = robot.folder / "postern.conf"
    config.write_text(re.sub(r"(?m)^#?reminder = .*$", "", config.read_text()) +
                      "\n[time]\nreminder = 259199s\n")
    tables = [Table(robot, language) for language in LANGUAGES]

    def go_round(kind=None):
        robot.round()
        for table in tables:
            if kind:
                table.keep(kind)

    go_round("invitation")
    for table in tables:
        table.write("luck geese")
        robot.postern("send", str(table.other), "luck lake")
    go_round()
    for table in tables:
        table.act(lambda seat, orders: any("reveals" in order for order in orders))
        for _ in range(5 if KEPT else 1):  # for looking at: a board with something on it
            table.act(theirs)
            table.act(begins)
    go_round("turn")
    for table in tables:
        table.act(turns)
    go_round()
    for table in tables:
        table.write("thief flies to the moon", "end")
    go_round("rejection")
    for table in tables:
        table.write("help")
    go_round("help")
    for table in tables:
        orders = robot.legal(table.game, 1)
        table.write(next(o for o in orders if "rotates" in o or o.split()[0] not in ("end", "card")))
    go_round("answer")
    for table in tables:
        table.act(turns)
    go_round()
    robot.pass_time()
    go_round("reminder")
    for table in tables:
        table.write("resign")
    go_round()
    for table in tables:
        table.write("confirm")
    go_round("end")
    return tables


# ---- one letter ----

def write_page(letter, folder, name):
    """The HTML part with its pictures as files; paths and sizes."""
    page = letter.mail.get_body(("html",)).get_content()
    sizes = {"html": len(page.encode()), "png": 0, "wire": len(letter.raw), "record": 0}
    for part in letter.mail.walk():
        kind = part.get_content_subtype()
        if ".record" in (part.get_filename() or ""):  # the whole game, beside the letter
            sizes["record"] = len(part.as_bytes())
            sizes["wire"] -= sizes["record"]
        if part.get_content_maintype() != "image":
            continue
        data = part.get_payload(decode=True)
        sizes[kind] = max(sizes[kind], len(data))
        (folder / f"{name}.{kind}").write_bytes(data)
        if part["Content-ID"]:
            page = page.replace("cid:" + part["Content-ID"].strip("<>"), f"{name}.{kind}")
    (folder / f"{name}.html").write_text(page)
    (folder / f"{name}.txt").write_text(letter.text)
    return folder / f"{name}.html", page, sizes


def columns(line):
    """What a line takes in a terminal: marks above and below letters take nothing."""
    return sum(0 if unicodedata.combining(sign) else
               2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in line)


def check_words(checks, name, letter, page, sizes):
    checks.that(sizes["html"] <= HTML_MOST and 0 < sizes["png"] <= PNG_MOST and
                sizes["wire"] <= WIRE_MOST, f"{name}: it and its parts are small", str(sizes))
    checks.that((sizes["record"] > 0) == name.endswith("-end") and
                sizes["record"] <= RECORD_MOST, f"{name}: the record comes at the end, packed",
                str(sizes))
    lines = letter.text.rstrip().splitlines()
    checks.that("-=-=-" in lines[0] and not lines[0].startswith("-"),
                f"{name}: its first line says what is wanted", lines[0])
    footer = len(lines) - lines.index("-- ")
    grid = next(i for i, line in enumerate(lines) if line.count("┼") > 2)
    above = max(i for i in range(grid) if not lines[i])
    checks.that(not name.endswith("-turn") or
                (footer <= FOOTER_MOST and above + footer <= LINES_MOST),
                f"{name}: it is short beside its board", f"{above} and {footer} lines")
    checks.note(f"{name}: {above} lines above the board, {footer} of footer; wire {sizes['wire']}, "
                f"PNG {sizes['png']}, HTML {sizes['html']}, record {sizes['record']} bytes")
    wide = [line for line in letter.text.splitlines()
            if columns(line) > COLUMNS and not line.startswith(("postern-", "http"))]
    checks.that(not wide, f"{name}: no line of the text is wide", str(wide[:2]))
    odd = re.findall(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e]", letter.text)
    checks.that(not odd, f"{name}: no control character", str(odd[:3]))
    checks.that("<img src=\"x\"" not in page and "<img src=x" not in page,
                f"{name}: a name stays a name")
    checks.that("{{" not in letter.text + page, f"{name}: nothing is left to fill in")


def buttons(page):
    """Each button's text, and what it would send where."""
    for link in re.findall(r'<a class="order" href="([^"]*)"[^>]*>([^<]*)</a>', page):
        address = urllib.parse.urlsplit(html.unescape(link[0]))
        sent = urllib.parse.parse_qs(address.query)
        yield html.unescape(link[1]), address.path, sent


ENDS = {"en": "end", "es": "fin", "it": "fine"}


def check_buttons(checks, name, letter, page):
    """What the buttons send; their texts are in the letter's language."""
    found = list(buttons(page))
    checks.that(found, f"{name}: there are buttons")
    wrong = [text for text, to, sent in found
             if not text or not sent.get("body") or not sent.get("subject") or
             urllib.parse.unquote(to) != letter.reply_to]
    checks.that(not wrong, f"{name}: each of {len(found)} buttons sends its order", str(wrong))
    bodies = [sent["body"][0] for _, _, sent in found if sent.get("body")]
    checks.that(len(set(bodies)) == len(bodies), f"{name}: no two buttons send the same")
    ends = [text for text, _, sent in found if sent.get("body") == ["end"]]
    checks.that(ends in ([], [ENDS[name[:2]]]), f"{name}: its buttons speak its language", str(ends))
    return bodies


STATE = """(() => ({
  wide: document.documentElement.scrollWidth,
  broken: [...document.images].filter(i => !i.complete || !i.naturalWidth).map(i => i.src),
  silent: [...document.images].filter(i => !i.alt).length,
}))()"""


def check_page(checks, browser, name, path):
    browser.look(PHONE)
    browser.open(path)
    for dark in (False, True):
        what = f"{name}, {'dark' if dark else 'light'}"
        browser.look(PHONE, dark)
        state = browser.run(STATE)
        away = [url for url in browser.fetched if not url.startswith(("file:", "data:"))]
        checks.that(not browser.console and not away and not state["broken"] and
                    not state["silent"] and state["wide"] <= PHONE,
                    f"{what}: silent, whole, no wider than a phone",
                    f"{browser.console} {away} {state}")
        if AXE:
            found = browser.violations("color-contrast" if dark else "")
            checks.that(found["good"] and not found["bad"], f"{what}: open to everybody",
                        str(found["bad"]))


def keep_pictures(browser, path):
    """The page as a reader sees it: at a desk, and on a phone by night."""
    for name, width, dark in (("page", 600, False), ("night", PHONE, True)):
        browser.look(width, dark)
        (path.parent / f"{path.stem}-{name}.png").write_bytes(browser.picture())


GALLERY = """<!DOCTYPE html><meta charset="utf-8"><title>letters</title>
<style>body {{ margin: 16px; background: #9aa3ad; display: flex; gap: 16px; align-items: start }}
img {{ border-radius: 8px }}</style>{}"""


def keep_gallery(browser, folder):
    """One letter in each language by day, and one on a phone by night, side by side."""
    shown = [f'<img src="{language}-turn-page.png" width="440">' for language in LANGUAGES]
    page = folder / "gallery.html"
    page.write_text(GALLERY.format("".join(shown) + '<img src="en-reminder-night.png" width="320">'))
    browser.look(3 * 456 + 368)
    browser.open(page)
    (folder / "gallery.png").write_bytes(browser.picture())


def look(checks, tables, folder, keep):
    with Browser() as browser:
        for table in tables:
            for kind in KINDS:
                name = f"{table.language}-{kind}"
                letter = table.kept[kind]
                path, page, sizes = write_page(letter, folder, name)
                check_words(checks, name, letter, page, sizes)
                check_page(checks, browser, name, path)
                if keep:
                    keep_pictures(browser, path)
                if kind in ("turn", "reminder"):
                    orders = check_buttons(checks, name, letter, page)
                    checks.that(kind == "turn" or "end" in orders,
                                f"{name}: the turn can be ended by a button")
        if keep:
            keep_gallery(browser, folder)


class Server(Robot):
    """Letters in folders, the mail done round by round, by a clock that can be put forward."""

    def round(self):
        self.spawn("--once").wait()

    def pass_time(self):
        """Until the reminders are due: they go out a second after the question."""
        time.sleep(1.1)


def test(checks):
    with Scratch() as scratch:
        folder = pathlib.Path(KEPT) if KEPT else scratch / "letters"
        folder.mkdir(parents=True, exist_ok=True)
        with Server(scratch / "server") as robot:
            robot.init()
            tables = make(robot)
            look(checks, tables, folder, KEPT)


main(test)
