# SPDX-License-Identifier: MIT
"""The public site's pages in a real browser; called by site_browser.sh with the site's folder. One
browser for all of them. (tests/e2e/table_letters.py steps through a game on a site with a url.)
"""
import pathlib
import sys

from browser import AXE, Browser
from harness import main

SITE = pathlib.Path(sys.argv[1])
INDEX, PAGE = SITE / "index.html", SITE / "games/1.html"
WIDTH, PHONE = 800, 390

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
        drawn = browser.run("document.querySelector('main img').decode().then(() => 'drawn', () => 'broken')")
        checks.that(drawn == "drawn", "the board is shown", drawn)
        browser.look(PHONE)
        wide = browser.run("document.documentElement.scrollWidth")
        checks.that(wide <= PHONE, "and fits a phone", wide)
        least = browser.run("Math.min(...[...document.querySelectorAll('dd')].map(dd => dd.offsetWidth || PHONE))".replace("PHONE", str(PHONE)))
        checks.that(least > PHONE / 3, "where what people say has room", least)
        browser.look(WIDTH)
        checks.that(not browser.run("""document.querySelectorAll('img[src="x"]').length"""),
                    "a name stays a name")
        quiet(checks, browser, "the game's page")
        browser.open(INDEX)
        checks.that(browser.run("""document.querySelectorAll('a[href="games/1.html"]').length"""),
                    "the index names the game")
        quiet(checks, browser, "the index")
        if AXE:
            open_to_everybody(checks, browser, INDEX)
            open_to_everybody(checks, browser, PAGE)


main(test)
