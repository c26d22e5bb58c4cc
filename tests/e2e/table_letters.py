# SPDX-License-Identifier: MIT
"""Whole games through letters and the table's page: the link of a letter, and the block of its text, open in
the page that the server's own site has, by http; orders are tapped there and sent as the letter that the page
writes; the server takes every line. Another server's page refuses the letter. Both games end here in their middle, but
with POSTERN_TABLE_WHOLE (contrib/check --long).
"""
import functools
import gzip
import html
import http.server
import itertools
import json
import os
import pathlib
import re
import shutil
import sys
import threading
import urllib.parse

sys.path.insert(0, str(pathlib.Path(os.environ["top_srcdir"]) / "tests/table"))
from browser import Browser
from harness import BUILT, ROBOT, Letter, Robot, Scratch, main, until
from page import TAP, TAP_WELL

TOP = pathlib.Path(os.environ["top_srcdir"])
PLAYERS = {"Anna": "anna@one.example", "Bruno": "bruno@two.example"}
FOUR = {"Carla": "carla@one.example", "Dario": "dario@two.example", "Elena": "elena@one.example",
        "Fabio": "fabio@two.example"}
HOLDERS = {"Gina": "gina@one.example", "Hugo": "hugo@two.example"}
HELD_TURNS = 20 # in which the rules ask for a sealed team
TURNS, FOUR_TURNS, MOST = 10, 6, 600 # letters answered by taps at random, then as one who wants to win
WHOLE, PART = bool(os.environ.get("POSTERN_TABLE_WHOLE")), 16
STUCK = 100 # letters, from which on the first player answers at random again and the others well: two easy
# opponents who both think it best to stand pass their cards for ever
FRESH, OPENED = 10, itertools.count() # every so many letters are opened in a page loaded anew
OPEN_S = 120 # for a page to open, on a machine that does much else
MIDDLE, LONGEST = 800, 1900


class Site(http.server.ThreadingHTTPServer):
    """The folder that `postern site` writes, as a web server for files gives it."""
    def __init__(self, folder):
        class Handler(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *_):
                pass

        folder.mkdir()
        super().__init__(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
        self.url = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Server(Robot):
    def round(self):
        self.spawn("--once").wait()


def configure(robot, folder, url):
    """A server whose site is a folder, with data and the page beside it."""
    data = folder / "data"
    shutil.copytree(TOP / "data", data)
    data.chmod(0o755)
    for page in ("table.html", "learn.html"):
        shutil.copy(BUILT / "src/table" / page, data)
    config = robot.folder / "postern.conf"
    text = re.sub(r"(?m)^#?data = .*$", "", config.read_text())
    text = text.replace("[server]", f"[server]\ndata = {data}", 1)
    config.write_text(f"{text}\n[site]\nurl = {url}\n")


def newest(robot, address):
    files = sorted((robot.folder / "mail" / address / "new").glob("*"),
                   key=lambda path: int(re.search(r"out-(\d+)", path.name).group(1)))
    return Letter(files[-1].read_bytes()) if files else None


def link_of(letter):
    page = letter.mail.get_body(("html",))
    found = re.search(r'href="([^"]*table\.html#[^"]*)"', page.get_content()) if page else None
    return html.unescape(found.group(1)) if found else None


def settle(browser, condition, what):
    """Wait until something holds of the page, or it tells of trouble; what it tells."""
    until(what, lambda: browser.run(f"Boolean(document.body.dataset.ready && ({condition} || !by('trouble').hidden))"),
          OPEN_S)
    return browser.run("by('trouble').textContent")


def ready(browser, address):
    """Open a letter's link: in a page that is loaded for it, which takes a second, or, nine times of ten, in the
    one that is open already, as a second link in the same tab."""
    page, fragment = address.split("#", 1)
    if next(OPENED) % FRESH == 0 or browser.run("location.href").split("#")[0] != page:
        browser.visit("about:blank")
        browser.visit(address, OPEN_S)
    else:
        browser.run(f"leave(); location.hash = {fragment!r}")
    return settle(browser, "!by('play').hidden", f"a letter's page opens: {address}")


def compose(browser, luck, level=""):
    """Tap until it is no longer this seat's to decide, or a few lines stand. luck: another number each time;
    level: of the opponent whose choices are tapped, "" = at random"""
    for tap in range(60):
        if not browser.run("isMine()") or browser.run("linesNow().length") >= (20 if level else 6):
            break
        told = browser.run(f"{TAP_WELL}({64 * luck + tap}, {level!r})" if level else TAP)
        if told == "not to be tapped: draw":  # it would offer one, which is written, not tapped
            told = browser.run(TAP)
        if told:
            return f"{told}, tap {tap}, luck {luck}, after {browser.run('linesNow()')}"
    return ""


def written(browser):
    address = urllib.parse.urlparse(browser.run("by('send').href"))
    body = urllib.parse.parse_qs(address.query)["body"][0]
    return urllib.parse.unquote(address.path), [line for line in body.split("\r\n") if line]


def is_over(robot, game):
    return any(str(one["game"]) == game and one["status"] == "over" for one in robot.json("game", "list"))


def level_of(well, turns, name, players):
    if not well or (turns >= STUCK and name == next(iter(players))):
        return ""
    return "easy" if turns < STUCK else "hard"


def play(robot, browser, checks, game, players, answered, well=0):
    """Answer letters by taps, each in turn: some at random, or `well` of them, to the game's end."""
    taken = turns = idle = 0
    longest, wanted = [], well or (TURNS if len(players) == 2 else FOUR_TURNS)
    while turns < wanted and idle < 4 and not (well and idle and is_over(robot, game)):
        idle += 1
        for name, address in players.items():
            letter = newest(robot, address)
            link = letter and link_of(letter)
            if not link or turns >= wanted or link in answered:
                continue
            answered.add(link)
            before = len(robot.log_of(game))
            told = ready(browser, link)
            if told or not browser.run("isMine()"):
                if told:
                    checks.that(False, "a letter's link opens", told)
                continue
            longest.append(len(link))
            told = compose(browser, turns, level_of(well, turns, name, players))
            if told:
                checks.that(False, "taps are orders", f"{told}: {link}")
            to, lines = written(browser)
            checks.that(lines != [] and to == letter.reply_to,
                        f"turn {turns + 1}: {name}'s orders go where the letter says", f"{to}: {lines}")
            robot.postern("send", name, *lines)
            robot.round()
            idle = 0
            answers = len(robot.log_of(game)) - before
            checks.that(answers >= len(lines), f"the server takes every line of {name}",
                        f"{answers} of {lines}: {link} {newest(robot, address).text}")
            taken += len(lines)
            turns += 1
    if well == MOST:
        checks.that(is_over(robot, game), f"game {game} ends, {turns} letters answered by taps",
                    f"{idle} idle: {json.dumps(robot.log_of(game)[-20:])} {[(newest(robot, one).text) for one in players.values()]}")
    else:
        checks.that(turns == wanted, f"{wanted} letters of game {game} were answered by taps", turns)
    checks.that(max(longest) <= LONGEST, "no address is too long for mail programs", max(longest))
    checks.note(f"{taken} lines; addresses of {sorted(longest)[len(longest) // 2]} characters in the"
                f" median, {max(longest)} at most")


def other_ways(robot, browser, folder, checks):
    """The attached block; a page of another server; the page that was kept."""
    for address in PLAYERS.values():
        letter = newest(robot, address)
        if letter and link_of(letter):
            break
    text = next((part.get_content() for part in letter.mail.walk() if part.get_filename() == "table.txt"), "")
    checks.that(text.startswith("postern-table"), "a block is attached", text[:200])
    checks.that("/table.html" in letter.text and "\npostern-table" not in letter.text.replace("\r", ""),
                "and the text says where it may be pasted", letter.text[-900:])
    quoted = "".join(f"> {line}\n" for line in text.splitlines())
    for page, what in ((folder / "site/table.html", "the site's page"),
                       (BUILT / "src/table/table.html", "a kept page")):
        browser.visit("about:blank")
        browser.visit(page.as_uri(), OPEN_S)
        settle(browser, "true", f"{what} starts")
        browser.run(f"by('paste').value = {quoted!r}")
        browser.run("by('open').onclick()")
        told = browser.run("by('trouble').textContent")
        if "kept" in what:
            checks.that(browser.run("!by('meet').hidden"), "a kept page asks whose server it is", told)
            browser.run("by('trust').click()")
        told = settle(browser, "!by('play').hidden", f"{what} reads")
        checks.that(not told and browser.run("!by('play').hidden"), f"{what} reads the block of a quoted letter", told)
    stranger = folder / "stranger.html"
    stranger.write_text((folder / "site/table.html").read_text().replace(f'"server":"{ROBOT}"', '"server":"stranger@pbem.test"', 1))
    told = ready(browser, stranger.as_uri() + "#" + link_of(letter).split("#", 1)[1])
    checks.that("stranger@" in told, "another server's page refuses the letter", told)


def replay(robot, browser, folder, url, checks):
    """The game's page on the site: its record beside it, stepped through in the table's page."""
    shutil.rmtree(folder / "site/games")
    robot.json("site", str(folder / "site"))
    files = sorted(path.name for path in (folder / "site/games").glob("1.*"))
    checks.that(files == ["1.html", "1.record.gz"], "a game is a page and its record", files)
    page = (folder / "site/games/1.html").read_bytes()
    record = (folder / "site/games/1.record.gz").read_bytes()
    entries = len(robot.log_of("1"))
    bytes_ = len(gzip.compress(page)) + len(record)
    checks.that(bytes_ <= 8000 + 110 * entries, "200 entries are 30 KB at most", f"{bytes_} for {entries}")
    checks.note(f"{entries} entries: page and record are {bytes_} bytes as transferred")
    browser.visit(f"{url}/games/1.html", OPEN_S)
    inside = "frames[0].document.getElementById"
    until("the game's page shows its board", lambda: browser.run(
        "Boolean(frames[0]?.document.body?.dataset.ready && frames[0].document.querySelector('#picture svg'))"), OPEN_S)
    newest_said = browser.run(f"{inside}('logged').textContent")
    browser.run(f"{inside}('before').click()")
    said = browser.run(f"{inside}('logged').textContent")
    checks.that(said and said != newest_said, "the game's page steps back by a sentence", f"{newest_said} / {said}")
    checks.that("Anna" in browser.run(f"{inside}('panels').textContent"), "and names who plays")
    told = page.decode().split("<details>")[0] + newest_said + said
    checks.that("nonce" not in told and "[" not in told and "seal" not in told, "without seals and nonces", told)
    doctor = robot.postern("doctor")
    checks.that("✓ the page that letters link to" in doctor, "doctor finds the page", doctor)


def held(robot, browser, checks):
    """A team sealed in the page goes as a letter, and is opened from the letter that asks for it."""
    for name in HOLDERS:
        robot.postern("send", name, "luck plums")
    robot.round()
    sealed, opening, answered = "", [], set()
    for name, address in (*HOLDERS.items(),) * HELD_TURNS:
        link = link_of(newest(robot, address))
        if not link or link in answered or opening:
            continue
        answered.add(link)
        told = ready(browser, link)
        checks.that(not told, f"{name}'s letter opens", told)
        if browser.run("toOpen().length"):
            checks.that(name == "Gina" and browser.run("toOpen()[0].name") == "team/1", "her seal is asked for")
            browser.run("[...by('choices').querySelectorAll('button')].pop().click()")
            opening = written(browser)[1]
        elif sealed or name == "Hugo":
            compose(browser, len(answered))
        else:
            browser.run("give(reach[3].order)")
            browser.run("by('hold-lines').onclick()")
            sealed = written(browser)[1][0]
        robot.postern("send", name, *written(browser)[1])
        robot.round()
    log = json.dumps(robot.log_of("3"))
    checks.that("team [team/1]" in log and sealed.startswith("team team/1 sealed "), "the server takes the commitment", log)
    checks.that(opening and opening[0].split(" ", 1)[1] in log, "the server takes the opening", f"{opening} {log[-1500:]}")


def nowhere_else(robot, folder, checks):
    """A link stands in the HTML of its reader's letter, its bytes in the text's block: in no header, no other
    part, no page of the site, not in the log."""
    found, links = [], set()
    for path in (robot.folder / "mail").glob("*/new/*"):
        letter = Letter(path.read_bytes())
        link = link_of(letter)
        if not link:
            continue
        links.add(link)
        fragment = link.split("#", 1)[1]
        heads = " ".join(str(value) for value in letter.mail.values()).replace("\n", "")
        found += [f"{path}: a header"] if fragment[:60] in heads else []
        for part in letter.mail.walk():
            if not part.is_multipart() and part.get_content_type() != "text/html" and \
                    b"table.html#" in part.get_payload(decode=True):
                found.append(f"{path}: {part.get_content_type()}")
    for path in (folder / "site").rglob("*"):
        if path.is_file() and b"table.html#1" in path.read_bytes():
            found.append(str(path))
    found += ["the log"] if "table.html#" in robot.log() else []
    checks.that(len(links) > 50 and not found, f"{len(links)} links stand nowhere else", found)
    middle = sorted(map(len, links))[len(links) // 2]
    checks.that(middle <= MIDDLE and max(map(len, links)) <= LONGEST, "addresses are short", middle)


def without(robot, checks):
    """Who wants no links has none, neither in HTML nor in the text."""
    for name, address in PLAYERS.items():
        robot.postern("send", name, "links off\nstatus")
    robot.round()
    asked = [name for name, address in PLAYERS.items() if (letter := newest(robot, address)) and
             (link_of(letter) or any(text.startswith("postern-table") for text in letter.texts()))]
    checks.that(not asked, "with links off no letter has a link", asked)


def check(checks):
    with Scratch() as folder, Browser() as browser, Server(folder / "server") as robot, \
            Site(folder / "site") as web:
        robot.init()
        configure(robot, folder, web.url)
        for name, address in (PLAYERS | FOUR | HOLDERS).items():
            robot.postern("player", "add", name, address)
            robot.postern("player", "set", name, "profile", "public")
        robot.json("game", "new", "dungeon_twister", "--seat", "Anna", "--seat", "Bruno")
        robot.json("game", "new", "welcome_back", *(word for name in FOUR for word in ("--seat", name)))
        robot.json("game", "new", "dungeon_twister", "--seat", "Gina", "--seat", "Hugo")
        site = robot.json("site", str(folder / "site"))
        checks.that(site["tables"], "the site has the page", site)
        robot.round()
        for name in PLAYERS | FOUR:
            robot.postern("send", name, "luck plums")
        robot.round()
        browser.look(1280)
        answered = set()
        play(robot, browser, checks, "2", FOUR, answered)
        play(robot, browser, checks, "1", PLAYERS, answered)
        other_ways(robot, browser, folder, checks)
        play(robot, browser, checks, "2", FOUR, answered, MOST if WHOLE else PART)
        play(robot, browser, checks, "1", PLAYERS, answered, MOST if WHOLE else PART)
        replay(robot, browser, folder, web.url, checks)
        held(robot, browser, checks)
        nowhere_else(robot, folder, checks)
        without(robot, checks)
        checks.that(not browser.console, "nothing on the console", browser.console)


if __name__ == "__main__":
    main(check)
