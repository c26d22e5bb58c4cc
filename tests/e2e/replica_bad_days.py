# SPDX-License-Identifier: MIT
"""The bad days of a server with a replica, and of the host that takes over.

A replica that is slow, another ledger's, full, behind an SFTP server that goes away or shows another
key: letters come in, no answer leaves, and what is wrong has a name. Then a second host is promoted
while the first still runs, and a third from a copy that is a day old, with a clock that runs ahead.
"""
import json
import pathlib
import random
import shutil
import signal
import subprocess

from engine import Engine, Sftp, follow, mended, state_of, take_in_and_wait
from harness import MailServers, Player, Robot, Scratch, main, until
from players import Twister
import playing


def slow(checks, game, engine):
    """It stands still for a while, as behind a bad line."""
    engine.signal(signal.SIGSTOP)
    waiting = take_in_and_wait(checks, game, "slow", {"behind"})
    engine.signal(signal.SIGCONT)
    mended(checks, *waiting, "slow")


def other(checks, game, engine, replica, folder):
    """Another server's copy lies there."""
    with Robot(folder / "another") as another, Engine(another, folder / "elsewhere") as copier:
        another.init()
        copier.start()
        until("the other ledger is copied",
              lambda: list((folder / "elsewhere").glob("generations/*/snapshots/*.lz4")))
    engine.kill()
    replica.rename(replica.with_name("aside"))
    (folder / "elsewhere").rename(replica)
    waiting = take_in_and_wait(checks, game, "another ledger", {"other", "turned-back"})
    shutil.rmtree(replica)
    replica.with_name("aside").rename(replica)
    engine.start()
    mended(checks, *waiting, "another ledger")


def move(robot, engine, replica, lines="", keys="", where=None):
    """Another replica from now on; posternd and the engine are started again."""
    robot.stop()
    engine.kill()
    shutil.rmtree(robot.folder / ".postern.db-litestream", ignore_errors=True)
    replica.mkdir(exist_ok=True)
    engine.replica = replica
    engine.keys = keys
    engine.write()
    follow(robot, where or replica, lines)
    engine.start()
    robot.start()


def full(checks, game, engine, folder):
    """Its disk is full. Only who may mount a small one can play that."""
    small = folder / "small"
    small.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16m", "none", small],
                      capture_output=True, check=False).returncode:
        checks.note("no disk may be mounted here: a full one was not played")
        return
    try:
        robot = game.robot
        move(robot, engine, small / "replica")
        game.step()
        engine.kill()
        with open(small / "filler", "wb") as filler:
            try:
                while filler.write(bytes(65536)):
                    filler.flush()
            except OSError:
                pass
        engine.start()
        waiting = take_in_and_wait(checks, game, "full", {"full"})
        (small / "filler").unlink()
        engine.kill()
        engine.start()
        mended(checks, *waiting, "full")
        move(robot, engine, folder / "replica-after")
        game.step()
    finally:
        subprocess.run(["umount", "-l", small], check=False)


def sftp(checks, game, engine, folder):
    """Behind a real SFTP server."""
    with Sftp(folder / "ssh") as server:
        replica = folder / "far"
        move(game.robot, engine, replica, server.lines(), server.engine_keys(replica),
             server.url(replica))
        for _ in range(3):
            game.step()
        checks.that(state_of(game.robot) == "held", "by SFTP: the replica holds everything")
        server.stop()
        waiting = take_in_and_wait(checks, game, "by SFTP, the machine away", {"away"})
        server.start()
        engine.kill()
        engine.start()
        mended(checks, *waiting, "by SFTP, the machine away")
        server.know("other")
        game.robot.stop()
        game.robot.start()
        waiting = take_in_and_wait(checks, game, "by SFTP, another host's key", {"away"})
        server.know("host")
        mended(checks, *waiting, "by SFTP, another host's key")
        move(game.robot, engine, folder / "near")
        game.step()
        return folder / "near"


def second_host(folder, robot, servers, name):
    second = Robot(folder / name)
    second.folder.mkdir()
    shutil.copy2(robot.folder / "postern.key", second.folder)
    second.configure(servers, mail="keeper = carol@pbem.test")
    return second


def doubts(checks, robot):
    """Its clock is forty days ahead: nothing is signed by it."""
    library = next(pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
    mark = len(robot.log())
    robot.spawn("--once", LD_PRELOAD=str(library), FAKETIME="+40d").wait()
    checks.that("clock" in robot.log()[mark:], "a clock forty days ahead is doubted",
                robot.log()[mark:])


def promoted(checks, game, engine, replica, servers, folder):
    """The second host goes on while the first still runs; then one from a copy that is too old."""
    first, old = game.robot, folder / "yesterday"
    engine.kill()
    shutil.copytree(replica, old)
    engine.start()
    for _ in range(2):
        game.step()
    with second_host(folder, first, servers, "second") as second:
        second.postern("promote", str(replica), "--yes")
        player, sent = take_in_and_wait(checks, game, "the second host was promoted", {"taken"})
        first.stop()
        engine.kill()
        again = second.run("promote", str(replica), "--yes")
        checks.that(again.returncode and "two histories" in again.stderr,
                    "nobody is promoted twice from one replica", again.stderr)
        second.start()
        player.await_answer(sent, 60)
        checks.that(True, "the second host answers what the first had read")
        game.robot = second
        game.step()
        second.stop()
    with second_host(folder, second, servers, "third") as third:
        third.postern("promote", str(old), "--yes")
        doubts(checks, third)
        third.start()
        newest = max((letter for player in game.players.values() for letter in player.look()
                      if letter.entry), key=lambda letter: letter.entry)
        writer = next(p for p in game.players.values() if newest in p.letters)
        writer.send("show", newest)
        until("the game is frozen",
              lambda: json.loads(third.run("status", "--json").stdout)["frozen"] == 1)
        checks.that(True, "a letter that is newer than the replica freezes its game")
        keeper = Player(servers, "Carol")
        until("the keeper is told", lambda: any(
            f"Game {game.number} is frozen" in letter.text for letter in keeper.look()))
        checks.that(True, "and the keeper is told of it")
        third.stop()


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
            slow(checks, game, engine)
            other(checks, game, engine, replica, folder)
            full(checks, game, engine, folder)
            near = sftp(checks, game, engine, folder)
            checks.that(robot.run("check").returncode == 0,
                        "postern check knows the engine's tables in the ledger")
            promoted(checks, game, engine, near, servers, folder)


main(test)
