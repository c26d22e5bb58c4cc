# SPDX-License-Identifier: MIT
"""The public site's pages in a real browser; called by site_browser.sh with the site's folder and
the number of the replay's last step. One browser for all of them.
"""
import pathlib
import sys

from browser import AXE, Browser
from harness import main

SITE, LAST = pathlib.Path(sys.argv[1]), int(sys.argv[2])
INDEX, PAGE = SITE / "index.html", SITE / "game-1/index.html"
WIDTH = 800

# A reader of the replay; each board that he sees.
READ = """(async () => {
  const by = (id) => document.getElementById(id), seen = [];
  const note = () => seen.push(by("board").getAttribute("src") + (by("say").textContent.length ? "" : " silent"));
  const key = (name) => dispatchEvent(new KeyboardEvent("keydown", { key: name }));
  key("Home"); note();
  key("ArrowRight"); note();
  by("next").click(); note();
  by("prev").click(); note();
  by("slider").value = 3; by("slider").dispatchEvent(new Event("input")); note();
  by("s4").click(); note();
  by("first").click(); note();
  key("ArrowLeft"); note();
  key("End"); note();
  seen.push(await by("board").decode().then(() => "drawn", () => "broken"));
  return seen;
})()"""


def board(browser):
    return browser.run('document.getElementById("board").getAttribute("src")')


def is_heard(checks, browser, scratch):
    """The console is heard, so that its silence says something."""
    loud = scratch / "loud.html"
    loud.write_text("<!DOCTYPE html><title>x</title><script>nothing.at.all()</script>")
    browser.open(loud)
    browser.run("0")  # what the page said comes before this answer
    checks.that(any("Uncaught" in said for said in browser.console), "the browser's console is heard",
                str(browser.console))


def quiet(checks, browser, what):
    away = [url for url in browser.fetched if not url.startswith(("file:", "data:"))]
    checks.that(not browser.console and not away, f"{what}: silent, and nothing is fetched from elsewhere",
                f"{browser.console} {away}")


def open_to_everybody(checks, browser, path):
    """What axe finds on a page, in the colours of day and of night."""
    for dark in (False, True):
        browser.look(WIDTH, dark)
        browser.open(path)
        found = browser.violations()
        checks.that(found["good"] and not found["bad"],
                    f"axe on {path.relative_to(SITE)}, {'dark' if dark else 'light'}: "
                    f"{found['good']} rules hold", str(found["bad"]))


def test(checks):
    with Browser() as browser:
        browser.look(WIDTH)
        is_heard(checks, browser, SITE.parent)
        browser.open(PAGE)
        checks.that(board(browser) == f"{LAST:04}.svg", "the newest board is shown", board(browser))
        checks.that(not browser.run("""document.querySelectorAll('img[src="x"]').length"""),
                    "a name stays a name")
        seen = browser.run(READ)
        wanted = [f"{step:04}.svg" for step in (0, 1, 2, 1, 3, 4, 0, 0, LAST)] + ["drawn"]
        checks.that([one.removesuffix(" silent") for one in seen] == wanted,
                    "the replay steps by key, button, slider and list", str(seen))
        quiet(checks, browser, "the game's page")
        browser.open(INDEX)
        checks.that(browser.run("""document.querySelectorAll('a[href="game-1/index.html"]').length"""),
                    "the index names the game")
        quiet(checks, browser, "the index")
        browser.visit(PAGE.as_uri() + "#step=2")
        checks.that(board(browser) == "0002.svg", "a link to a step shows it", board(browser))
        quiet(checks, browser, "a step")
        if AXE:
            open_to_everybody(checks, browser, INDEX)
            open_to_everybody(checks, browser, PAGE)


main(test)
