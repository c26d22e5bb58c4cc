# SPDX-License-Identifier: MIT
"""The bad days of a server with a replica, and of the host that takes over.

An engine that is slow or copies another ledger, a full disk, an SFTP server that goes away or shows
another key: letters come in, no answer leaves, and what is wrong has a name. Then a second host is
promoted, and a third from a copy that is a day old, with a clock that runs ahead.
"""
import json
import pathlib
import shutil
import signal
import subprocess

from engine import PROGRAM, Engine, Sftp, begin_game, mended, state_of, take_in_and_wait
from harness import MailServers, Player, Robot, Scratch, main, until


def slow(checks, game, engine):
    """It stands still for a while, as behind a bad line."""
    engine.signal(signal.SIGSTOP)
    waiting = take_in_and_wait(checks, game, "slow", {"behind"})
    engine.signal(signal.SIGCONT)
    mended(checks, *waiting, "slow")


def other(checks, game, engine):
    """Its configuration names another file."""
    engine.kill()
    engine.write(ledger=game.robot.folder.parent / "elsewhere.db")
    engine.start()
    waiting = take_in_and_wait(checks, game, "another ledger", {"other"})
    engine.kill()
    engine.write()
    engine.start()
    mended(checks, *waiting, "another ledger")


def move(robot, engine, replica, keys=""):
    """Another replica from now on: a copy begun anew, which doctor looks at."""
    engine.kill()
    replica.parent.mkdir(exist_ok=True)
    engine.replica = replica
    engine.keys = keys
    engine.write()
    engine.begin_anew()
    until("the engine asks to be looked at or goes on",
          lambda: state_of(robot) in ("turned-back", "held"))
    robot.run("doctor")
    until("the new copy counts", lambda: state_of(robot) == "held")


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
        waiting = take_in_and_wait(checks, game, "full", {"away"})
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
        move(game.robot, engine, replica, server.engine_keys(replica))
        for _ in range(3):
            game.step()
        checks.that(state_of(game.robot) == "held", "by SFTP: the replica holds everything")
        server.stop()
        waiting = take_in_and_wait(checks, game, "by SFTP, the machine away", {"away", "behind"})
        server.start()
        mended(checks, *waiting, "by SFTP, the machine away")
        server.know("other") # at its start the engine ends by this
        engine.kill()
        engine.keys = server.engine_keys(replica)
        engine.write()
        engine.start()
        waiting = take_in_and_wait(checks, game, "by SFTP, another host's key", {"no-engine"})
        server.know("host")
        engine.kill()
        engine.keys = server.engine_keys(replica)
        engine.write()
        engine.start()
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


def program(robot):
    """Where the engine's program is, and no engine yet."""
    path = robot.folder / "postern.conf"
    text = path.read_text()
    path.write_text(text.replace("[server]\n", f"[server]\nreplica_program = {PROGRAM}\n"))


def doubts(checks, robot):
    """Its clock is forty days ahead: nothing is signed by it."""
    library = next(pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
    mark = len(robot.log())
    robot.spawn("--once", LD_PRELOAD=str(library), FAKETIME="+40d").wait()
    checks.that("clock" in robot.log()[mark:], "a clock forty days ahead is doubted",
                robot.log()[mark:])


def promoted(checks, game, engine, replica, servers, folder):
    """The second host goes on; then one from a copy that is too old."""
    first, old = game.robot, folder / "yesterday"
    engine.kill()
    shutil.copytree(replica, old)
    engine.start()
    for _ in range(2):
        game.step()
    engine.kill()
    player, sent = take_in_and_wait(checks, game, "its right to write was taken", {"no-engine"})
    first.stop()
    with second_host(folder, first, servers, "second") as second:
        shutil.copy2(first.folder / "postern.mark", second.folder)
        program(second)
        said = json.loads(second.postern("promote", str(old), str(replica), "--json", "--yes"))
        checks.that(said["from"] == str(replica), "of two copies the newer one is taken")
        checks.that(said["frozen"] == 0, "the first host's marks are no greater than the copy")
        again = second.run("promote", str(old), "--yes")
        checks.that(again.returncode and "is newer" in again.stderr,
                    "nor is an older copy put over a newer ledger", again.stderr)
        second.start()
        player.await_answer(sent, 60)
        checks.that(True, "the second host answers what the first had read")
        game.robot = second
        game.step()
        second.stop()
    with second_host(folder, second, servers, "third") as third:
        program(third)
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
        replica = folder / "replica"
        with Robot(folder / "server") as robot, Engine(robot, replica) as engine:
            game = begin_game(robot, servers, engine)
            slow(checks, game, engine)
            other(checks, game, engine)
            full(checks, game, engine, folder)
            near = sftp(checks, game, engine, folder)
            checks.that(robot.run("check").returncode == 0,
                        "postern check knows the engine's tables in the ledger")
            promoted(checks, game, engine, near, servers, folder)


main(test)
