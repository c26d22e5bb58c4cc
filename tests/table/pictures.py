# SPDX-License-Identifier: MIT
"""Pictures of the table's page on four screens, for doc/table.md: pictures.py FOLDER [NAME] [PAGE]. Small ones: NAME-390.png
and so on; PAGE: a page of another release, to be seen beside ours.
"""
import base64
import pathlib
import sys

import page as pages
from page import BIDDING, SIZES, Browser, letter, load, paste, position

SCALES = {390: .5, 768: .4, 1280: .34, 1920: .26}


def take(browser, folder, name, width, height, dark):
    told = browser.page("Page.captureScreenshot", format="png")
    (folder / f"{name}-{width}{'-dark' if dark else ''}.png").write_bytes(base64.b64decode(told["data"]))


def turn(browser):
    for seat in (1, 2):
        load(browser, page=pages.PAGE)
        browser.run("localStorage.clear()")
        paste(browser, letter(position(3).replace("<b>", ""), seat).replace("<b>Bob</b>", "Bob"))
        if browser.run("isMine()"):
            break
    browser.run("document.querySelector('#squares .actor').click(); document.activeElement.blur()")


def team(browser):
    load(browser, page=pages.PAGE)
    browser.run("document.getElementById('game').value = 'dungeon_twister'; document.getElementById('practise').click()")


def cards(browser):
    load(browser, page=pages.PAGE)
    browser.run("localStorage.clear()")
    paste(browser, letter(BIDDING, 1, genesis="c" * 52, game="welcome_back").replace("<b>Bob</b>", "Bob"))
    browser.run("give('draw'); document.activeElement.blur()")


def main():
    folder, name = pathlib.Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "table"
    pages.PAGE = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else pages.PAGE
    with Browser() as browser:
        for (width, height), dark in [(size, False) for size in SIZES] + [((1280, 800), True), ((390, 844), True)]:
            browser.look(width, dark, SCALES[width], height)
            turn(browser)
            take(browser, folder, name, width, height, dark)
        browser.look(390, False, SCALES[390], 844)
        team(browser)
        take(browser, folder, f"{name}-team", 390, 844, False)
        for width, height in ((390, 844), (1280, 800)):
            browser.look(width, False, SCALES[width], height)
            cards(browser)
            take(browser, folder, f"{name}-cards", width, height, False)


main()
