# SPDX-License-Identifier: MIT
"""What goes wrong with mail servers, and with posternd itself: a clear message, nothing lost.

A game of Dungeon Twister goes on while the SMTP server and the IMAP server go away and come back,
and while posternd is killed at random moments. POSTERN_E2E_KILLS and POSTERN_E2E_LETTERS bound it
(12 and 40 if not set); POSTERN_E2E_SEED chooses the moments.
"""
import json
import os
import random
import threading
import time

from harness import Failed, MailServers, Player, Robot, Scratch, main, until
from players import Twister
import playing

KILLS = int(os.environ.get("POSTERN_E2E_KILLS", "12"))
LETTERS = int(os.environ.get("POSTERN_E2E_LETTERS", "40"))
SEED = int(os.environ.get("POSTERN_E2E_SEED", "3"))


def cannot_start(checks, robot, servers):
    """Wrong password, bad certificate: said in the log, and the daemon goes on trying."""
    for what, keys, pattern in [
            ("a wrong IMAP password", dict(password="wrong"),
             r"level=(warning|error) .*IMAP.*password"),
            ("a bad IMAP certificate", dict(imap=f"ca_file = {servers.env['OTHER_CA']}\n"),
             r"level=(warning|error) .*certificate")]:
        robot.configure(servers, **keys)
        mark = len(robot.log())
        robot.start()
        line = robot.await_log(pattern, mark, 20)
        checks.note(line)
        checks.that(robot.lives(), f"{what} is a message, and posternd stays")
        checks.that("pw-gm" not in robot.log() and "password=wrong" not in robot.log(),
                    f"{what}: no password in the log")
        robot.stop()
    robot.configure(servers)


def outbound(checks, robot, servers, game):
    """Letters that the SMTP server does not take, now or ever."""
    for what, keys, pattern in [
            ("a wrong SMTP password",
             dict(smtp=f"password_file = {robot.folder}/other\n"),
             r"level=(warning|error) .*password"),
            ("a bad SMTP certificate", dict(smtp=f"ca_file = {servers.env['OTHER_CA']}\n"),
             r"level=(warning|error) .*certificate")]:
        (robot.folder / "other").write_text("wrong\n")
        (robot.folder / "other").chmod(0o600)
        robot.configure(servers, **keys)
        mark = len(robot.log())
        robot.start()
        player = game.players[1]
        message_id = player.send("show", player.letters[-1])
        checks.note(robot.await_log(pattern, mark, 30))
        robot.stop()
        robot.configure(servers)
        robot.start()
        player.await_answer(message_id, 60)
        checks.that(True, f"{what}: the letter waits, and goes out when it is mended")
        robot.stop()


def expired_token(checks, robot, servers, game):
    """An account with OAuth: what keeps its tokens has none any more, is authorized again, and nothing restarts."""
    revoked = robot.folder / "revoked"
    revoked.touch()
    robot.configure(servers, token=f"test ! -e {revoked} && cat {servers.folder}/gm.jwt")
    robot.start()
    def said():
        return " ".join(t["text"] for t in json.loads(robot.run("status", "--json").stdout)["troubles"])

    until("status tells of the inbox", said, 60)
    checks.that("the command for password or token failed with status 1: run it by hand to see why" in said(),
                "status says that the command gives no token, and what to do", said())
    player = game.players[1]
    message_id = player.send(["games"])
    revoked.unlink()
    player.await_answer(message_id, 60)
    until("status has nothing to say of the inbox any more", lambda: not said(), 30)
    robot.stop()
    robot.configure(servers)


def refused_recipients(checks, robot):
    """550 is final at once, 451 is tried again."""
    for name, address in [("Nemo", "nemo@pbem.test"), ("Temp", "tempfail@pbem.test")]:
        robot.postern("player", "add", name, address)
    mark = len(robot.log())
    robot.postern("game", "new", "dungeon_twister", "--seat", "Nemo", "--seat", "Temp")
    checks.note(robot.await_log(r"letter-out.*fate=refused", mark, 30))
    checks.note(robot.await_log(r"letter-out.*fate=later", mark, 30))

    def look():
        return dict(robot.rows(
            "SELECT state, max(tries) FROM delivery WHERE out IN (SELECT id FROM letter_out"
            " WHERE game = (SELECT max(id) FROM game)) GROUP BY state"))

    try: # the log is quicker than the ledger
        until("both are noted", lambda: set(look()) == {"refused", "waiting"}, 20)
    except Failed:
        pass
    states = look()
    checks.that(set(states) == {"refused", "waiting"},
                "a refused recipient is final, a temporary failure waits", str(states))
    until("a second try", lambda: robot.log()[mark:].count("fate=later") >= 2, 30)
    checks.that(robot.lives(), "posternd goes on with refused letters")


def away(checks, robot, servers, game, which):
    """A server goes away in the middle of the game and comes back."""
    mark = len(robot.log())
    seat = playing.asked_seats(game.shown())[0]
    player = game.players[seat]
    question = player.await_question()
    lines = game.chooser.plan(robot.legal(game.number, seat), seat, game.shown()["board"])
    if which == "imap":     # LMTP ends with it: exim keeps the letter until it is back
        servers.run("crash", which)
        message_id = player.send(lines, question)
        checks.note(robot.await_log(r"level=(warning|error)", mark, 30))
    else:
        message_id = player.send(lines, question)
        servers.run("down", which)
        try:
            checks.note(robot.await_log(r"level=(warning|error)", mark, 10))
        except Failed:
            checks.note("the answer was out before the server went down")
    time.sleep(1)
    checks.that(robot.lives(), f"{which} away: posternd stays")
    servers.run("up", which)
    player.imap = player.smtp = None
    answer = player.await_answer(message_id, 60)
    game.letters += 1
    game.take(seat, lines, answer)
    checks.that(True, f"{which} back: the letter was dealt with")


class Killer(threading.Thread):
    """Kills posternd at random moments and starts it again; not twice over one letter, which would be set
    aside as one that brings the program down."""

    def __init__(self, robot, rng):
        super().__init__(daemon=True)
        self.robot = robot
        self.rng = rng
        self.kills = 0
        self.end = threading.Event()

    def run(self):
        while self.kills < KILLS and not self.end.wait(self.rng.uniform(0.2, 2.2)):
            mark = len(self.robot.log())
            self.robot.kill()
            self.kills += 1
            self.robot.start()
            while "event=letter-in" not in self.robot.log()[mark:] and not self.end.wait(0.1):
                pass


def kills(checks, robot, game):
    killer = Killer(robot, random.Random(SEED))
    killer.start()
    try:
        while killer.is_alive() and game.step(90):
            pass
    finally:
        killer.end.set()
        killer.join()
    checks.that(killer.kills >= min(KILLS, 1) and robot.lives(),
                f"posternd was killed {killer.kills} times and lives")


def play(checks, servers, folder):
    players = {1: Player(servers, "Alice", 1), 2: Player(servers, "Bob", 2)}
    everybody = list(players.values())
    with Robot(folder / "server") as robot:
        robot.init()
        for player in everybody:
            robot.postern("player", "add", player.name, player.address)
        cannot_start(checks, robot, servers)
        robot.start()
        number = robot.new_game("dungeon_twister", everybody)
        game = playing.Game(robot, number, players, Twister(random.Random(SEED)))
        game.open_luck()
        robot.stop()
        outbound(checks, robot, servers, game)
        expired_token(checks, robot, servers, game)
        robot.start()
        away(checks, robot, servers, game, "smtp")
        away(checks, robot, servers, game, "imap")
        kills(checks, robot, game)
        while game.letters < LETTERS and game.step():
            pass
        if not game.over:
            game.give_up(playing.asked_seats(game.shown())[0])
            game.shown()
        checks.that(game.over, f"the game is over after {game.letters} letters")
        playing.all_delivered(checks, robot, everybody, "after all faults")
        playing.one_outcome_each(checks, robot, everybody, "after all faults")
        playing.threads(checks, everybody, "after all faults")
        playing.inbox_empty(checks, Player(servers, "gm"), game.letters, "after all faults")
        entries = playing.count_entries(robot, number)
        checks.that(entries == game.orders, "no order was lost or doubled",
                    f"{entries} in the log, {game.orders} in letters")
        playing.verify(checks, robot, game, "after all faults")
        refused_recipients(checks, robot)
        before = robot.show(number)["board"]
        checks.that(robot.stop() == 0, "posternd stops cleanly")
        robot.postern("rebuild")
        checks.that(robot.show(number)["board"] == before, "a rebuild gives the same board")
        robot.start()
        doctor = robot.run("doctor")
        checks.that(doctor.returncode == 0, "postern doctor finds nothing", doctor.stdout)
        robot.stop()


def test(checks):
    with Scratch() as folder, MailServers(folder / "mail") as servers:
        play(checks, servers, folder)


main(test)
