# SPDX-License-Identifier: MIT
"""Two people play Dungeon Twister to its end through real mail servers.

Orders are real replies over SMTP with the letter quoted below, answers are read over IMAP. The
dice of the choice are fixed; rooms and cards are not, so that no two runs are the same game.
POSTERN_E2E_LETTERS bounds the letters (60 if not set); a game that goes on then is resigned by
letter. With 400 nearly every game reaches its own end.
"""
import os
import random
import re

from harness import MailServers, Player, Robot, Scratch, main, until
from players import Twister
import playing

PLACED = re.compile(r" order (?:\S+=\S+ )*place \[(token/\d/\d+)\] (\w\d)")
LETTERS = int(os.environ.get("POSTERN_E2E_LETTERS", "60"))


def no_leak(checks, robot, game):
    """No letter holds what was the other seat's secret when it was written."""
    record = playing.whole_record(robot, game.number)
    opened = playing.openings(robot, game.number)
    secret = {name: fact for name, fact in playing.knowers(record).items()
              if fact[0] and name.split("/")[0] in ("token", "team", "combat", "letter", "person")}
    tokens = [name for name in secret if name.startswith("token/")]
    checks.that(len(tokens) == 20, "the whole record tells the 20 hidden tokens", str(len(tokens)))
    leaks = []
    looked = 0
    placings = {}
    for entry in robot.log_of(game.number):
        placed = PLACED.search(entry["text"])
        if placed and placed.group(1) in secret:
            placings[placed.group(1)] = f"place {secret[placed.group(1)][2]} {placed.group(2)}"
    checks.that(len(placings) == 20, "the log tells 20 placings", str(len(placings)))
    for seat, player in game.players.items():
        own = {line for name, line in placings.items() if secret[name][0] == seat}
        for letter in player.letters:
            shown = "\n".join(letter.texts())
            happened = letter.text.split("You are asked")[0]    # his own orders come below
            for name, (owner, nonce, payload) in secret.items():
                at = opened.get(name, (10 ** 9,))[0]
                if owner == seat or not letter.game or letter.entry >= at:
                    continue
                looked += 1
                if nonce in shown:
                    leaks.append(f"{letter.id} has the nonce of {name}")
                if f"{placings.get(name)}\n" in happened and placings[name] not in own:
                    leaks.append(f"{letter.id} tells how {name} was placed")
                if name.startswith("token/") and on_board(letter, owner, payload):
                    leaks.append(f"{letter.id} shows {name} before entry {at}")
    checks.that(looked > 500 and not leaks,
                f"no letter tells a secret of the other seat ({looked} looks)", str(leaks[:5]))


CODES = {"rope": "ro", "sword": "sw", "armor": "ar", "wand": "fw", "potion": "sp",
         "treasure": "tx", "cleric": "cl", "goblin": "go", "mekanork": "me", "thief": "th",
         "troll": "tr", "wall-walker": "ww", "warrior": "wa", "wizard": "wi"}


def on_board(letter, owner, payload):
    """Does the board in the letter show the token's sign? Blue has capitals."""
    code = CODES[payload].upper() if owner == 1 else CODES[payload]
    squares = "\n".join(playing.squares(letter.text))
    return code in squares.replace("?", " ").split() or f"+{code}" in squares


def told(letter, text):
    return " ".join(text.split()) in " ".join(letter.text.split())


def finish(checks, game):
    """Play on until it is over; how it ended."""
    while game.letters < LETTERS and game.step():
        pass
    if not game.over:
        seat = playing.asked_seats(game.shown())[0]
        game.give_up(seat)
        game.shown()
        checks.note(f"resigned after {game.letters} letters")
    over = " ".join((game.over or "").split())
    checks.that(game.over, f"the game is over after {game.letters} letters: {over}")


def put_into_junk(robot_box, raw):
    robot_box.look()
    robot_box.imap.append("Junk", "", None, raw)


def from_junk(checks, robot, robot_box, player):
    """A letter to a reply address that the provider took for Junk is read; others stay there."""
    letter = player.newest()
    message_id, raw = player.compose(["standings"], letter)
    player.sent[message_id] = ["standings"]
    put_into_junk(robot_box, raw)
    player.await_answer(message_id)
    forged = raw.replace(message_id.encode(), b"forged." + message_id.encode())
    address = letter.reply_to.encode()
    put_into_junk(robot_box, forged.replace(address, address.replace(b"+", b"+x")))
    message_id, raw = player.compose(["standings"], letter)
    player.sent[message_id] = ["standings"]
    put_into_junk(robot_box, raw)
    until("the second letter leaves Junk", lambda: robot_box.fetch_folder("Junk") == 2, 30, 0.2)
    checks.that(robot.count("SELECT count(*) FROM letter WHERE source = 'imap:also'") == 2,
                "what strangers wrote to Junk is not in the ledger")
    checks.that(robot.json("status")["also"] == 2, "status counts the letters that lay in Junk")
    robot.await_log("event=letter-also id=.*imap:also/")


def play(checks, servers, folder):
    players = {1: Player(servers, "Alice", 1), 2: Player(servers, "Bob", 2)}
    everybody = list(players.values())
    robot_box = Player(servers, "gm")
    with Robot(folder / "server") as robot:
        robot.init()
        robot.configure(servers, imap="also = Junk\n")
        robot_box.connect()
        robot_box.imap.create("Junk")
        put_into_junk(robot_box, players[1].compose(["buy now"])[1])
        for player in everybody:
            robot.postern("player", "add", player.name, player.address)
        robot.start()
        number = robot.new_game("dungeon_twister", everybody)
        game = playing.Game(robot, number, players, Twister(random.Random(11)))
        game.open_luck()
        from_junk(checks, robot, robot_box, players[1])
        finish(checks, game)
        checks.that(not game.odd, "no letter of legal orders was refused",
                    str(game.odd[:2]))
        for player in everybody:
            until(f"the end reaches {player.name}", lambda p=player: any(
                told(letter, game.over) for letter in p.look()[-2:]), 30)
        playing.all_delivered(checks, robot, everybody, "the game")
        playing.one_outcome_each(checks, robot, everybody, "the game")
        playing.threads(checks, everybody, "the game")
        playing.inbox_empty(checks, robot_box, game.letters, "the game")
        entries = playing.count_entries(robot, number)
        checks.that(entries == game.orders, "as many orders in the log as were carried out",
                    f"{entries} in the log, {game.orders} in letters")
        no_leak(checks, robot, game)
        playing.verify(checks, robot, game, "the game")
        checks.that(robot.run("doctor").returncode == 0, "postern doctor finds nothing",
                    robot.run("doctor").stdout)
        checks.that(robot.stop() == 0, "posternd stops cleanly")


def test(checks):
    with Scratch() as folder, MailServers(folder / "mail") as servers:
        play(checks, servers, folder)


main(test)
