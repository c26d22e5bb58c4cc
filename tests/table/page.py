# SPDX-License-Identifier: MIT
"""The table's page in a real browser, from a file: practice games of both games by taps alone, orders
composed for a letter, edited, taken back; refusals and bad letters; records judged as postern-proof
judges them; narrow screens and dark ones. Nothing is fetched, nothing is said on the console.
"""
import base64
import gzip
import json
import os
import pathlib
import re
import subprocess
import sys
import time
import urllib.parse
import zlib

TOP = pathlib.Path(os.environ["top_srcdir"])
BUILD = pathlib.Path(os.environ["top_builddir"])
sys.path.insert(0, str(TOP / "tests/e2e"))
from browser import AXE, Browser  # noqa: E402
from harness import until  # noqa: E402

LANGUAGES = sorted(folder.name for folder in (TOP / "templates").iterdir() if folder.is_dir())
PAGE = BUILD / "src/table/table.html"
LEARN = BUILD / "src/table/learn.html"

# One tap as a player would: in the menu that is open, on a card to be picked, on what is lit, else on somebody who can
# act, else on a button.
TAP = """(() => {
  const all = (what) => [...document.querySelectorAll(what)];
  const lit = all('#squares .lit'), menu = all('#menu:not([hidden]) button');
  const actors = all('#squares .actor:not(.chosen)'), buttons = all('#choices button:not([aria-pressed=true])');
  const cards = all('#pick:not([hidden]) #pick-cards button:not([disabled]):not([aria-pressed=true])');
  window.taps = (window.taps || 0) + 1;
  const some = (list) => list[(window.taps * 7919) % list.length], done = document.querySelector('#pick:not([hidden]) #pick-done:not([disabled])');
  if (menu.length) some(menu).click();
  else if (done) done.click();
  else if (cards.length) some(cards).click();
  else if (lit.length && window.taps % 5) some(lit).click();
  else if (actors.length && (!buttons.length || window.taps % 3)) some(actors).click();
  else if (buttons.length) some(buttons).click();
  else if (document.querySelector('#squares .chosen')) document.querySelector('#squares .chosen').click();
  else if (document.querySelector('#none:not([hidden])')) document.getElementById('none').click();
  else return 'nothing to tap';
  return document.getElementById('trouble').hidden ? '' : document.getElementById('trouble').textContent;
})()"""

# The taps of an order of `reach`: on who acts, on where it leads, in the menu there, on a button. Counts them in
# window.taps; notes in window.small what is too small for a finger, and in window.away what had to be scrolled to, or lies
# under something else.
TAP_ORDER = """((one) => {
  const find = (what) => document.querySelector(what), step = () => +table.json('tell').steps, before = step();
  const tap = (node) => {
    if (!node) return false;
    const box = node.getBoundingClientRect();
    if (box.width && Math.min(box.width, box.height) < (innerWidth < 600 && !node.closest('#squares') ? 36 : 24)) (window.small ||= []).push(`${node.textContent} ${box.width}×${box.height}`);
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const isLong = node.closest('#menu') && !find('[data-order="…"]') && find('#menu').scrollHeight > find('#menu').clientHeight;
    if (!node.contains(there) && !isLong && !(node.matches('.wide') && there?.closest('#squares'))) (window.away ||= []).push(`${node.textContent || node.getAttribute('aria-label')} at ${box.x}, ${box.y}, below ${there?.id || there?.className}`);
    window.taps = (window.taps || 0) + 1;
    node.click();
    return true;
  };
  const listed = (order) => find(`#menu:not([hidden]) [data-order="${order}"]`);
  const inMenu = (words) => [...document.querySelectorAll('#menu:not([hidden]) button')].find((each) => each.firstChild.textContent === words);
  const button = () => find(`#choices [data-order="${one.order}"]`);
  if (!find('#pick').hidden) {
    for (const word of one.order.split(' ').slice(1)) tap(find(`#pick-cards [data-word="${word}"]:not([aria-pressed=true])`));
    tap(find('#pick-done'));
    return step() === before ? `no cards lead to ${one.order}` : '';
  }
  if (chosen && chosen !== one.who) choose('', ''); // where he goes may hide who stands there
  if (one.from && chosen !== one.who) {
    if (!tap(find(`#squares .actor[data-at="${one.from}"]`))) return `nobody to tap at ${one.from} for ${one.order}, ${chosen} is chosen`;
    if (chosen !== one.who && !inMenu(say('instead', one.name))) tap(find(`#squares .actor[data-at="${one.from}"]`));
    if (chosen !== one.who) tap(inMenu(say('instead', one.name)));
  }
  if (!one.from && chosen !== one.who) tap(find(`#choices [data-who="${one.who}"]`));
  if (leads(one)) tap(find(`#squares .lit[data-at="${one.to}"]`));
  else if (one.from && !listed(one.order)) tap(find(`#squares .chosen[data-at="${one.from}"]`));
  if (step() === before && !listed(one.order) && tap(listed('…'))) window.roundabout = (window.roundabout || 0) + 1;
  if (step() === before) tap(listed(one.order) || button());
  if (step() === before) return `no taps lead to ${one.order}`;
  return document.getElementById('trouble').hidden ? '' : document.getElementById('trouble').textContent;
})"""
# The same of what a practice opponent would order here.
TAP_WELL = """((seed, level = "easy") => {
  if (!isMine()) return 'nobody is asked';
  const order = table.call('choose', mySeat(), level, seed), one = reach.find((each) => each.order === order);
  return one ? TAP_ORDER(one) : `not to be tapped: ${order}`;
})""".replace("TAP_ORDER", TAP_ORDER)


def fail(text):
    print(f"FAIL: {text}")
    sys.exit(1)


def must(good, text):
    if not good:
        fail(text)


def text(browser, name):
    return browser.run(f"document.getElementById({name!r}).textContent")


def shown(browser, name):
    return browser.run(f"!document.getElementById({name!r}).hidden")


def click(browser, name):
    browser.run(f"document.getElementById({name!r}).click()")


def in_sight(browser, name):
    """Is all of it within the window, and nothing above it?"""
    return browser.run("""((node) => {
      const box = node.getBoundingClientRect(), x = box.x + Math.min(box.width / 2, 20);
      return box.width > 0 && [box.top + 3, box.bottom - 3].every((y) => y > 0 && y < innerHeight && node.contains(document.elementFromPoint(x, y)));
    })(by(%r))""" % name)


def load(browser, fragment="", page=PAGE):
    browser.visit("about:blank")
    browser.visit(page.as_uri() + fragment)
    must(browser.run("new Promise((yes) => { const wait = () => document.body.dataset.ready ? yes(true) :"
                     " !document.getElementById('trouble').hidden ? yes(false) : setTimeout(wait, 5);"
                     " wait(); })"), f"the page does not start: {text(browser, 'trouble')}")


def check_quiet(browser):
    must(not browser.console, f"the console says {browser.console}")
    others = [one for one in browser.fetched
              if not one.startswith((PAGE.as_uri(), LEARN.as_uri(), "about:", "blob:"))]
    must(not others, f"the page fetches {others}")


def check_access(browser, what, rule=""):
    if not AXE:
        return
    # the page's policy stands for its own scripts; axe comes past it, through the debugger
    found = browser.violations(rule)
    must(not found["bad"], f"axe, {what}: {found['bad']}")
    must(found["good"] > (0 if rule else 10), f"axe looked at nothing, {what}")


def languages(browser):
    load(browser)
    heads = set()
    for language in LANGUAGES:
        browser.run(f"document.getElementById('language').value = {language!r};"
                    "document.getElementById('language').onchange()")
        heads.add(text(browser, "start-heading"))
        title = browser.run("by('game').value = 'welcome_back', by('game').selectedOptions[0].textContent")
        must((title == "Bienvenido de nuevo a la mazmorra") == (language == "es"), f"{language}: the game is called {title}")
        must(browser.run("document.documentElement.lang") == language, "the page's language")
        must(not browser.run("[...document.querySelectorAll('[data-say]')]"
                             ".some((one) => !one.textContent || /^table\\./.test(one.textContent))"),
             f"a sentence is missing in {language}")
    must(len(heads) == 3, f"three languages say {heads}")
    check_access(browser, "at the start")
    check_quiet(browser)


def tap_cards(browser):
    """A card in a panel tells about itself alone."""
    cards = browser.run("by('panels').querySelectorAll('.item:has(.sign)').length")
    must(cards > 4, f"{cards} cards are shown")
    told, silent = set(), 0
    for card in range(cards):
        name = browser.run(f"by('panels').querySelectorAll('.item:has(.sign)')[{card}].title")
        browser.run(f"by('panels').querySelectorAll('.item:has(.sign)')[{card}].click()")
        tells = browser.run("by('here').children.length")
        silent += tells == 0 # who begins is no card
        must(tells < 2 and silent < 2, f"{name!r} tells nothing, or of others")
        told.add(text(browser, "here"))
    must(len(told) > 4, f"all cards tell {told}")


# Of what I hold, and what it would do in the raid, what is not to be seen.
HELD = """state.panels.filter((panel) => +panel.seat === mySeat()).flatMap((panel) => panel.rows.filter((row) => String(row.hand) === 'true'))
  .map((row) => [...document.querySelectorAll('#hold dt')].find((each) => each.textContent === row.name)?.nextSibling.lastElementChild || row.name)
  .filter((node) => !node.getBoundingClientRect || !node.contains(document.elementFromPoint(node.getBoundingClientRect().x + 4, node.getBoundingClientRect().bottom - 4)))
  .map((node) => `${node.textContent || node} is out of sight`).join('; ')"""


# The cards on the table whose names are out of sight.
LOW = """[...document.querySelectorAll('.flat #panels .item.whole:not(.gone)')].filter((card) =>
  card.querySelector('b').getBoundingClientRect().bottom > by('panels').getBoundingClientRect().bottom).map((card) => card.title).join('; ')"""


# The cards whose words reach beyond them.
BEYOND = """[...document.querySelectorAll('.item, #pick-cards button')].filter((card) => card.scrollWidth > card.clientWidth + 1)
  .map((card) => card.textContent).join('; ')"""


def practise(browser, game, width, height, language):
    """A game from "begin" to its end by taps alone; returns how many, and how it ended."""
    browser.look(width, height=height)
    load(browser)
    browser.run(f"by('language').value = {language!r}; by('language').onchange(); by('game').value = {game!r}; by('level').value = 'easy'")
    click(browser, "practise")
    must(shown(browser, "play"), f"{game} does not begin: {text(browser, 'trouble')}")
    hinted = False
    if game == "welcome_back":
        tap_cards(browser)
    scrolls = orders = 0
    while not browser.run("String(state.over) === 'true'") and orders < 1200:  # of 300 games of the weakest, 991
        told = browser.run(f"{TAP_WELL}({orders}, 'hard')")
        if told in [f"not to be tapped: {order}" for order in ("draw", "no-draw", "resign")]:  # unasked: written, not tapped
            told = browser.run(f"give({told.split()[-1]!r}), by('trouble').textContent")
        must(not told, f"{game}, order {orders}: {told}")
        scrolls += browser.run("Boolean(scrollY || by('board').scrollTop)")
        hinted = hinted or (browser.run("by('chosen').textContent === say('hint-hand')") and in_sight(browser, "chosen"))
        wide = browser.run(BEYOND)
        must(not wide, f"{game}, {width} wide: {wide} is broader than its card")
        held = browser.run(HELD)
        must(not held, f"{game}, order {orders}: {held}")
        must(game == "dungeon_twister" or width < 600 or in_sight(browser, "back"), f"{game}, order {orders}: what is told moves the buttons out of sight")
        low = browser.run(f"String(state.over) === 'true' ? '' : {LOW}")
        must(not low, f"{game}, {width} wide, order {orders}: below the fold: {low}")
        wrong = [] if browser.run("by('board').hidden || String(state.over) === 'true'") else browser.run(FITS)
        must(not wrong, f"{game}, {width} wide, order {orders}: {wrong}")
        orders += 1
    must(browser.run("String(state.over) === 'true'"), f"{game} does not end in {orders} orders")
    must(hinted or game == "welcome_back", f"{width} wide: it is never seen how to place a token")
    must(in_sight(browser, "another"), f"{width} wide: after the game there is no way on in sight")
    scrolls += len(browser.run("window.away || []"))
    must(not scrolls, f"{game}, {width} wide: scrolled {scrolls} times; {browser.run('window.away')}")
    must(not browser.run("window.small"), f"{game}, {width} wide: too small to tap: {browser.run('window.small')}")
    check_access(browser, f"at the end of a game of {game}")
    check_quiet(browser)
    status, taps = text(browser, "status"), browser.run("window.taps")
    if width > 1000:
        practised(browser, game)
    roundabout = browser.run("window.roundabout || 0")
    return f"{game}, {width} wide: {orders} orders ({roundabout} of a long menu's end), {taps} taps, {scrolls} scrolls; {status}"


def tasks(browser):
    """What a newcomer wants to do, from seeing the piece on: at most three taps each; a team in five and Send."""
    wanted = {"moves and takes": "/ take /.test(one.order)", "rotates a room": "one.sort === 'turn'", "fights": "one.sort === 'blow'", "reveals a room": "one.sort === 'reveal'"}
    needed = {}
    browser.look(390, height=844)
    for number in range(120):
        load(browser) if number == 0 else click(browser, "leave")
        browser.run("localStorage.clear()")
        for seat in (1, 2):
            paste(browser, letter(position(number), seat, genesis="w" * 52))
            if browser.run("isMine()"):
                break
        for task, test in wanted.items():
            if task in needed or not browser.run(f"reach.some((one) => one.from && {test})"):
                continue
            told = browser.run(f"window.taps = 0, {TAP_ORDER}(reach.find((one) => one.from && {test}))")
            must(not told, f"{task}: {told}")
            needed[task] = browser.run("window.taps")
            must(text(browser, "told"), f"{task}: it is not said what happened")
            must("/" not in text(browser, "choices"), f"{task}: what the server opens is asked of a player: {text(browser, 'choices')}")
        if len(needed) == len(wanted):
            break
    must(len(needed) == len(wanted) and max(needed.values()) <= 3, f"taps: {needed}")
    load(browser)
    browser.run("by('game').value = 'dungeon_twister'; by('practise').click(); window.taps = 0")
    must(not browser.run(f"{TAP_WELL}(1)"), "a team is not chosen")
    needed["chooses a team"] = browser.run("window.taps")
    must(needed["chooses a team"] <= 5, f"a team takes {needed}")
    must(browser.run("by('told').textContent.includes(say('opponent'))"), "what the opponent did is not told at once")
    needed["sees what the opponent did"] = 0
    return needed


def practised(browser, game):
    """The record of a practice game: whole, unsigned, true, and judged so by postern-proof too."""
    record = browser.run("table.call('practice_record')")
    must("sign none" in record and record.startswith("postern-record "), f"no record of {game}: {record[:200]}")
    click(browser, "look-back")
    must(shown(browser, "replay"), f"{game} is not looked through: {text(browser, 'trouble')}")
    must(browser.run("by('panels').textContent.includes(say('opponent'))"), "looked through, the opponent has no name")
    told = subprocess.run([BUILD / "postern-proof", "verify", "-"], input=record, capture_output=True, text=True)
    words = "".join(line for line in told.stdout.splitlines(True) if not line.startswith("nobody told me"))
    must(text(browser, "proof").split("\n")[0] == words.split("\n")[0],
         f"{game}: the page says {text(browser, 'proof')!r}, postern-proof {words!r}")
    browser.run("by('entry').value = by('entry').max; by('entry').oninput()")
    must(browser.run("state.over") not in (False, "false"), f"the record of {game} does not end")


def position(number):
    parts = (TOP / "tests/bench/dungeon_twister.positions").read_text().split("--\n")
    return parts[number]


def letter(view, seat, **more):
    words = {"game": "dungeon_twister", "rules": "", "genesis": "x" * 52, "number": "17", "entry": "42",
             "seat": str(seat), "language": "en", "reply": "games+17@table.example",
             "subject": "Game 17, turn 9", **more}
    lines = [f"{word} {value}" for word, value in words.items() if value]
    return "\n".join(["Dear Anna, it is your turn.", "", "postern-table 1", *lines,
                      "name 1 Anna", "name 2 <b>Bob</b>", "view", view])


def paste(browser, content):
    browser.run(f"document.getElementById('paste').value = {json.dumps(content)}")
    browser.run("by('open').onclick()")


def compose(browser):
    """A letter's position: order by taps, take back, edit, send."""
    view = position(3)
    seat = 1
    load(browser)
    paste(browser, letter(view, seat))
    if not browser.run("isMine()"):
        seat = 2
        load(browser)
        paste(browser, letter(view, seat))
    must(shown(browser, "play"), f"the letter is not taken: {text(browser, 'trouble')}")
    must(browser.run("isMine()"), "nobody is asked in the bench's position")
    must("<b>Bob" not in browser.run("by('picture').innerHTML"), "a name became markup")
    must(browser.run("document.querySelectorAll('#squares .actor').length") > 0, "nobody can act")
    # a square's button lies on what is drawn there
    off = browser.run("""[...document.querySelectorAll('#squares .actor')].filter((button) => {
      const box = button.getBoundingClientRect(), name = button.getAttribute('aria-label').split(',')[0];
      return ![...document.querySelectorAll('#picture title')].some((title) => {
        const drawn = title.parentNode.getBoundingClientRect(), x = drawn.x + drawn.width / 2;
        return title.textContent.startsWith(name) && x > box.left && x < box.right &&
          drawn.top + drawn.height / 2 > box.top && drawn.top + drawn.height / 2 < box.bottom;
      });
    }).map((button) => button.getAttribute('aria-label'))""")
    must(off == [], f"squares lie beside their pieces: {off}")
    for _ in range(40):
        browser.run(TAP)
        if browser.run("linesNow().length") >= 2:
            break
    lines = browser.run("linesNow()")
    must(len(lines) >= 2, "taps wrote no lines")
    must(not browser.run("isMine() && by('send').matches('.main')"), "half a turn asks loudest to be sent")
    after = browser.run("table.call('write')")
    must(int(browser.run("+state.steps")) == len(lines), "lines and steps differ")

    click(browser, "back")
    must(browser.run("linesNow()") == lines[:-1], "a step taken back leaves its line")
    browser.run(f"document.getElementById('lines').value = {json.dumps(chr(10).join(lines))}")
    click(browser, "read")
    must(browser.run("table.call('write')") == after, "the same lines lead elsewhere")

    browser.run(f"document.getElementById('lines').value = {json.dumps(lines[0] + chr(10) + 'dance wildly')}")
    click(browser, "read")
    must("dance" in text(browser, "faults"), "a line that nobody understands is not told")
    must(int(browser.run("+state.steps")) == 1, "the line before it is not on the board")

    browser.run(f"document.getElementById('lines').value = {json.dumps(chr(10).join(lines))}")
    click(browser, "read")
    address = urllib.parse.urlparse(browser.run("document.getElementById('send').href"))
    query = urllib.parse.parse_qs(address.query)
    must(address.scheme == "mailto" and address.path in ("games%2B17@table.example", "games+17@table.example"),
         f"the letter goes to {address.path}")
    must(query["body"][0].split() == " ".join(lines).split(), "the letter says something else")
    must(query["subject"] == ["Game 17, turn 9"], "the letter's subject")
    browser.run("window.copied = ''; navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    for button, want in (("copy", lines), ("forum", [f"! {line}" for line in lines])):
        browser.run(f"by({button!r}).onclick()")
        must(browser.run("window.copied").split("\n")[:-1] == want, f"{button}: {browser.run('window.copied')}")
    long = "\n".join(["end"] * 700) # beyond what mail programs take
    browser.run(f"by('lines').value = {json.dumps(long)}; by('lines').oninput(); by('send').click()")
    must(browser.run("window.copied").split() == long.split() and browser.run("by('send').getAttribute('href')") == "#"
         and text(browser, "sent") == browser.run("say('too-long')"), "lines too long for an address are not copied")
    browser.run(f"by('lines').value = {json.dumps(chr(10).join(lines))}")
    click(browser, "read")
    check_access(browser, "with orders written")

    # a reload keeps what was not sent, until it is to be forgotten
    load(browser)
    paste(browser, letter(view, seat))
    must(browser.run("linesNow()") == lines, "a reload loses the lines")
    click(browser, "leave")
    must(shown(browser, "games"), "the page does not say what it keeps")
    browser.run("by('game-list').querySelector('button').click()")
    must(shown(browser, "play") and browser.run("linesNow()") == lines, "a letter of the list is not gone on with")
    click(browser, "leave")
    for part in (0, 1): # dropped by a slip, it is had back
        kept = browser.run("JSON.stringify(localStorage)")
        browser.run("by('forget').focus(); (%d ? by('forget') : by('game-list').querySelectorAll('button')[1]).click()" % part)
        must(not browser.run("by('game-list').children.length"), "nothing is dropped")
        must(browser.run("document.activeElement.id") == "undrop", "the focus is lost")
        check_access(browser, "with something dropped")
        click(browser, "undrop")
        must(browser.run("JSON.stringify(localStorage)") == kept and browser.run("by('game-list').children.length === 1"), "it is not had back")
        must(not shown(browser, "undrop"), "it can be had back twice")
    click(browser, "forget")
    must(not shown(browser, "forget") and not browser.run("localStorage.length"), "it forgets nothing")
    load(browser)
    must(not shown(browser, "games"), "it speaks of games that it has forgotten")
    check_quiet(browser)
    return view, seat


def enter_key(browser):
    for kind in ("rawKeyDown", "char", "keyUp"):
        browser.page("Input.dispatchKeyEvent", type=kind, key="Enter", code="Enter", text="\r",
                     windowsVirtualKeyCode=13)


def keyboard(browser, view, seat):
    """Everything by keys: an arrow walks the board, Enter acts; what it takes away hands the focus on."""
    load(browser)
    paste(browser, letter(view, seat, number="18", genesis="y" * 52))
    browser.run("document.querySelector('#squares button').focus()")
    first = browser.run("document.activeElement.dataset.at")
    for key, code in (("ArrowRight", 39), ("ArrowUp", 38), ("ArrowLeft", 37), ("ArrowDown", 40)):
        for kind in ("keyDown", "keyUp"):
            browser.page("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                         windowsVirtualKeyCode=code)
        if browser.run("document.activeElement.dataset.at") != first:
            break
    must(browser.run("document.activeElement.dataset.at") != first, "arrows do not walk")
    enter_key(browser)
    must(browser.run("chosen") != "", "Enter chooses nobody")
    must(browser.run("Boolean(document.activeElement.dataset.at)"), "the focus is lost")
    must(browser.run("document.querySelectorAll('#squares .lit').length") > 0, "nothing is lit")

    load(browser)
    browser.run("by('game').value = 'dungeon_twister'; practise(); give(reach[3].order); by('choices').querySelector('[data-who]').focus()")
    enter_key(browser)
    must(browser.run("chosen && document.activeElement.matches('.lit')"), "a token that is chosen has no focus to go on from")
    load(browser)
    browser.run(f"by('paste').value = {json.dumps(letter(BIDDING, 1, number='33', genesis='k' * 52, game='welcome_back'))};"
                "by('open').focus()")
    enter_key(browser)
    wait_for(browser, "!by('play').hidden", "Enter does not open the letter")
    must(browser.run("document.activeElement.id") == "title", "an opened letter has no focus")
    browser.run("by('choices').querySelector('button').focus()")
    steps = 0
    while browser.run("isMine()"):
        must(browser.run("linesNow().length === 0 || document.querySelectorAll('.foe').length === 1"), "the card that is drawn does not stand out")
        enter_key(browser)
        steps += 1
        must(browser.run("Boolean(document.activeElement.closest('#choices button, #send'))"), f"the focus is lost after step {steps}")
        must(browser.run("linesNow().length") == steps, f"Enter writes {browser.run('linesNow()')}")
    must(text(browser, "told") and browser.run("document.activeElement.textContent") == browser.run("say('send')"),
         "the last key does not lead to Send")


def motion(browser):
    """What happened is shown once, as it went: along the way, a room with all that lies in it; what is not known yet stays
    face down. None of it for who wants no motion."""
    running = "document.getAnimations().filter((one) => one.effect.target.id !== 'squares').map((one) => one.effect.target)"
    names = f"{running}.map((node) => node.querySelector('title')?.textContent.split(' on ')[0] || '').filter(Boolean).sort()"
    seen = set()
    for number in range(60):
        for seat in (1, 2):
            load(browser) if number == 0 else browser.run("leave()")
            browser.run("localStorage.clear()")
            paste(browser, letter(position(number), seat, genesis="m" * 52))
            if browser.run("isMine()"):
                break
        for sort in {"turn", "reveal", "blow", "move"} - seen:
            order = browser.run(f"reach.find((one) => one.sort === {sort!r} && one.from && (one.sort !== 'move' || / \\w+ \\w+ \\w+/.test(one.order)))?.order || ''")
            if not order:
                continue
            seen.add(sort)
            browser.run(f"give({order!r})")
            told = browser.run(names)
            area = browser.run("state.done[0].area")
            lying = browser.run(f"state.pieces.filter((one) => one.at && {area!r} && isInside(state.areas.find((each) => each.name === {area!r}), one.at)).map((one) => one.name)")
            if sort == "turn":
                must(told == sorted([f"room {area}", *lying]), f"{order} moves {told}, in {area} lie {lying}")
            elif sort == "reveal":
                must(not told, f"{order}: it is not known, and {told} move")
            else:
                must(len(told) == 1, f"{order} moves {told}")
            if sort == "move":
                steps = browser.run("document.getAnimations()[0].effect.getKeyframes().length")
                must(steps == len(order.split()), f"{order} is shown in {steps} places")
            for act in ("show()", "back()"): # not again, and not as it was undone
                browser.run(f"document.getAnimations().forEach((one) => one.finish()); {act}")
                must("room" not in " ".join(browser.run(names)), f"{order}, {act}: it is shown again: {browser.run(names)}")
            if browser.run("!isMine()"):
                break
        if len(seen) == 4:
            break
    must(len(seen) == 4, f"only {seen} are seen")
    browser.page("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    browser.run("give(reach.find((one) => one.from && leads(one)).order)")
    must(not browser.run("document.getAnimations().length"), "it moves for who wants no motion")
    browser.look(1280)
    check_quiet(browser)


def force(browser):
    """A force is put together from cards that say what each can do, and not from a list below the fold."""
    browser.look(390, height=844)
    load(browser)
    view = browser.run("(table.call('open', 'dungeon_twister', '', 'en'), table.call('start', 'boxes=both mode=free', 2),"
                       " (() => { while (table.run('asked') === 0) table.call('deal', ['x']); })(),"
                       " table.call('sit', table.run('asked')), JSON.stringify([table.run('asked'), table.call('write')]))")
    seat, view = json.loads(view)
    load(browser)
    paste(browser, letter(view, seat, number="50", genesis="f" * 52))
    must(shown(browser, "pick") and "DT-" not in text(browser, "pick") and len(text(browser, "pick-cards")) > 800, "a force is chosen from a list")
    must(in_sight(browser, "pick-done"), "the last of a force is out of sight")
    told = browser.run(f"{TAP_ORDER}(reach[9])")
    must(not told and len(browser.run("linesNow()")) == 1 and shown(browser, "pick"), f"nobody is chosen: {told}")
    view = browser.run("""(() => { // a second Rope has a card, too
      table.call('open', 'dungeon_twister', '', 'en'); table.call('start', 'boxes=both mode=free', 2);
      for (let seed = 0; ; seed++) {
        const asked = table.run('asked');
        if (asked === 0) table.call('deal', [`x${seed}`]);
        else {
          const list = (table.call('sit', asked), table.call('reach', asked)).split('\\n').map((line) => line.split('\\t')[0]);
          if (list.includes('choose rope-2')) return JSON.stringify([asked, table.call('write')]);
          table.call('give', asked, [list.find((one) => one === 'choose rope') || list[0]]);
        }
      }
    })()""")
    seat, view = json.loads(view)
    load(browser)
    paste(browser, letter(view, seat, number="51", genesis="g" * 52))
    must(shown(browser, "pick") and "rope-2" not in text(browser, "pick"), "a second Rope has no card")


SIZES = ((390, 844), (768, 1024), (1280, 800), (1920, 1080))
# What is not as it should be on one screen: all of the board and what can be done within the window, nothing small.
FITS = """(() => {
  const wrong = [], box = (node) => node.getBoundingClientRect();
  const inside = (node, what) => { const at = box(node); if (at.top < -1 || at.left < -1 || at.right > innerWidth + 1 || at.bottom > innerHeight + 1) wrong.push(`${what} is out of sight`); };
  if (scrollY) wrong.push('it is scrolled');
  for (const id of ['picture', 'ask', 'back']) inside(by(id), id);
  for (const choice of document.querySelectorAll('#choices button'))
    if (box(choice).bottom > box(by('at-hand')).bottom + 1) wrong.push(`${choice.textContent} is cut`);
  const panels = by('panels');
  if (panels.parentNode === by('stage') && panels.scrollHeight > panels.clientHeight + 1) wrong.push('a panel is cut at the fold');
  for (const node of by('squares').children) {
    if (Math.min(box(node).width, box(node).height) < 24) wrong.push(`${node.dataset.at} is ${box(node).width} wide`);
    const cost = node.querySelector('.cost');
    if (cost && parseFloat(getComputedStyle(cost).fontSize) < 11) wrong.push('a cost is small');
  }
  const scale = box(by('picture')).width / +state.frame.width;
  for (const words of by('picture').querySelectorAll('text'))
    if (words.getAttribute('font-size') * scale < 11) wrong.push(`${words.textContent} is ${words.getAttribute('font-size') * scale} high`);
  for (const piece of by('picture').querySelectorAll('#pieces > g > circle:first-of-type, #pieces > g > rect')) {
    const carried = piece.parentNode.querySelector('use, path, circle') && Math.min(piece.getBBox().width, piece.getBBox().height) < 40;
    const size = Math.min(box(piece).width, box(piece).height) + piece.getAttribute('stroke-width') * scale;
    if (!carried && size < 28) wrong.push(`a piece is ${size} wide`);
  }
  return wrong;
})()"""


def at_hand(browser, view, seat):
    """All of the board and what can be done are on one screen, upright or lying, my side below or at the left, by day and
    by night; nothing that is tapped or read is small. Closer and back."""
    marks = set()
    for (width, height), dark in ((size, dark) for size in SIZES for dark in (False, True)):
        browser.look(width, dark, height=height)
        load(browser)
        browser.run("localStorage.clear()")
        paste(browser, letter(view, seat, number="40", genesis="h" * 52))
        for act in ("0", "document.querySelector('#squares .actor').click()", "give(reach.find((one) => one.sort === 'move').order)"):
            browser.run(f"{act}; 0")
            wrong = browser.run(FITS)
            must(not wrong, f"{width} × {height}, after {act}: {wrong}")
        must(text(browser, "left"), "it is not said what is left to spend")
        odd = browser.run("+state.frame.columns > +state.frame.rows")
        must(odd == (width > height), f"{width} × {height}: the board lies wrong")
        home = browser.run("turned(placeOf(%r))" % ("a0" if seat == 1 else "a21"))
        must(home[0 if odd else 1] == 0, f"{width} × {height}: my side is at {home}")
        marks.add(browser.run("getComputedStyle(by('board')).getPropertyValue('--link')"))
        if width < 600:
            must(in_sight(browser, "left") and browser.run("state.panels.filter((one) => +one.seat).every((one) => by('left').textContent.includes(scoresOf(one)))"),
                 f"on a phone it is not seen who leads: {text(browser, 'left')}")
    browser.look(844, height=390) # a phone on its side, where words may be small
    load(browser)
    paste(browser, letter(view, seat, number="40", genesis="h" * 52))
    wrong = [one for one in browser.run(FITS) if not re.search(r" is [\d.]+ high$", one)]
    must(not wrong and in_sight(browser, "back") and browser.run("by('left').getBoundingClientRect().width"), f"on its side: {wrong}")
    must(len(marks) == 1, f"the board is light at all times, its marks are {marks}")
    square = browser.run("document.querySelector('#squares .actor').dataset.at")
    middle = browser.run("(() => { const box = document.querySelector('#squares .actor').getBoundingClientRect();"
                         " return [box.x + box.width / 2, box.y + box.height / 2]; })()")
    browser.page("Input.dispatchMouseEvent", type="mouseWheel", x=middle[0], y=middle[1], deltaX=0, deltaY=-120)
    wait_for(browser, "zoom.by > 1", "the wheel brings nothing closer")
    must(browser.run("squareAt({ clientX: %s, clientY: %s })" % tuple(middle)) == square, "closer, another square is below the finger")
    browser.run("zoomAt(0.01, 0, 0)")
    must(browser.run("by('sheet').style.transform") == "", "it does not go back")
    browser.look(1280)
    check_quiet(browser)


def kept_games(browser):
    """A practice game survives a reload and a closed tab, and Back leaves it; undo and hints."""
    load(browser)
    browser.run("localStorage.clear(); by('game').value = 'dungeon_twister'; by('level').value = 'easy'; by('practise').click()")
    must(text(browser, "told").startswith(browser.run("rulesOf('dungeon_twister')[0]")), "who plays for the first time is not told how it is won")
    for seed in range(12):
        told = browser.run(f"{TAP_WELL}({seed})")
        must(not told, told)
    before = browser.run("table.call('write')")
    browser.page("Page.reload")
    wait_for(browser, "document.body?.dataset.ready && !by('play').hidden", "a reload loses the game")
    must(browser.run("table.call('write')") == before, "a reload comes to another position")
    browser.run("history.back()")
    wait_for(browser, "!by('start').hidden", "Back does not leave the game")
    load(browser) # a new tab
    must(browser.run("by('game-list').children.length") == 1, "the game is not listed")
    browser.run("by('game-list').querySelector('button').click()")
    must(browser.run("table.call('write')") == before, "the list leads to another position")
    orders = browser.run("sitting.orders.length")
    click(browser, "back")
    must(browser.run("sitting.orders.length") < orders and browser.run("isMine()"), "nothing is taken back")
    for language in ("es", "en"):
        browser.run(f"by('language').value = {language!r}; by('language').onchange()")
        browser.page("Page.reload")
        wait_for(browser, "document.body?.dataset.ready && !by('play').hidden", "a reload loses the game")
        must(browser.run("document.documentElement.lang") == language, f"a reload forgets {language}")
        must(browser.run("by('panels').textContent.includes(say('opponent'))"), f"in {language} the opponent has another language's name")
    click(browser, "hint")
    must(text(browser, "told") and not text(browser, "trouble"), f"no hint: {text(browser, 'trouble')}")
    click(browser, "leave")
    browser.run("by('game-list').querySelectorAll('button')[1].click()")
    must(not browser.run("allGames().length"), "it is not deleted")
    check_quiet(browser)


def own_words(browser, view, seat):
    """Lines are written in the reader's words, and are read as what was tapped. Of several games each keeps its own."""
    written = {}
    for language in LANGUAGES:
        load(browser)
        paste(browser, letter(view, seat, number="41", genesis=language[1] * 52, language=language))
        browser.run("give(reach.find((one) => one.sort === 'move').order)")
        after = browser.run("table.call('write')")
        written[language] = browser.run("linesNow()[0]")
        click(browser, "read")
        must(not text(browser, "faults") and browser.run("table.call('write')") == after,
             f"{written[language]}: {text(browser, 'faults')}")
    must(len(set(written.values())) == 3, f"three languages write {written}")
    for language, line in written.items():
        paste(browser, letter(view, seat, number="41", genesis=language[1] * 52, language=language))
        must(browser.run("linesNow()") == [line], f"another game's letter drops the line {line}")
    paste(browser, letter(view, seat, number="41", genesis="n" * 52, entry="43"))
    must(not browser.run("linesNow().length"), "lines for an older letter come back")
    load(browser)
    must(shown(browser, "games"), "the page does not say what it keeps")
    click(browser, "forget")
    check_quiet(browser)


def bad_letters(browser):
    for content, sentence in (("hello", "foreign"), ("postern-table 1\ngame dungeon_twister\n", "cut"),
                              ("postern-table 9\n", "newer")):
        load(browser)
        paste(browser, content)
        must(text(browser, "trouble") == browser.run(f"say({sentence!r})"),
             f"{content!r}: {text(browser, 'trouble')}")
        must(not shown(browser, "play"), "a bad letter is played")
    broken = position(3).replace("turn", "tum", 1)
    load(browser)
    paste(browser, letter(broken, 1))
    must(text(browser, "trouble") and not shown(browser, "play"), "a view that cannot be read is taken")
    load(browser)
    paste(browser, letter("room w1 1D/0\npoints 2\nblue thief e3\nyellow goblin e3\n", 1))
    must("DT-STACK" in text(browser, "trouble") and not shown(browser, "play"), "an impossible view is taken")
    record = (TOP / "tests/proof/corpus/genesis-2/welcome_back-1.record").read_bytes()
    for packed, sentence in ((gzip.compress(bytes(65 << 20)), "too-large"), (gzip.compress(record)[:-100], "damaged")):
        load(browser)
        browser.run("attempt(() => readFile(new File([Uint8Array.from(atob('%s'), (one) => one.charCodeAt(0))], 'x.gz')))"
                    % base64.b64encode(packed).decode())
        trouble_is(browser, sentence, f"a packed record that is {sentence}")
    load(browser)
    browser.run("attempt(() => readFile(new File([new Uint8Array(50 << 20)], 'huge.record')))")
    wait_for(browser, "!by('proof').hidden || !by('trouble').hidden", "50 MB are not answered")
    must(not shown(browser, "step"), "50 MB of nothing are stepped through")
    paste(browser, letter(position(3), 1))
    must(shown(browser, "play"), f"after 50 MB the page is dead: {text(browser, 'trouble')}")
    for language in LANGUAGES: # in the letter's language
        for more, sentence, what in (({"rules": "999"}, "no-rules", "999"), ({"game": "chess"}, "no-game", "chess")):
            load(browser)
            paste(browser, letter(position(3), 1, language=language, **more))
            must(text(browser, "trouble") == browser.run(f"say({sentence!r}, {what!r})"), f"{what}: {text(browser, 'trouble')}")
    check_quiet(browser)


def poor_browsers(browser):
    """Without WebAssembly, without JavaScript, without storage."""
    def before(script):
        return browser.page("Page.addScriptToEvaluateOnNewDocument", source=script)["identifier"]

    def go_on(made):
        browser.page("Page.removeScriptToEvaluateOnNewDocument", identifier=made)

    made = before("delete window.WebAssembly")
    browser.visit("about:blank")
    browser.visit(PAGE.as_uri())
    must(shown(browser, "too-old") and "respuesta a la carta" in text(browser, "too-old").replace("\n", " "),
         "a browser without WebAssembly is not told how to write by hand")
    go_on(made)
    # one that cannot even read the script tells it, too, after a while
    broken = pathlib.Path(browser.profile) / "old.html"
    broken.write_text(PAGE.read_text().replace("const began", "const const began", 1))
    browser.visit(broken.as_uri())
    until("a browser that cannot read the script is told how to write by hand",
          lambda: browser.run("getComputedStyle(document.getElementById('too-old')).visibility") == "visible", 60)
    broken.unlink()
    made = before("delete window.DecompressionStream")
    load(browser)
    must(not shown(browser, "too-old"), "without DecompressionStream the page gives up")
    paste(browser, letter(position(3), 1))
    must(shown(browser, "play"), "without DecompressionStream nothing is played")
    go_on(made)
    browser.page("Emulation.setScriptExecutionDisabled", value=True)
    browser.visit(PAGE.as_uri())
    document = browser.page("DOM.getDocument", depth=-1)["root"]["nodeId"]
    node = browser.page("DOM.querySelector", nodeId=document, selector="noscript p")["nodeId"]
    must(node, "a browser without JavaScript is told nothing")
    browser.page("Emulation.setScriptExecutionDisabled", value=False)
    made = before("Object.defineProperty(window, 'localStorage', { get() { throw new Error('private'); } })")
    load(browser)
    paste(browser, letter(position(3), 1))
    must(shown(browser, "play"), "without storage nothing is played")
    browser.run("isMine() ? give(reach[0].order) : 0")
    must(not text(browser, "trouble"), f"without storage: {text(browser, 'trouble')}")
    go_on(made)
    check_quiet(browser)


GENESIS = "a" * 52


def fragment_of(content):
    words = {line.split(" ", 1)[0]: line.split(" ", 1)[-1] for line in content.split("\n")}
    told = subprocess.run([BUILD / "tests/table/make_link", words["genesis"], words["entry"], words["seat"]],
                          input=content, capture_output=True, text=True, check=True)
    return told.stdout.strip()


def wait_for(browser, condition, what):
    until(what, lambda: browser.run(f"Boolean({condition})"), pause=0.01)


def trouble_is(browser, sentence, what):
    wait_for(browser, "!by('trouble').hidden", f"{what}: no word of it")
    must(text(browser, "trouble") == browser.run(f"say({sentence!r})"),
         f"{what}: {text(browser, 'trouble')}")
    must(not shown(browser, "play") and not shown(browser, "meet"), f"{what} is played")


def links(browser, view, seat):
    """A signed link, its block in a quoted letter; changed, cut, from elsewhere."""
    key = subprocess.run([BUILD / "tests/table/make_link", "key"], capture_output=True, text=True,
                         check=True).stdout.strip()
    content = letter(view, seat, genesis=GENESIS, server="games@table.example", key=f"1 {key}",
                     language="it").split("\n\n", 1)[1]
    fragment = fragment_of(content)
    must(len("https://table.example.org/postern/table.html#" + fragment) <= 800,
         f"a link of {len(fragment)} characters")
    load(browser, "#" + fragment)
    wait_for(browser, "!by('meet').hidden", f"a strange server is not asked about: {text(browser, 'trouble')}")
    must(text(browser, "server") == "games@table.example", "the server is not named")
    must(text(browser, "key").replace(" ", "") == key, "the key is not shown")
    must(browser.run("location.hash") == "", "the address keeps the view")
    check_access(browser, "asking about a server")
    click(browser, "trust")
    wait_for(browser, "!by('play').hidden", f"the link is not opened: {text(browser, 'trouble')}")
    must(browser.run("document.documentElement.lang") == "it", "the letter's language")
    must(browser.run("isMine()"), "the link's seat cannot order")

    # the same bytes as a block, quoted and broken anew; the server is known now
    lines = [fragment[at:at + 61] for at in range(0, len(fragment), 61)]
    block = "Ciao!\n> > postern-table\n" + "".join(f"> > {line}\n" for line in lines) + "> > end-table\n"
    load(browser)
    paste(browser, block)
    wait_for(browser, "!by('play').hidden", f"the block is not read: {text(browser, 'trouble')}")
    # of several the last, which is the server's; what a player wrote before it was defused, or is passed over
    for before in (f"postern-table\n1.AAAA.{'A' * 86}\nend-table\n", "postern\u2011table\n", "postern-table 1\ngame chess\nview\n"):
        load(browser)
        paste(browser, before + block)
        wait_for(browser, "!by('play').hidden || !by('trouble').hidden", "two blocks are not answered")
        must(shown(browser, "play") and browser.run("sitting.game") == "dungeon_twister", f"behind {before!r}: {text(browser, 'trouble')}")

    middle = len(fragment) // 3
    other = "B" if fragment[middle] != "B" else "C"
    head, data, signature = fragment.split(".")
    for bad, sentence, what in (
            (fragment[:-9], "cut", "a cut link"),
            ("2" + fragment[1:], "newer", "a newer link"),
            (f"{head}.{data[:-20]}.{signature}", "cut", "a link without its end"),
            (f"{head}.{data}.{'A' * 86}", "changed", "a link signed by nobody")):
        load(browser, "#" + bad)
        trouble_is(browser, sentence, what)
    load(browser, "#" + fragment[:middle] + other + fragment[middle + 1:])
    wait_for(browser, "!by('trouble').hidden", "a changed link is taken")
    must(not shown(browser, "play"), "a changed link is played")
    moved = fragment_of(content.replace("seat %d" % seat, "seat %d" % (3 - seat)))
    load(browser, "#" + f"{head}.{data}.{moved.split('.')[2]}")
    trouble_is(browser, "changed", "another seat's signature")

    packer = zlib.compressobj(9, zlib.DEFLATED, -15) # 64 MB in 62 kB
    bomb = base64.urlsafe_b64encode(packer.compress(bytes(64 << 20)) + packer.flush()).decode().rstrip("=")
    load(browser)
    paste(browser, f"postern-table\n1.{bomb}.{'A' * 86}\nend-table\n")
    trouble_is(browser, "foreign", "a packed bomb")

    # what earlier releases wrote
    for line in (TOP / "tests/table/fragments").read_text().split("\n")[:-1]:
        if line.startswith("#"):
            continue
        load(browser)
        paste(browser, f"postern-table\n{line}\nend-table\n")
        wait_for(browser, "!by('play').hidden || !by('meet').hidden || !by('trouble').hidden", "an old link is not answered")
        must(shown(browser, "play") and browser.run("isMine()"), f"an old link is not read: {text(browser, 'trouble')}")

    # a page that a server built takes that server's letters alone, and of its keys those in use
    for site in ("{server: 'a@b.example', keys: {1: '%s'}}" % key,
                 "{server: 'games@table.example', keys: {2: '%s'}}" % key,
                 "{server: 'games@table.example', keys: {1: '%s'}}" % key[::-1]):
        load(browser)
        browser.run(f"by('site').textContent = JSON.stringify({site})")
        paste(browser, block)
        wait_for(browser, "!by('trouble').hidden", "another server's letter is taken")
        must(re.search(r"server: '([^']*)", site)[1] in text(browser, "trouble"), "the page does not say whose it is")
        must(not shown(browser, "play") and not shown(browser, "meet"), "another server's letter is played")
    load(browser)
    browser.run("by('site').textContent = JSON.stringify({server: 'games@table.example', keys: {1: '%s'}})" % key)
    paste(browser, block)
    wait_for(browser, "!by('play').hidden", "the server's own letter is refused")
    check_quiet(browser)


def opened(block):
    told = subprocess.run([BUILD / "tests/table/make_link", "open"], input=block, capture_output=True, text=True)
    return told.stdout.rstrip("\n") or told.stderr


def seals(browser, view, seat):
    """A block for the forum: of a game that the site knows, of a ticket, of the lines composed."""
    box = subprocess.run([BUILD / "tests/table/make_link", "box"], capture_output=True, text=True,
                         check=True).stdout.strip()
    load(browser)
    served = pathlib.Path(browser.profile) / "seal.html"
    served.write_text(PAGE.read_text().replace('type="application/json">{}', 'type="application/json">{"seal": true}', 1))
    load(browser, page=served)
    must(in_sight(browser, "seal-seat"), "of seal.html another form is in sight")
    load(browser)
    site = json.dumps({"seal": True, "games": [{"game": "17", "title": "Some game", "genesis": GENESIS, "box": box}]})
    browser.run(f"by('site').textContent = {json.dumps(site)}; putSealing()")
    must(browser.run("by('sealing').open"), "seal.html does not show its form")
    check_access(browser, "with the form that seals")

    def form(game, ticket, *given):
        browser.run(f"by('seal-game').selectedIndex = {game}; by('seal-ticket').value = {json.dumps(ticket)};"
                    + "".join(f"by('seal-{name}').value = {json.dumps(value)};"
                              for name, value in zip(("seat", "decision", "entry", "order"), given))
                    + "by('seal-form').requestSubmit()")
        return browser.run("by('seal-block').value") or text(browser, "seal-problem")

    ticket = f"postern-ticket 2\n> game 17\n> genesis {GENESIS}\n> key {box}\n"
    given = ("2", "31", "118", "combat 3")
    for block in (form(0, "", *given), form(1, ticket, *given)):
        must(opened(block) == f"2 31 118 {GENESIS}\ncombat 3", f"the block holds {opened(block)} of {block}")
    old = form(1, ticket.replace("ticket 2", "ticket"), "2", "31", "", "combat 3")
    must(old == browser.run("say('seal-no-ticket')"), f"an older ticket was taken: {old}")
    first = form(0, "", *given)
    must(first != form(0, "", *given), "two blocks are the same")
    for given, sentence in (((1, "hello", "2", "31", "118", "combat 3"), "'seal-no-ticket'"),
                            ((0, "", "", "31", "118", "combat 3"), "'seal-no-number'"),
                            ((0, "", "2", "31", "", "combat 3"), "'seal-no-entry'"),
                            ((0, "", "2", "31", "118", " "), "'seal-empty'"),
                            ((0, "", "2", "31", "118", "x" * 945), "'seal-long', 944")):
        must(form(*given) == browser.run(f"say({sentence})"), f"{sentence}: {form(*given)}")

    paste(browser, letter(view, seat, genesis=GENESIS, number="17"))
    must(shown(browser, "seal-lines"), "a letter's lines cannot be sealed")
    browser.run("give(reach[0].order)")
    browser.run("window.copied = ''; navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    browser.run("sealLines()")
    want = f"{seat} {browser.run('sitting.question')} {browser.run('sitting.entry')} {GENESIS}\n" + browser.run("linesNow()")[0]
    must(opened(browser.run("window.copied")) == want, f"lines sealed: {opened(browser.run('window.copied'))}")
    load(browser)
    paste(browser, letter(view, seat, genesis="q" * 52))
    must(not shown(browser, "seal-lines"), "a game without a known key is sealed")
    check_quiet(browser)


def own_seals(browser, folder):
    """Secrets that the player keeps: sealed in the lines, kept over a reload, saved, taken by another
    browser, opened as postern-proof opens them, dropped."""
    load(browser)
    browser.run("localStorage.clear(); table.call('open', 'dungeon_twister', '', 'en'); table.call('start', '', 2);"
                "while (table.run('asked') === 0) table.call('deal', ['x'])")
    view = browser.run("table.call('sit', 1), table.call('write')")
    mine = letter(view, 1, genesis=GENESIS)
    load(browser)
    paste(browser, mine)
    must(shown(browser, "hold-lines"), "secrets cannot be sealed")
    plain = browser.run("reach[3].order")
    browser.run(f"give({plain!r})")
    click(browser, "hold-lines")
    line = browser.run("linesNow()[0]")
    must(re.fullmatch(r"team team/1 sealed [a-z2-7]{52}", line), f"{plain!r} is sealed as {line!r}")
    must(not text(browser, "faults") and browser.run("+state.steps") == 1, "a sealed line is not on the board")
    must(browser.run("by('own-seals').open") and "1" in text(browser, "held-count"), "it is not said what is kept")
    check_access(browser, "with a seal of my own")
    click(browser, "hold-lines")
    must(browser.run("linesNow()") == [line], "a seal is made anew")

    load(browser) # a reload keeps lines and seals
    paste(browser, mine)
    must(browser.run("linesNow()") == [line] and not text(browser, "faults"), "a reload loses the sealed line")
    kept = browser.run("ownSeals()")
    file = folder / "postern-seals"
    file.write_text(kept)
    file.chmod(0o600)
    told = subprocess.run([BUILD / "postern-proof", "open", "--seals", file, "--genesis", GENESIS, "team/1"],
                          capture_output=True, text=True)
    must(told.stdout.strip() == browser.run(f"table.call('held', {GENESIS!r}, 'team/1', [ownSeals()])"),
         f"postern-proof opens {told.stdout or told.stderr!r}")
    browser.run(f"openSeal('team/1', sealsOf({GENESIS!r}, 'team/1')[0])")
    must(browser.run("linesNow()")[1:] == [told.stdout.strip()], "the opening is no line")
    browser.run("back(); back(); give(reach[0].order)") # what was sealed stays so
    browser.run("by('hold-lines').onclick()")
    must("team/1" in text(browser, "trouble") and browser.run("say('held-again')") in text(browser, "trouble"),
         "another secret is sealed under the same name")
    must(browser.run("ownSeals()") == kept, "a refused seal is kept")
    browser.run("by('hold-lines').onclick()") # the game took it back: anew, and both are kept
    anew = browser.run("linesNow()[0]")
    must(re.fullmatch(r"team team/1 sealed [a-z2-7]{52}", anew) and anew != line, f"sealed anew as {anew!r}")
    both = browser.run("ownSeals()")
    must(both.startswith(kept) and both.count("\n") == kept.count("\n") + 1, "the first seal is lost")
    must(browser.run(f"plainOf({line!r})") == plain and browser.run(f"plainOf({anew!r})") != plain,
         "one seal is taken for the other")
    file.write_text(both)
    told = subprocess.run([BUILD / "postern-proof", "open", "--seals", file, "--genesis", GENESIS, "team/1"],
                          capture_output=True, text=True)
    must("more than once" in told.stderr and
         told.stdout.strip() == browser.run(f"table.call('held', {GENESIS!r}, 'team/1', [ownSeals()])"),
         f"postern-proof opens {told.stdout or told.stderr!r} of two")
    file.write_text(kept)
    browser.run(f"keepSeals({kept!r})")

    click(browser, "drop-seals")
    must(browser.run("ownSeals()") == kept, "one tap drops the seals")
    click(browser, "drop-seals")
    must(browser.run("ownSeals()") == "" and not browser.run("localStorage.getItem(SEALS_KEY)"), "they are not dropped")
    load(browser) # elsewhere
    paste(browser, mine)
    browser.run(f"by('lines').value = {line!r}")
    click(browser, "read")
    must(text(browser, "faults"), "a line sealed elsewhere is shown on the board")
    changed = kept[:-3] + ("a" if kept[-3] != "a" else "b") + kept[-2:]
    for bad in ("hello", kept[:-1], changed, kept + "x\n"):
        must(browser.run(f"(() => {{ try {{ takeSeals({json.dumps(bad)}); return '' }} catch (error) {{ return error.message }} }})()")
             == browser.run("say('not-seals')"), f"a file of seals {bad[:20]!r}… is taken")
    must(browser.run("ownSeals()") == "", "a bad file leaves something")
    document = browser.page("DOM.getDocument")["root"]["nodeId"]
    node = browser.page("DOM.querySelector", nodeId=document, selector="#load-seals")["nodeId"]
    browser.page("DOM.setFileInputFiles", files=[str(file)], nodeId=node)
    wait_for(browser, "by('held-told').textContent !== ''", "a file of seals is not taken")
    must(browser.run("ownSeals()") == kept, "another browser has other seals")
    click(browser, "read")
    must(not text(browser, "faults"), "a seal taken from a file does not help")
    file.unlink()
    click(browser, "drop-seals")
    click(browser, "drop-seals")
    check_quiet(browser)


def step_through(browser, path):
    """Each entry's text is the record's; back is where forward was; the end is the game's end."""
    entries = int(browser.run("+by('entry').max"))
    click(browser, "step")
    must(shown(browser, "replay") and not browser.run("by('trouble').textContent"), "no replay")
    seen = []
    for _ in range(min(entries, 40)):
        seen.append((text(browser, "entry-text"), browser.run("table.call('write')")))
        if browser.run("by('after').disabled"):
            seen.pop()
            break
        click(browser, "after")
    must(len({position for _, position in seen}) > 3, f"{path.name}: nothing moves")
    lines = path.read_text()
    must(all(said.split(". ", 1)[1] in lines for said, _ in seen[1:]), "an entry reads otherwise")
    must(text(browser, "logged") and "[" not in text(browser, "logged"), f"a step says {text(browser, 'logged')!r}")
    for said, position in reversed(seen):
        click(browser, "before")
        must((text(browser, "entry-text"), browser.run("table.call('write')")) == (said, position),
             f"{path.name}: {said} is another going back")
    browser.run(f"by('entry').value = {entries}; by('entry').oninput()")
    must(browser.run("state.over") not in (False, "false"), f"{path.name} does not end")
    must(not browser.run("by('trouble').textContent"), "the replay says trouble")
    readers = browser.run("[...by('as').options].map((one) => +one.value)")
    must(len(readers) >= 3, f"{path.name}: seen by {readers} alone")
    views = {}
    for reader in readers:
        for entry in range(entries // 8, entries, entries // 8):
            browser.run(f"by('entry').value = {entry}; by('as').value = {reader}; by('as').oninput()")
            must(browser.run("+state.seat") == reader, "seen by another")
            views.setdefault(entry, set()).add(browser.run("table.call('write')"))
    must(any(len(seen) > 1 for seen in views.values()), f"{path.name}: all know the same")
    check_access(browser, "in a replay")


def records(browser, folder):
    for path in sorted(folder.iterdir()):
        told = subprocess.run([BUILD / "postern-proof", "verify", str(path)], capture_output=True, text=True)
        load(browser)
        document = browser.page("DOM.getDocument")["root"]["nodeId"]
        node = browser.page("DOM.querySelector", nodeId=document, selector="#file")["nodeId"]
        browser.page("DOM.setFileInputFiles", files=[str(path)], nodeId=node)
        got = browser.run("new Promise((yes) => { const wait = () => document.getElementById('proof').hidden"
                          " ? setTimeout(wait, 5) : yes(document.getElementById('proof').textContent);"
                          " wait(); })")
        # what the program adds is about its own options
        words = "".join(line for line in told.stdout.splitlines(True) if not line.startswith("nobody told me"))
        must(got == words, f"{path.name}: {got!r}, not {told.stdout!r}")
        must(shown(browser, "proof-note"), "the page does not say what it cannot prove")
        must(shown(browser, "step") == (told.returncode == 0), "only a true record is stepped through")
        if told.returncode == 0:
            step_through(browser, path)
            browser.look(390, height=844)
            must("dungeon" not in path.name or in_sight(browser, "left"), f"{path.name}: on a phone it is not seen who leads")
            browser.look(1280)
    check_quiet(browser)


# Every pattern of standing answers with the first and the last of each list; what is not understood.
PATTERNS = """(() => {
  const wrong = [];
  let void_ = 0;
  by('standing').open = true;
  putStanding();
  for (const pattern of patterns()) {
    by('pattern').value = pattern;
    putSlots();
    let good = 0;
    for (const last of [false, true]) {
      for (const node of by('slots').querySelectorAll('select')) node.selectedIndex = last ? node.options.length - 1 : 0;
      const told = tryStanding(standingNow());
      if (told.verdict === 'malformed') wrong.push(`${standingNow()}: ${told.say}`);
      good += told.verdict === 'done';
    }
    for (const node of by('slots').querySelectorAll('select'))
      for (let at = 0; at < node.options.length && !good; at++) {
        node.selectedIndex = at;
        good += tryStanding(standingNow()).verdict === 'done';
      }
    void_ += !good; // what is set up already, or of another hero
  }
  if (void_ > 1) wrong.push(`${void_} are never good`);
  return [patterns().length, wrong];
})()"""
BIDDING = """seats 2
round 1
phase bid
hero ninja
turn 1
tiles weird-concoction curative-herbs smoke-bomb wooden-shuriken ninjato shinobi-gear
deck goblin dragon orc
"""


def standing(browser, view, seat):
    """Answers left beforehand: every pattern in every language; a line added, read again and taken back."""
    for language in LANGUAGES:
        for content in (letter(view, seat, number="20", genesis="s" * 52, language=language),
                        letter(BIDDING, 1, number="21", genesis="t" * 52, game="welcome_back", language=language)):
            load(browser)
            paste(browser, content)
            count, wrong = browser.run(PATTERNS)
            must(count >= 5 and not wrong, f"patterns in {language}: {count}, {wrong}")
    check_access(browser, "leaving a standing answer")
    browser.run("by('pattern').selectedIndex = 0; putSlots()")
    click(browser, "add-standing")
    must(browser.run("linesNow().length") == 1 and browser.run("+state.steps") == 0, "it is no step")
    click(browser, "read")
    must(not text(browser, "faults"), f"it is not understood again: {text(browser, 'faults')}")
    browser.run("by('lines').value += say('standing-word') + ' dance wildly'")
    click(browser, "read")
    must("dance" in text(browser, "faults"), "a bad standing answer is not told")
    click(browser, "back")
    click(browser, "back")
    must(browser.run("linesNow().length") == 0, "it is not taken back")
    check_quiet(browser)


def unseen(browser):
    """Where a card must be drawn first, the page says that sending shows it."""
    told = set()
    for language in LANGUAGES:
        load(browser)
        click(browser, "forget")
        paste(browser, letter(BIDDING.replace("goblin dragon orc", "? ? ?"), 1, number="22", genesis="u" * 52, game="welcome_back", language=language))
        browser.run("give('draw')")
        must(text(browser, "events").endswith(browser.run("say('unseen')")), f"it says {text(browser, 'events')}")
        told.add(text(browser, "events"))
        click(browser, "read")
        must(text(browser, "events") in told, f"read again it says {text(browser, 'events')}")
        browser.run("give('add')")
        must(browser.run("say('unseen')") not in text(browser, "events"), "what is laid is nothing new")
    must(len(told) == 3, f"in three languages: {told}")
    check_quiet(browser)


# A lesson from its first wrong try to its goal; what is not as it should be.
LESSON = """(async (name) => {
  const wrong = [], must = (good, what) => good || wrong.push(`${name}: ${what}`), tried = new Set();
  await attempt(() => learn(name));
  must(by('trouble').hidden, by('trouble').textContent);
  must(by('learned').hidden, 'it begins with its goal reached');
  must(!by('title').textContent.includes('.lesson.'), 'no title');
  must(!by('status').textContent.includes('.lesson.'), 'no task');
  const look = () => {
    for (const button of by('wrong').children) {
      button.click();
      must(by('faults').textContent.includes(sitting.lesson.steps.find((one) => one.clause).clause), 'no clause');
      tried.add(button.textContent);
    }
  };
  look();
  for (const step of sitting.lesson.steps) {
    if (step.clause || +step.seat !== mySeat()) continue;
    must(by('learned').hidden, `reached before ${step.order}`);
    give(step.order);
    must(by('trouble').hidden, `${step.order}: ${by('trouble').textContent}`);
    look();
  }
  must(!by('learned').hidden, `not reached: ${table.answer()}`);
  must(tried.size, 'no wrong try');
  must(by('why').children.length, 'no clause to read');
  const end = table.call('write');
  readLines();
  must(table.call('write') === end && !by('faults').children.length, `its lines are read otherwise: ${by('lines').value}`);
  while (linesNow().length) back();
  must(by('learned').hidden, 'taken back, it is still reached');
  return wrong;
})"""


def lessons(browser):
    load(browser, page=LEARN)
    must(shown(browser, "learn"), "learn.html has no lessons")
    check_access(browser, "with lessons to choose from")
    names = browser.run("[...lessons.keys()]")
    books = [sum(1 for name in names if name.startswith(f"lessons/{book}/"))
             for book in ("dungeon_twister/base", "dungeon_twister/paladins-dragons", "welcome_back/base")]
    must(10 <= books[0] <= 15 and books[1] >= 8 and books[2] >= 8, f"lessons: {books}")
    for language in LANGUAGES:
        browser.run(f"by('language').value = {language!r}; by('language').onchange()")
        for name in names:
            wrong = browser.run(f"{LESSON}({name!r})")
            must(not wrong, f"in {language}: {wrong}")
    # the first one by taps, and its square read
    browser.run(f"learn({names[0]!r})")
    browser.run("document.querySelector('#squares .actor').click()")
    must("DT-CHAR-THIEF" in text(browser, "here"), "a tapped piece does not tell what it does")
    browser.run("document.querySelector('#squares .lit[data-at=c4]').click()")
    must(shown(browser, "learned"), "the first lesson is not learned by two taps")
    check_access(browser, "in a lesson")
    for width, height in SIZES: # and it is seen what to do, and how to go on
        browser.look(width, height=height)
        browser.run(f"learn({names[0]!r}); document.querySelector('#squares .actor').click()")
        must(text(browser, "status") == browser.run("taskOf(sitting.lesson.name)") and in_sight(browser, "status"), "the task is gone once somebody is chosen")
        must(in_sight(browser, "solution"), f"{width} wide: no way to a solution in sight")
        browser.run("document.querySelector('#squares .lit[data-at=c4]').click()")
        must(in_sight(browser, "next-lesson"), f"{width} wide: no next lesson in sight")
    browser.look(1280)
    click(browser, "next-lesson")
    must(browser.run("sitting.lesson.name") == names[1], "the next lesson is another")
    load(browser, page=LEARN) # a new tab
    must(browser.run("by('lessons').querySelector('button').textContent.includes(say('lesson-done'))"), "what was learned is forgotten")
    browser.run(f"forget(); learn({names[1]!r})")
    must(not browser.run("localStorage.length"), "what was learned cannot be forgotten")
    browser.run("by('glossary').open = true; putGlossary()")
    must("DT-CARD-01" in text(browser, "glossary"), "the cards are not explained")
    check_quiet(browser)


def touch_drag(browser, view, seat, middle, actor, target):
    """The same with a finger, on a phone."""
    load(browser)
    browser.page("Emulation.setDeviceMetricsOverride", width=360, height=740, mobile=True, deviceScaleFactor=2)
    browser.page("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=1)
    paste(browser, letter(view, seat, number="21", genesis="f" * 52))
    browser.run(f"document.querySelector('#squares [data-at={actor}]').scrollIntoView({{ block: 'center' }})")
    browser.run(f"choose(reach.find((one) => one.from === {actor!r}).who, '')")
    to = browser.run(middle.format(f"#squares [data-at={target}]"))
    browser.run("choose('', '')")
    x, y = browser.run(middle.format(f"#squares [data-at={actor}]"))
    scrolled = browser.run("scrollY")
    for kind, points in (("touchStart", [[x, y]]), ("touchMove", [[x + 4, y]]), ("touchMove", [[x + 12, y + 6]]),
                         ("touchMove", [to]), ("touchEnd", [])):
        if not points:
            must(browser.run("scrollY") == scrolled, "the page scrolls away below the finger")
        browser.page("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": at, "y": above} for at, above in points])
    browser.run("new Promise((yes) => setTimeout(yes, 20))")
    must(browser.run("linesNow().length || by('choices').querySelectorAll('button').length") > 0,
         "a finger drags nothing")
    near(browser)
    browser.page("Emulation.setTouchEmulationEnabled", enabled=False)
    browser.look(1280)
    check_quiet(browser)


def near(browser):
    """Two fingers bring the board closer, and so does a double tap beside the buttons; nothing is ordered so."""
    def touch(kind, *points):
        browser.page("Input.dispatchTouchEvent", type=kind,
                     touchPoints=[{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)])

    browser.page("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
    browser.run("choose('', ''); zoomAt(0.01, 0, 0); scrollTo(0, 0)")
    lines = browser.run("linesNow().length")
    touch("touchStart", (150, 300))
    touch("touchStart", (150, 300), (210, 360))
    for by in range(10, 60, 10):
        touch("touchMove", (150 - by, 300 - by), (210 + by, 360 + by))
    touch("touchEnd")
    wait_for(browser, "zoom.by > 1.5", "two fingers bring nothing closer")
    browser.run("zoomAt(0.01, 0, 0)")
    free = browser.run("""(() => { for (let y = 150; y < 500; y += 11) for (let x = 50; x < 320; x += 11)
      if (document.elementFromPoint(x, y).closest('#board') && !document.elementFromPoint(x, y).closest('button')) return [x, y]; })()""")

    browser.run("window.taps = 0, by('board').addEventListener('click', () => window.taps++)")

    def tap_twice():
        taps = browser.run("window.taps")
        for _ in range(2):
            touch("touchStart", free)
            touch("touchEnd")
        wait_for(browser, f"window.taps > {taps + 1}", "a tap is no click")
        return browser.run("zoom.by > 1.5")

    until("a double tap brings nothing closer", tap_twice) # on a busy machine the browser may see two taps
    must(browser.run("linesNow().length") == lines, "bringing closer orders something")


def drag(browser, view, seat):
    """A piece is pulled to a lit square, and let go beside the board."""
    load(browser)
    paste(browser, letter(view, seat, number="19", genesis="d" * 52))
    browser.run("document.getElementById('board').scrollIntoView()")
    middle = ("(() => {{ const box = document.querySelector({!r}).getBoundingClientRect();"
              " return [box.x + box.width / 2, box.y + box.height / 2]; }})()")
    actor = browser.run("reach.find((one) => one.from && one.sort === 'move').from")
    target = browser.run("reach.find((one) => one.from && one.sort === 'move').to")

    def pull(to, what=f"#squares [data-at={actor}]"):
        at = browser.run(middle.format(what))
        for kind, (x, y) in (("mousePressed", at), ("mouseMoved", (at[0] + 3, at[1])),
                             ("mouseMoved", (at[0] + 20, at[1] + 5)), ("mouseMoved", to), ("mouseReleased", to)):
            browser.page("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1,
                         buttons=0 if kind == "mouseReleased" else 1)
        browser.run("new Promise((yes) => setTimeout(yes, 20))")

    pull([2, 2])
    must(not browser.run("linesNow().length"), "let go beside the board it moves")
    browser.run("choose('', '')")
    pull(browser.run("(() => { const who = reach.find((one) => one.from && one.sort === 'move').who; choose(who, '');"
                     f" const to = {middle.format('#squares [data-at=' + target + ']')}; choose('', ''); return to; }})()"))
    must(browser.run("linesNow().length || by('choices').querySelectorAll('button').length") > 0, "dragging does nothing")

    touch_drag(browser, view, seat, middle, actor, target)

    # tokens that lie beside the board are placed so, too
    load(browser)
    placing = browser.run(f"{SET_UP}, [1, 2].forEach((seat) => table.json('give', seat,"
                          " [(table.call('sit', seat), table.call('choose', seat, 'easy', 1))])), table.json('deal', ['y']),"
                          " table.call('sit', table.run('asked')), [table.run('asked'), table.call('write')]")
    load(browser)
    paste(browser, letter(placing[1], placing[0], number="20", genesis="e" * 52))
    browser.page("Emulation.setDeviceMetricsOverride", width=1280, height=2400, mobile=False, deviceScaleFactor=1)
    browser.run("new Promise((yes) => requestAnimationFrame(() => requestAnimationFrame(yes)))") # drawn for that size
    who = browser.run("by('choices').querySelector('[data-who]').dataset.who")
    place = browser.run(f"reach.find((one) => one.who === {who!r} && placeOf(one.to)).to")
    browser.run(f"choose({who!r}, '')")
    to = browser.run(middle.format(f'#squares [data-at="{place}"]'))
    browser.run("choose('', '')")
    pull(to, f'#choices [data-who="{who}"]')
    must(browser.run("linesNow()") and browser.run("linesNow()[0]").startswith("place ")
         and browser.run("linesNow()[0]").endswith(place.lstrip("@")), f"a token is not placed: {browser.run('linesNow()')}")
    browser.look(1280)
    check_quiet(browser)


# Each state that the page can be in and no other test looks at with axe: what to do, on the letter's game or
# on the one named; and what must stand on the page then.
CHOSEN = "choose(reach.find((one) => one.from && one.sort === 'move').who, '')"
LINES = "by('lines').value = {!r}; by('read').onclick()"
STATES = (
    ("start", "a letter that is none", "by('paste').value = 'hello'; by('open').onclick()", "trouble"),
    ("start", "a record that is wrong", "verify(new TextEncoder().encode('postern-record 2\\n'))", "proof"),
    ("start", "the form that seals, wrongly filled", "by('sealing').open = true; by('seal-form').requestSubmit()",
     "seal-problem"),
    ("turn", "somebody chosen", CHOSEN, "chosen"),
    ("turn", "several ways to choose from", f"{CHOSEN}; openMenu(reach.find((one) => one.who === chosen).from, 'x',"
     " reach.filter((one) => one.who === chosen).map(entryOf))", "menu"),
    ("turn", "a square told about", "tellAbout(reach.find((one) => one.from).from)", "here"),
    ("turn", "all things told about", "by('glossary').open = true; putGlossary()", "glossary"),
    ("turn", "the board in words", "by('speech').parentNode.open = true", "speech"),
    ("turn", "lines written", "give(reach.find((one) => one.sort === 'move').order)", "events"),
    ("turn", "a line not understood", LINES.format("dance wildly"), "faults"),
    ("turn", "a line refused, its clause open",
     LINES.format("{hero} @w1") + "; by('faults').querySelectorAll('details').forEach((one) => one.open = true)", "faults"),
    ("turn", "a step taken back", "give(reach.find((one) => one.sort === 'move').order); by('back').onclick()", "told"),
    ("turn", "lines copied by hand", "copy('x', 'copied')", "sent"),
    ("set-up", "a team to choose", "by('pick-cards').querySelector('button').click()", "pick"),
    ("set-up", "a team sealed", "give(reach[3].order); by('hold-lines').onclick()", "own-seals"),
    ("set-up", "seals to be dropped", "give(reach[3].order); by('hold-lines').onclick(); by('drop-seals').onclick()",
     "own-seals"),
    ("bidding", "a bid", "0", "choices"),
    ("bidding", "a line of Welcome Back refused", LINES.format("use torch"), "faults"),
    ("over", "a game that is over", "0", "logged"),
    ("lesson", "a wrong try", "by('wrong').firstChild.click()", "faults"),
    ("lesson", "the solution", "by('solution').onclick()", "told"),
    ("lesson", "a lesson learned", "for (const step of sitting.lesson.steps) if (!step.clause) give(step.order)", "learned"),
    ("practice", "a practice game begun", "0", "pick"),
)
SET_UP = "(table.call('open', 'dungeon_twister', '', 'en'), table.call('start', '', 2)," \
    " (() => { while (table.run('asked') === 0) table.call('deal', ['x']); })(), table.call('sit', 1), table.call('write'))"


def enter(browser, place, turn, language):
    """One of the places of STATES; the page is loaded anew where it is another place."""
    if browser.run("window.place") == place:
        browser.run("by('file').value = ''; localStorage.clear(); leave(); by('sealing').open = false")
    else:
        load(browser, page=LEARN if place == "lesson" else PAGE)
        browser.run(f"window.place = {place!r}")
    browser.run(f"by('language').value = {language!r}; by('language').onchange()")
    if place == "turn":
        paste(browser, letter(*turn, number="30", genesis="a" * 52, language=language))
        must(browser.run("isMine()"), "nobody is asked")
    elif place == "set-up":
        view = browser.run(SET_UP)
        browser.run("leave()")
        paste(browser, letter(view, 1, number="31", genesis="b" * 52, language=language))
    elif place == "bidding":
        paste(browser, letter(BIDDING, 1, number="32", genesis="c" * 52, game="welcome_back", language=language))
    elif place == "over":
        record = (TOP / "tests/proof/corpus/genesis-2/welcome_back-1.record").read_text()
        browser.run(f"verify(new TextEncoder().encode({json.dumps(record)})); stepThrough(); turn(+by('entry').max)")
    elif place == "lesson":
        browser.run("learn([...lessons.keys()].find((name) => name.includes('dungeon_twister')))")
    elif place == "practice":
        browser.run("by('game').value = 'dungeon_twister'; practise()")


def states(browser, view, seat):
    """axe in every state, by day at a desk and by night on a phone."""
    for width, dark, language in ((1280, False, "es"), (360, True, "it")):
        browser.look(width, dark)
        for place, what, act, filled in STATES:
            enter(browser, place, (view, seat), language)
            hero = browser.run("reach.length ? reach[0].name : ''") if place == "turn" else ""
            browser.run(act.replace("{hero}", hero) + "; 0")
            wait_for(browser, f"!by('{filled}').closest('[hidden]') && by('{filled}').textContent.trim() !== ''",
                     f"{what}: {filled} is empty; {text(browser, 'trouble')}")
            must(browser.run("document.documentElement.scrollWidth <= innerWidth"), f"{what}: too wide for {width}")
            check_access(browser, f"{what}, {width} wide, {'dark' if dark else 'light'}", "color-contrast" if dark else "")
            browser.run("localStorage.clear()")
    browser.look(1280)
    check_quiet(browser)


def narrow(browser, view, seat):
    for width, dark in ((360, False), (360, True), (1280, True)):
        browser.look(width, dark)
        load(browser)
        paste(browser, letter(view, seat, genesis="z" * 52))
        must(browser.run("document.documentElement.scrollWidth <= innerWidth"), f"too wide for {width}")
        covered = browser.run("by('panels').getBoundingClientRect().bottom - by('orders').getBoundingClientRect().top")
        must(covered <= 0, f"{width} wide: {covered} px of the orders lie under the panels")
        browser.run(TAP)
        check_access(browser, f"{width} wide, {'dark' if dark else 'light'}")
    browser.look(1280)


def main():
    folder, seal_folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    began = time.monotonic()
    with Browser() as browser:
        browser.look(1280)
        view, seat = compose(browser)
        for part in (languages, bad_letters, poor_browsers, kept_games, lessons, tasks, motion, force):
            told = part(browser)
            print(f"{time.monotonic() - began:6.1f} s: {part.__name__} {told or ''}", flush=True)
            browser.look(1280)
        for part in (keyboard, at_hand, own_words, drag, standing, seals, links, narrow, states):
            part(browser, view, seat)
            print(f"{time.monotonic() - began:6.1f} s: {part.__name__}", flush=True)
        unseen(browser)
        own_seals(browser, seal_folder)
        records(browser, folder)
        print(f"{time.monotonic() - began:6.1f} s: seals and records", flush=True)
        for game in ("welcome_back", "dungeon_twister"):
            for width, height, language in ((390, 844, "es"), (1280, 800, "it")):
                print(practise(browser, game, width, height, language), flush=True)
    print(f"{time.monotonic() - began:6.1f} s in all")


if __name__ == "__main__":
    main()
