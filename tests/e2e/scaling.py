# SPDX-License-Identifier: MIT
"""Two servers behind one address: the mail system picks the server by the number of the game.

Each has a ledger and a range of numbers of its own; exim's map sends gm+1000000-TOKEN@ and above to
the second. One is killed and comes back while the other plays on.
"""
import os
import random
import re

from harness import MailServers, Player, Robot, Scratch, main, until
import playing

LETTERS = int(os.environ.get("POSTERN_E2E_LETTERS", "250"))
SECOND = 1000000


class Passing:
    """Ends a game of Welcome Back soon."""

    def __init__(self, rng):
        self.rng = rng

    def plan(self, orders, _seat, _board):
        passing = [order for order in orders if order.split()[0] == "pass"]
        return [self.rng.choice(passing if passing and self.rng.random() < 0.5 else orders)]


def make(robot, servers, user, first, players):
    robot.init()
    robot.configure(servers, mail="route = yes\n", user=user, password=f"pw-{user}")
    path = robot.folder / "postern.conf"
    path.write_text(path.read_text().replace("[server]\n", f"[server]\nfirst_game = {first}\n"))
    for player in players:
        robot.postern("player", "add", player.name, player.address)
    robot.start()
    number = robot.new_game("welcome_back", players)
    return playing.Game(robot, number, dict(enumerate(players, 1)), Passing(random.Random(first)))


def play_to_the_end(game):
    while game.letters < LETTERS and game.step():
        pass


def misrouted(checks, first, second, here, there):
    """A letter whose number was changed on the way reaches the other server: it changes nothing."""
    letter = here.players[1].letters[-1]
    player = here.players[1]
    wrong = re.sub(r"\+\d+-", f"+{SECOND}-", letter.reply_to)
    entries = there.shown()["entries"], here.shown()["entries"]
    before = second.count("SELECT count(*) FROM outcome")
    player.send("pass", letter, to=wrong)
    until("the other server has the letter", lambda: second.count(
        "SELECT count(*) FROM outcome") > before)
    fate = second.rows("SELECT kind FROM outcome ORDER BY letter DESC LIMIT 1")[0][0]
    checks.that(fate not in ("accepted", "part"), f"a token of the other server counts for nothing: {fate}")
    checks.that(entries == (there.shown()["entries"], here.shown()["entries"]),
                "no game of either server moved")


def test(checks):
    with Scratch() as folder, MailServers(folder / "mail") as servers:
        (folder / "mail" / "routes").write_text(r"^gm\+[1-9][0-9]{6}-: gm2" + "\n")
        alice, bob = Player(servers, "Alice", 1), Player(servers, "Bob", 2)
        carol, dave = Player(servers, "Carol", 1), Player(servers, "Dave", 2)
        with Robot(folder / "first") as first, Robot(folder / "second") as second:
            low = make(first, servers, "gm", 1, [alice, bob])
            high = make(second, servers, "gm2", SECOND, [carol, dave])
            checks.that((low.number, high.number) == ("1", str(SECOND)),
                        f"the games are {low.number} and {high.number}")
            low.open_luck()
            high.open_luck()
            high.step()
            second.kill()
            play_to_the_end(low)
            checks.that(low.over, f"the first server plays game 1 to its end in {low.letters} letters"
                        " while the second is down")
            second.start()
            play_to_the_end(high)
            checks.that(high.over, f"the second comes back and plays its own in {high.letters}")
            checks.that(not low.odd and not high.odd, "no letter of legal orders was refused",
                        str((low.odd + high.odd)[:2]))
            for robot, game in ((first, low), (second, high)):
                playing.all_delivered(checks, robot, game.players.values(), f"game {game.number}")
                playing.verify(checks, robot, game, f"game {game.number}")
                playing.one_outcome_each(checks, robot, game.players.values(), f"game {game.number}")
                foreign = [letter.reply_to for player in game.players.values()
                           for letter in player.letters
                           if "+" in letter.reply_to and f"+{game.number}-" not in letter.reply_to]
                checks.that(not foreign, f"game {game.number}: its number stands in each reply address",
                            str(foreign[:2]))
            misrouted(checks, first, second, low, high)
            for robot in (first, second):
                checks.that(robot.stop() == 0, "posternd stops cleanly")


main(test)
