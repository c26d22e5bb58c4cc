# SPDX-License-Identifier: MIT
"""How long and how large the letters of a game are: both games are played by letters alone, to their end or for
POSTERN_E2E_LETTERS of them (200), each seat in another language, and every letter is measured.

contrib/letter-sizes runs it and writes the table of doc/gallery.md. POSTERN_LETTERS=FOLDER keeps the players'
mailboxes there.
"""
import os
import pathlib
import random
import shutil
import statistics

from harness import Letter, Robot, Scratch, main
from players import Twister

NAMES = {"en": "Anna", "es": "Begoña", "it": "Chiara"}
GAMES = {"dungeon_twister": ("en", "es"), "welcome_back": ("en", "es", "it")}
LETTERS_MOST = int(os.environ.get("POSTERN_E2E_LETTERS", "200"))
# A turn letter in the middle, its footer, and any letter on the wire.
LINES_MOST, FOOTER_MOST, WIRE_MOST, PNG_MOST = 35, 6, 120 * 1024, 75 * 1024
KEPT = os.environ.get("POSTERN_LETTERS")
TITLES = {"dungeon_twister": "Dungeon Twister", "welcome_back": "Welcome Back to the Dungeon"}
ROUNDS = ("New in this round:", "Lo nuevo de esta ronda:", "Di nuovo in questo turno:")
BOARDS = ("Signs:", "Signos:", "Segni:", "Table", "Mesa", "Tavolo")  # its first line
YOURS = ("Your move", "Te toca", "Tocca a te")


class Bidder:
    """Draws more often than it passes."""

    def __init__(self, rng):
        self.rng = rng

    def plan(self, orders, _seat, _board):
        passing = [order for order in orders if order == "pass"]
        if passing and self.rng.random() < 0.3:
            return passing
        return [self.rng.choice([order for order in orders if order not in passing] or orders)]


PLAYERS = {"dungeon_twister": Twister, "welcome_back": Bidder}


class Post(Robot):
    def round(self):
        self.spawn("--once").wait()


def play(robot, kind):
    """A game by letters, until it is over; its number and the players' names by seat."""
    names = [NAMES[language] for language in GAMES[kind]]
    seats = [word for name in names for word in ("--seat", name)]
    game = str(robot.json("game", "new", kind, *seats, "--time", "turn=3d")["game"])
    chooser = PLAYERS[kind](random.Random(7))
    robot.round()
    for name in names:
        robot.postern("send", name, f"luck seven geese of {name}")
    robot.round()
    for count in range(LETTERS_MOST):
        shown = robot.show(game)
        asked = [row["seat"] for row in shown["asked"] if row["seat"]]
        if not asked:
            return count
        orders = robot.legal(game, asked[0])
        lines = chooser.plan(orders, asked[0], shown["board"])
        robot.postern("send", names[asked[0] - 1], *lines)
        robot.round()
    return LETTERS_MOST


def blocks(lines):
    """Runs of lines that no blank one parts."""
    run = []
    for line in lines + [""]:
        if line.strip():
            run.append(line)
        elif run:
            yield run
            run = []


def board_lines(lines):
    """Of the board, what stands at its sides, and its signs."""
    return sum(len(run) for run in blocks(lines)
               if run[0].strip() in BOARDS or any(line.count("┼") > 2 for line in run))


def measure(letter):
    """Lines beside the board, of its footer, bytes on the wire without a record, and of the picture."""
    lines = letter.text.rstrip().splitlines()
    wire, png = len(letter.raw), 0
    for part in letter.mail.walk():
        if ".record" in (part.get_filename() or ""):
            wire -= len(part.as_bytes())
        if part.get_content_type() == "image/png":
            png = max(png, len(part.get_payload(decode=True)))
    return {"turn": lines[0].startswith(YOURS),
            "receipt": "\npostern-receipt " in letter.text,
            "round": any(line.strip() in ROUNDS for line in lines),
            "beside": len(lines) - board_lines(lines),
            "footer": len(lines) - lines.index("-- ") if "-- " in lines else 0,
            "wire": wire, "png": png}


def letters(robot, language):
    for path in sorted((robot.folder / "mail" / f"{language}@one.example" / "new").glob("*")):
        yield Letter(path.read_bytes())


def middle(key, rows):
    return round(statistics.median(one[key] for one in rows))


def look_at(checks, robot, kind):
    robot.init()
    for language in GAMES[kind]:
        robot.postern("player", "add", NAMES[language], f"{language}@one.example", "--language",
                      language)
    written = play(robot, kind)
    found = [measure(letter) for language in GAMES[kind] for letter in letters(robot, language)]
    turns = [one for one in found if one["turn"]]
    plain = [one for one in turns if not one["receipt"] and not one["round"]]
    checks.that(len(turns) > 5, f"{kind}: {written} letters asked for turns")
    checks.that(middle("beside", plain) <= LINES_MOST and middle("footer", plain) <= FOOTER_MOST,
                f"{kind}: the middle turn letter is short")
    checks.that(max(one["wire"] for one in found) <= WIRE_MOST and
                max(one["png"] for one in found) <= PNG_MOST, f"{kind}: every letter is small")
    for name, rows in (("that ask for a turn, with news of the others", plain),
                       ("that ask, and answer orders with a receipt",
                        [one for one in turns if one["receipt"] and not one["round"]]),
                       ("that ask, and begin a round", [one for one in turns if one["round"]]),
                       ("all", found)):
        if rows:
            print(f"| {TITLES[kind]} | {name} | {len(rows)} | {middle('beside', rows)} | "
                  f"{middle('footer', rows)} | {middle('wire', rows) / 1000:.0f} | "
                  f"{max(one['wire'] for one in rows) / 1000:.0f} | "
                  f"{middle('png', rows) / 1000:.0f} | "
                  f"{max(one['png'] for one in rows) / 1000:.0f} |", flush=True)
    if KEPT:
        shutil.copytree(robot.folder / "mail", pathlib.Path(KEPT) / kind)


def test(checks):
    with Scratch() as scratch:
        for kind in GAMES:
            with Post(scratch / kind) as robot:
                look_at(checks, robot, kind)


main(test)
