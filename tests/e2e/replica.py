# SPDX-License-Identifier: MIT
"""A server with a replica: nothing leaves that the replica does not hold.

The engine away, without rights at its socket, begun anew: letters still come in and are logged, stay
in their inbox, no answer leaves, status and doctor name what is wrong, and when it is mended the
answers go out. What the replica holds in truth is looked at. More of it: replica_bad_days.py.
"""
import json
import os
import shutil
import stat

from engine import Engine, begin_game, mended, state_of, take_in_and_wait
from harness import MailServers, Robot, Scratch, main, until
import playing


def engine_away(checks, game, engine):
    engine.kill()
    waiting = take_in_and_wait(checks, game, "without the engine", {"no-engine"})
    engine.start()
    mended(checks, *waiting, "without the engine")


def begun_anew(checks, game, engine, replica):
    """Somebody removed both the copy and what the engine knows of it: its count begins with one."""
    engine.kill()
    shutil.rmtree(replica)
    engine.begin_anew()
    waiting = begins(checks, game)
    doctor = game.robot.run("doctor")
    checks.that("a ledger made from the replica" in doctor.stdout,
                "begun anew: doctor has a ledger made of the new copy", doctor.stdout)
    mended(checks, *waiting, "begun anew")


def begins(checks, game):
    robot = game.robot
    player = game.players[playing.asked_seats(game.shown())[0]]
    question = player.await_question()
    sent = player.send("show", question)
    player.answered.discard(question.id)
    until("its count fell", lambda: state_of(robot) == "turned-back")
    checks.that(player.answer_to(sent) is None, "begun anew: no answer leaves")
    return player, sent


def proved(checks, robot, engine, replica):
    """The daemon looked by itself; what it finds when the copy is of no use, status tells."""
    def shown():
        return json.loads(robot.run("status", "--json").stdout)["replica"]

    until("a ledger was made from the replica", lambda: shown().get("proved"))
    checks.that(shown()["proof"] == "", "a whole ledger can be made from the replica")
    checks.that(not list(robot.folder.glob("postern.db-proof*")), "and none of it is left")
    engine.kill()
    aside = replica.with_name("aside")
    replica.rename(aside)
    doctor = robot.run("doctor")
    checks.that("litestream restore:" in doctor.stdout, "doctor says that none can be made",
                doctor.stdout)
    status = robot.run("status")
    checks.that("no ledger can be made from the replica" in status.stdout, "and so does status",
                status.stdout)
    aside.rename(replica)
    engine.start()
    until("the engine answers", lambda: state_of(robot) == "held")
    robot.run("doctor")
    checks.that(shown()["proof"] == "", "mended: doctor makes one again")


def test(checks):
    with Scratch() as folder, MailServers(folder / "mail") as servers:
        replica = folder / "replica"
        with Robot(folder / "server") as robot, Engine(robot, replica) as engine:
            game = begin_game(robot, servers, engine)
            checks.that(stat.S_IMODE(os.stat(engine.socket).st_mode) == 0o600,
                        "nobody else may ask at the engine's socket")
            proved(checks, robot, engine, replica)
            engine_away(checks, game, engine)
            begun_anew(checks, game, engine, replica)
            game.step()
            checks.that(robot.run("check").returncode == 0,
                        "postern check knows the engine's tables in the ledger")
            checks.that(robot.stop() == 0, "posternd stops cleanly")


main(test)
