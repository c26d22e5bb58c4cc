# SPDX-License-Identifier: MIT
"""Pictures of a turn in the table's page, for doc/table.md: pictures.py FOLDER."""
import base64
import pathlib
import sys

from page import Browser, letter, load, paste, position

ORDERS = 'document.querySelectorAll("#squares .actor")'


def turn(browser, width, dark):
    browser.look(width, dark)
    load(browser)
    browser.run("localStorage.clear()")
    for seat in (1, 2):
        load(browser)
        paste(browser, letter(position(3).replace("<b>", ""), seat).replace("<b>Bob</b>", "Bob"))
        if browser.run("isMine()"):
            break
    browser.run("give(reach.find((one) => one.sort === 'move' && one.words.length > 14).order)")
    browser.run(f"{ORDERS}[0].click()")
    browser.run("document.activeElement.blur(); by('squares').querySelector('.chosen').scrollIntoView({ block: 'center' })")


def main():
    folder = pathlib.Path(sys.argv[1])
    with Browser() as browser:
        for name, width, dark in (("desk", 1180, False), ("phone", 390, True)):
            turn(browser, width, dark)
            told = browser.page("Page.captureScreenshot", format="png") # what is on the screen, not all of the page
            (folder / f"table-{name}.png").write_bytes(base64.b64decode(told["data"]))


main()
