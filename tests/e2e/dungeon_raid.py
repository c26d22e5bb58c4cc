# SPDX-License-Identifier: MIT
"""Four people play Welcome Back to the Dungeon through real mail servers, one of them never writes.

His deadlines strike: whenever the game waits for nobody but him, posternd is started again with its
clock a minute further. Another goes on vacation by letter when he is asked: no deadline of his
strikes although an hour nearly passes. A third signs up by letter. Others are eliminated on the
way. They are reckless until one of them is eliminated; POSTERN_E2E_LETTERS bounds the letters (250 if not set).
"""
import datetime
import os
import random
import subprocess
import time

from harness import MailServers, Player, Robot, Scratch, main, until
from players import Raiders
import playing

LETTERS = int(os.environ.get("POSTERN_E2E_LETTERS", "250"))
SILENT = 4
NEWCOMER = 3
AWAY = 2
AWAY_DAYS = 4
HOUR_NEARLY = 3000   # longer than any deadline, shorter than an outage

# Loaded before libc: a clock that is some seconds ahead.
CLOCK = """
#define _GNU_SOURCE
#include <stdlib.h>
#include <time.h>
#include <sys/syscall.h>
#include <unistd.h>
time_t time(time_t *out)
{
    const char *ahead = getenv("POSTERN_E2E_AHEAD");
    struct timespec now;

    syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
    now.tv_sec += ahead ? atol(ahead) : 0;
    if (out)
        *out = now.tv_sec;
    return now.tv_sec;
}
"""


def make_clock(folder):
    library = folder / "clock.so"
    source = folder / "clock.c"
    source.write_text(CLOCK)
    compiler = os.environ.get("CC", "cc").split()
    subprocess.run([*compiler, "-shared", "-fPIC", "-o", library, source], check=True)
    return library


class Ahead:
    """posternd with a clock that can be put on."""

    def __init__(self, robot, library):
        self.robot = robot
        self.library = library
        self.seconds = 0
        self.strikes = 0

    def env(self):
        """What puts the clock on, for any program."""
        return dict(LD_PRELOAD=str(self.library), POSTERN_E2E_AHEAD=str(self.seconds),
                    ASAN_OPTIONS=os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0")

    def start(self):
        self.robot.start(**self.env())

    def jump(self, seconds):
        """So much later, with time for rounds in which nothing strikes."""
        self.robot.stop()
        self.seconds += seconds
        mark = len(self.robot.log())
        self.start()
        self.robot.await_log("event=started", mark, 30)
        time.sleep(1.5)
        return self.robot.log()[mark:].split("\n")

    def today(self):
        """The server's day, in UTC."""
        return datetime.datetime.fromtimestamp(time.time() + self.seconds, datetime.timezone.utc)

    def pass_deadline(self):
        """A minute and a little later."""
        mark = len(self.robot.log())
        self.robot.stop()
        self.seconds += 65
        self.start()
        self.robot.await_log("event=deadline", mark, 30)
        self.strikes += 1


def due_of(robot, game, seat):
    return robot.rows("SELECT due_s FROM decision WHERE game = ? AND seat = ?", game.number, seat)[0][0]


def go_on_vacation(checks, robot, game, clock, seat):
    """He is asked, books some days, and nothing strikes although his time is long over."""
    player = game.players[seat]
    before = due_of(robot, game, seat)
    first = clock.today().date()
    last = first + datetime.timedelta(days=AWAY_DAYS - 1)
    question = player.await_question()
    game.letters += 1
    answer = player.await_answer(player.send([f"vacation {first}..{last}"], question))
    after = due_of(robot, game, seat)
    back = datetime.datetime.combine(last, datetime.time(), datetime.timezone.utc).timestamp()
    checks.that(str(first) in answer.text and after > back + 86400 > before,
                f"{player.name}'s vacation moves his deadline behind it", answer.text[:400])
    struck = [line for line in clock.jump(HOUR_NEARLY) if "event=deadline " in line]
    checks.that(not struck, "no deadline strikes while he is away", str(struck))


def play_on(checks, robot, game, clock):
    while game.letters < LETTERS:
        shown = game.shown()
        game.eliminated |= "eliminated" in shown["board"]
        if game.over:
            return
        seats = [seat for seat in playing.asked_seats(shown) if seat != SILENT]
        if not seats:
            clock.pass_deadline()
            continue
        seat = seats[0]
        if seat == AWAY and not game.was_away and game.letters > 8:
            go_on_vacation(checks, robot, game, clock, seat)
            game.was_away = True
        game.write(seat, game.chooser.plan(robot.legal(game.number, seat), seat, shown["board"]))


def sign_up(checks, robot, player):
    """A stranger joins by letter, and is nobody before he confirmed."""
    asked = player.await_answer(player.send([f"join {player.name}"]))
    checks.that(player.address not in robot.postern("player", "list"),
                "nobody is enrolled by a letter alone", asked.text[:400])
    told = player.await_answer(player.send(["confirm"], asked))
    checks.that(player.address in robot.postern("player", "list"),
                f"{player.name} joins by confirming", told.text[:400])


def play(checks, servers, folder):
    players = {seat: Player(servers, name, seat)
               for seat, name in enumerate(["Alice", "Bob", "Carol", "Dave"], 1)}
    everybody = list(players.values())
    with Robot(folder / "server") as robot:
        robot.init()
        robot.configure(servers)
        for player in everybody:
            if player.seat != NEWCOMER:
                robot.postern("player", "add", player.name, player.address)
        clock = Ahead(robot, make_clock(folder))
        clock.start()
        sign_up(checks, robot, players[NEWCOMER])
        number = robot.new_game("welcome_back", everybody, "--time", "setup=1m turn=1m reply=1m")
        game = playing.Game(robot, number, players, Raiders(random.Random(5)))
        game.eliminated = game.was_away = False
        game.open_luck()  # or there is no game; then seat 4 is silent
        play_on(checks, robot, game, clock)
        over = " ".join((game.over or "").split())
        checks.that(game.over, f"the game is over after {game.letters} letters: {over}")
        checks.that(game.was_away, "a player went on vacation")
        checks.that(clock.strikes >= 2, f"{clock.strikes} deadlines of the silent player struck")
        checks.that(not game.odd, "no letter of legal orders was refused", str(game.odd[:2]))
        told = "\n".join(letter.text for player in everybody for letter in player.letters)
        checks.that(game.eliminated == ("is out of the game" in told),
                    f"the letters say whether somebody was eliminated: {game.eliminated}")
        playing.all_delivered(checks, robot, everybody, "the game")
        playing.one_outcome_each(checks, robot, everybody, "the game")
        playing.threads(checks, everybody, "the game")
        playing.inbox_empty(checks, Player(servers, "gm"), game.letters, "the game")
        entries = playing.count_entries(robot, number)
        checks.that(all(entries.get(seat, 0) == game.orders[seat] for seat in (1, 2, 3)),
                    "no order was lost or doubled", f"{entries} in the log, {game.orders} sent")
        playing.verify(checks, robot, game, "the game")
        doctor = robot.run("doctor", **clock.env())
        checks.that(doctor.returncode == 0, "postern doctor finds nothing", doctor.stdout)
        checks.that(robot.stop() == 0, "posternd stops cleanly")


def test(checks):
    with Scratch() as folder, MailServers(folder / "mail") as servers:
        play(checks, servers, folder)


main(test)
