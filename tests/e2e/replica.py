# SPDX-License-Identifier: MIT
"""A server with a replica: nothing leaves that the replica does not hold.

The engine away, the replica away, a replica turned back in time: letters still come in and are
logged, no answer leaves, status and doctor name what is wrong, and when it is mended the answers go
out. More of it: replica_bad_days.py.
"""
import random
import shutil

from engine import Engine, follow, mended, take_in_and_wait
from harness import MailServers, Player, Robot, Scratch, main
from players import Twister
import playing


def engine_away(checks, game, engine):
    engine.kill()
    waiting = take_in_and_wait(checks, game, "without the engine", {"behind"})
    engine.start()
    mended(checks, *waiting, "without the engine")


def turned_back(checks, game, engine, replica):
    """Somebody puts yesterday's copy of the replica back."""
    old = replica.with_name("old")
    shutil.copytree(replica, old, ignore=shutil.ignore_patterns("*.tmp"))  # the engine writes meanwhile
    game.step()
    newest = replica.with_name("newest")
    replica.rename(newest)
    old.rename(replica)
    shutil.rmtree(newest, ignore_errors=True)
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
