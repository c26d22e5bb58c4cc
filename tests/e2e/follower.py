# SPDX-License-Identifier: MIT
"""A server with a replica: nothing leaves that the replica does not hold.

Each way in which a replica can fail is brought about, by folders and by a real SFTP server: letters
still come in and are logged, no answer leaves, status and doctor name what is wrong, and when it is
mended the answers go out.
"""
import json
import random
import shutil
import time

from engine import Engine, follow
from harness import MailServers, Player, Robot, Scratch, main, until
from players import Twister
import playing


def state_of(robot):
    """As `postern status` tells it."""
    return json.loads(robot.run("status", "--json").stdout)["follower"]["state"]


def take_in_and_wait(checks, game, what, states):
    """A letter while the replica fails: logged, and not answered."""
    robot = game.robot
    player = game.players[playing.asked_seats(game.shown())[0]]
    question = player.await_question()
    before = robot.count("SELECT count(*) FROM outcome")
    marks = (robot.folder / "postern.mark").read_bytes()
    sent = player.send("show", question)
    player.answered.discard(question.id)
    until("the letter is logged", lambda: robot.count("SELECT count(*) FROM outcome") > before)
    time.sleep(1.5)
    checks.that(player.answer_to(sent) is None, f"{what}: the letter is logged, no answer leaves")
    checks.that((robot.folder / "postern.mark").read_bytes() == marks, f"{what}: no head is marked")
    state = state_of(robot)
    checks.that(state in states, f"{what}: status calls the replica {state}", str(states))
    doctor = robot.run("doctor")
    checks.that("a second host: " in doctor.stdout and f": {state}" in doctor.stdout,
                f"{what}: so does doctor, and says what to do", doctor.stdout)
    return player, sent


def mended(checks, player, sent, what):
    start = time.monotonic()
    player.await_answer(sent, 60)
    checks.that(True, f"{what}, mended: the answer goes out"
                f" ({time.monotonic() - start:.1f} s later)")


def engine_away(checks, game, engine):
    engine.kill()
    waiting = take_in_and_wait(checks, game, "without the engine", {"behind"})
    engine.start()
    mended(checks, *waiting, "without the engine")


def turned_back(checks, game, engine, replica):
    """Somebody puts yesterday's copy of the replica back."""
    old = replica.with_name("old")
    shutil.copytree(replica, old)
    game.step()
    shutil.rmtree(replica)
    old.rename(replica)
    waiting = take_in_and_wait(checks, game, "turned back in time", {"turned-back", "damaged", "behind"})
    engine.begin_anew()
    mended(checks, *waiting, "turned back in time")


def gone(checks, game, engine, replica):
    """Its disk is not mounted; the engine stands still after it failed to write, until it is started
    again."""
    aside = replica.with_name("aside")
    replica.rename(aside)
    replica.touch()
    waiting = take_in_and_wait(checks, game, "replica away", {"away"})
    replica.unlink()
    aside.rename(replica)
    engine.kill()
    engine.start()
    mended(checks, *waiting, "replica away")


def test(checks):
    with Scratch() as folder, MailServers(folder / "mail") as servers:
        players = {1: Player(servers, "Alice", 1), 2: Player(servers, "Bob", 2)}
        replica = folder / "replica"
        replica.mkdir()
        with Robot(folder / "server") as robot, Engine(robot, replica) as engine:
            robot.init()
            robot.configure(servers)
            follow(robot, replica)
            for player in players.values():
                robot.postern("player", "add", player.name, player.address)
            engine.start()
            robot.start()
            number = robot.new_game("dungeon_twister", list(players.values()))
            game = playing.Game(robot, number, players, Twister(random.Random(5)))
            game.open_luck()
            for _ in range(4):
                game.step()
            engine_away(checks, game, engine)
            gone(checks, game, engine, replica)
            turned_back(checks, game, engine, replica)
            game.step()
            checks.that(robot.run("check").returncode == 0,
                        "postern check knows the engine's tables in the ledger")
            checks.that(robot.stop() == 0, "posternd stops cleanly")


main(test)
