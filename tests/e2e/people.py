# SPDX-License-Identifier: MIT
"""A season of people who come and go, by letters to a real server on shifted time that is killed all the while.

A third of them vanish, for good or for days; others book days off, have days drawn, ask for one, lend their seat, host.
What must hold at the end is read from letters and records alone: see people_record.py.
usage: people.py [--long] [SEED]
"""
import datetime
import os
import pathlib
import random
import re
import subprocess
import sys
import time

from harness import BUILT, Checks, Failed, Letter, Robot, Scratch, SOURCE
from people_record import check_records
from players import Raiders, Twister
import email.message
import email.policy

LONG = "--long" in sys.argv
SEED = int(([word for word in sys.argv[1:] if word.isdigit()] or [int(time.time()) % 100000])[0])
STEP_S = 3000             # shorter than an absence that moves deadlines
NAMES = """Ada Ben Cleo Dan Eva Finn Gina Hugh Ida Jon Kate Leo Mia Ned Olga Paul Quin Rosa Sam Tess Una Vic Wim Xena Yan
Zoe Aldo Bea Carl Dora Emil Fay""".split()
SPARES = ["Gus", "Hana"]  # they take the seats of who stays away
ROBOT, RESULTS = "games@people.example", "Authentication-Results: mx.people.example; dmarc=pass header.from=people.example\n"
DAYS_MOST = 60 if LONG else 12
TERMS = ["setup=1d turn=12h reply=12h stock=3 once=2 extensions=1 lend=7",
         "setup=12h turn=18h reply=12h grace=6h yearly=3 extensions=2 away=2 lend=7",
         "setup=1d turn=daily@21:00 zone=Europe/Rome stock=3 away=2",
         "setup=1d turn=8h reserve=2d extensions=1 away=2",
         "setup=12h turn=12h reply=12h away=2 lend=3"] if LONG else [
         "setup=4h turn=4h reply=4h stock=1 extensions=1 lend=1 away=2", "setup=4h turn=5h reply=4h grace=1h away=2 lend=1"]
# How many games, of what, of how many: Dungeon Twister is of two.
GAMES = [(8, "dungeon_twister", 2), (6, "welcome_back", 2), (4, "welcome_back", 3), (3, "welcome_back", 4)] if LONG else [
         (1, "dungeon_twister", 2), (1, "welcome_back", 2), (1, "welcome_back", 3)]
ENTRANTS = 6 if LONG else 4
DAY_S = 86400
LISTED = re.compile(r"^Your possible orders:\n((?:  .+\n)+)", re.M)
ASKED = re.compile(r"^You are asked:", re.M)


class Server(Robot):
    """A server that `setup` wrote, its clock shifted, killed at moments of the seed."""

    def __init__(self, folder, rng):
        super().__init__(folder)
        self.rng, self.kills, self.runs, self.offset, self.crashes = rng, 0, 0, 0, []
        self.library = sorted(pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))[0]
        self.base = int(time.time())

    def now(self):
        return time.time() + self.offset

    def set_up(self):
        os.environ["POSTERN_DATADIR"] = str(SOURCE)
        done = subprocess.run([BUILT / "src/cli/postern", "setup", self.folder, "--untried", "--set", "mail.transport=maildir",
                               "--set", f"mail.address={ROBOT}", "--set", "mail.authserv=mx.people.example"],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode:
            raise Failed(f"setup: {done.stdout}{done.stderr}")
        self.shift_clock()

    def shift_clock(self):
        os.environ.update(LD_PRELOAD=str(self.library), FAKETIME="+0", FAKETIME_DONT_FAKE_MONOTONIC="1")

    def dated(self, path):
        """The file system knows nothing of the shifted clock."""
        os.utime(path, (self.now(), self.now()))

    def pass_time(self, seconds):
        self.offset += seconds
        os.environ["FAKETIME"] = f"+{self.offset}"

    def finish(self):
        self.runs += 1
        for _ in range(2):
            done = self.spawn("--once")
            if not done.wait():
                return
            self.crashes.append(done.returncode)  # told at the end; a service would be started again
        raise Failed(f"posternd --once: {self.crashes}")

    def round(self):
        """Begun and killed: at a step, at a moment, or as the daemon with its threads; then run to its end."""
        way = self.rng.random()
        if way < 0.25:
            done = self.spawn("--once", POSTERN_CRASH_AFTER=str(self.rng.randrange(1, 60)))
            self.kills += done.wait() == -9 or done.returncode == 137
        elif way < 0.5:
            self.runs += 1
            done = self.spawn(*(["--once"] if way < 0.4 else []))
            time.sleep(self.rng.random() * 0.15)
            if done.poll() is None:
                self.kills += 1
                done.kill()
            done.wait()
        self.finish()

    def say(self, *words):
        """The command line, also where it says no."""
        return self.run(*words).stdout


class Person:
    def __init__(self, world, name):
        self.world, self.name, self.address = world, name, f"{name.lower()}@people.example"
        self.seen = 0
        self.newest = {}          # by game: the letter that told most of it
        self.todo = []            # (when, letter, lines)
        self.away = []            # (from, to): writes nothing
        self.booked = []
        self.lends = False
        self.sent = {}            # Message-ID: (game, lines, raw)
        self.answers = {}         # Message-ID: the letters that answer it
        self.letters = []
        self.lent = set()
        self.slow = world.rng.choice([1, 2, 4, 8] if LONG else [1, 2])

    def is_away(self, at):
        return any(first <= at < last for first, last in self.away)

    def look(self):
        folder = self.world.server.folder / "mail" / self.address / "new"
        names = [int(path.name[4:]) for path in folder.glob("out-*")] if folder.exists() else []
        for number in sorted(n for n in names if n > self.seen):
            letter = Letter((folder / f"out-{number}").read_bytes())
            found = re.search(r"<game(\d+)\.", letter.header("List-Id"))
            letter.game = letter.game or int(found.group(1) if found else 0)
            self.seen = number
            self.letters.append(letter)
            if letter.answers in self.sent:
                self.answers.setdefault(letter.answers, []).append(letter)
            yield letter

    def write(self, lines, letter=None):
        mail = email.message.EmailMessage(policy=email.policy.SMTP)
        message_id = f"{self.name.lower()}.{len(self.sent) + 1}@people.example"
        mail["From"] = f"{self.name} <{self.address}>"
        mail["To"] = letter.reply_to if letter else ROBOT
        mail["Message-ID"] = f"<{message_id}>"
        mail["Date"] = email.utils.format_datetime(datetime.datetime.fromtimestamp(self.world.server.now(), datetime.timezone.utc))
        mail["Subject"] = "Re: " + letter.subject if letter else "to the games"
        body = "\n".join(lines) + "\n"
        if letter:
            mail["In-Reply-To"] = f"<{letter.id}>"
            body += "\nPostern wrote:\n" + "".join(f"> {line}\n" for line in letter.text.split("\n")[:40])
        mail.set_content(body, cte="quoted-printable")
        raw = RESULTS.encode() + b"Delivered-To: " + mail["To"].encode() + b"\n" + mail.as_bytes().replace(b"\r\n", b"\n")
        path = self.world.server.folder / "mail" / ROBOT
        (path / "tmp" / message_id).write_bytes(raw)
        self.world.server.dated(path / "tmp" / message_id)
        (path / "tmp" / message_id).rename(path / "new" / message_id)
        self.sent[message_id] = (letter.game if letter else 0, lines, raw)

    # ---- what he makes of a letter ----

    def plan(self, letter):
        """Lines for a letter that came; none: he reads it."""
        rng, text, day = self.world.rng, " ".join(letter.text.split("\npostern-")[0].split()), self.world.day()
        if "invites you to a game" in text or "given your name" in text or 'Answer "accept"' in text:
            return ["accept"]
        if "name a player, as in" in text:
            return ["replacement " + rng.choice(SPARES)]
        if "deadlines in a row. You may claim" in text:
            return [rng.choice(["claim", "claim", "claim" if not LONG else "give time 3", "replacement"])]
        if "deadlines in a row. The game goes on" in text:
            return rng.choice([[], ["give time 2"], ["replacement"]])
        found = re.search(r"would wait (\d+) days? more", text)
        if found:
            return [f"give time {found.group(1)}"]
        if "asks for somebody else in the seat" in text:
            return ["replacement"]
        if "agrees to end this game as a draw" in text or "proposes to end this game as a draw" in text:
            return rng.choice([["finish drawn"], ["finish drawn"], []])
        if "has stopped the clocks" in text:
            return rng.choice([["resume"], []])
        if "The clocks of this game have been stopped for" in text:
            return rng.choice([["resume"], ["resume"], []])
        if "You are asked: Give your share of the luck" in text:
            return [f"luck the geese of {self.name} over {letter.game}"]
        return None

    def orders(self, letter, game):
        world, seat = self.world, game.seats.index(self) + 1
        if game.number in self.lent:
            return []
        if world.day() > world.patience(game):
            return ["resign"] if game.kind == "dungeon_twister" or world.rng.random() < 0.5 else []
        if world.rng.random() < 0.04 and "extensions" in game.time:
            return ["extension"]
        legal = world.server.legal(str(game.number), seat)
        if not legal:
            return []
        if any(order.startswith("place ") for order in legal):
            return ["standing the rest by lot"]
        return game.chooser.plan(legal, seat, letter.text)

    def read(self):
        """Take what came; say later, or never, what is to be said."""
        world = self.world
        for letter in self.look():
            game = world.games.get(letter.game)
            if letter.game:
                world.note_game(letter.game)
                game = world.games[letter.game]
                self.newest[letter.game] = letter
            delay = world.rng.randrange(self.slow + 1) * STEP_S
            if "not carried out" in letter.text and len(self.answers.get(letter.answers, [])) and world.rng.random() < 0.2:
                continue  # he has had enough for now
            lines = self.plan(letter)
            if lines is None and game and ASKED.search(letter.text) and self in game.seats:
                lines = "orders"
            if "resign" in letter.text and "confirm" in letter.text and letter.answers in self.sent and \
                    self.sent[letter.answers][1] == ["resign"]:
                lines = ["confirm"]
            if lines:
                self.todo.append((world.server.now() + delay, letter, lines))

    def act(self):
        now = self.world.server.now()
        due = [one for one in self.todo if one[0] <= now]
        self.todo = [one for one in self.todo if one[0] > now]
        wrote = set()
        for _, letter, lines in due:
            game = self.world.games.get(letter.game)
            if lines == "orders":
                if letter is not self.newest[letter.game] or letter.game in wrote:
                    continue
                lines = self.orders(letter, game)
            if lines:
                self.write(lines, letter)
                wrote.add(letter.game)

    def leave(self, at, until, how):
        """Before he goes: books the days, lends his seats, or says nothing."""
        self.away.append((at, until))
        if how == "books":
            first, last = (datetime.datetime.fromtimestamp(t, datetime.timezone.utc).date() for t in (at, until))
            self.booked.append((first, last))
            self.write([f"vacation {first}..{last}"])
        elif how == "lends":
            for number, letter in self.newest.items():
                game = self.world.games[number]
                if "lend=" in game.time and not game.over and self in game.seats:
                    self.write([f"lend {2 if LONG else 1} days, easy"], letter)
                    self.lent.add(number)

    def come_back(self):
        for number in sorted(self.lent):
            self.write(["status"], self.newest[number])
        self.lent.clear()
        for number, letter in self.newest.items():
            if ASKED.search(letter.text):
                self.todo.append((self.world.server.now(), letter, "orders"))


class Game:
    def __init__(self, world, number):
        shown = world.server.show(str(number))
        genesis = world.server.log_of(str(number))[0]["text"]
        self.number, self.kind = number, shown["kind"]
        self.seats = [world.people.get(name) for name in shown["players"]]
        self.time = re.search(r"^time=(.*)$", genesis, re.M).group(1)
        self.cup = "\ncup=" in genesis
        self.began, self.over = world.server.now(), False
        self.chooser = Twister(world.rng) if self.kind == "dungeon_twister" else Raiders(world.rng)


class World:
    def __init__(self, server, rng):
        self.server, self.rng = server, rng
        self.people = {name: Person(self, name) for name in (NAMES if LONG else NAMES[:12]) + SPARES}
        self.games, self.outages, self.start, self.looked = {}, [], server.now(), 0

    def day(self):
        return (self.server.now() - self.start) / DAY_S

    def patience(self, game):
        return (game.began - self.start) / DAY_S + (14 if LONG else 0.7)

    def note_game(self, number):
        if number not in self.games:
            self.games[number] = Game(self, number)

    def begin(self):
        self.server.finish()
        for name, person in self.people.items():
            self.server.postern("player", "add", name, person.address)
        self.server.postern("bot", "add", "Robo", "--level", "easy")
        players = [person for name, person in self.people.items() if name not in SPARES]
        pool = []
        for count, kind, seats in GAMES:
            for _ in range(count):
                if len(pool) < seats:
                    pool = pool + self.rng.sample(players, len(players))
                taken = []
                while len(taken) < seats:
                    taken.append(next(one for one in pool if one not in taken))
                    pool.remove(taken[-1])
                terms = TERMS[(len(self.games) + self.rng.randrange(len(TERMS))) % len(TERMS)]
                taken[0].write([f"invite {', '.join(one.name for one in taken[1:])} to {kind} with {terms}"])
        for person in self.rng.sample(players, len(players) // 2):
            person.write(["stock on"])
        self.server.postern("tournament", "new", "welcome_back", "--name", "Cup", *(
            ["--format", "robin"] if LONG else ["--format", "swiss", "--rounds", "1"]), "--time",
                            "setup=1d turn=12h reply=12h away=2" if LONG else "setup=4h turn=4h reply=4h away=2")
        entrants = self.rng.sample(players, ENTRANTS)
        self.server.postern("tournament", "enter", "1", *(one.name for one in entrants))
        self.server.postern("tournament", "start", "1")
        self.plan(players, entrants)

    def plan(self, players, entrants):
        """Who goes when, for how long, and how; a third, one of the tournament among them, vanish."""
        unit = DAY_S / 1.5 if LONG else DAY_S / 8
        vanish = set(self.rng.sample(players, len(players) // 3)) | {entrants[0]}
        self.leaves = []
        for person in players:
            at = self.start + self.rng.uniform(0.5, 9) * unit
            if person in vanish:
                for_good = self.rng.random() < 0.5
                self.leaves.append((at, at + (10000 if for_good else self.rng.uniform(2, 7)) * unit, person, "vanishes"))
            elif self.rng.random() < 0.6:
                self.leaves.append((at, at + self.rng.uniform(1, 3) * DAY_S, person, self.rng.choice(["books", "lends"])))
        self.outage_at = self.start + self.rng.uniform(2, 8) * unit

    def host_acts(self):
        """Hosts give time, stop the clocks and propose an end, now and then."""
        for game in self.games.values():
            host = game.seats[0]
            if game.over or game.cup or not host or host.is_away(self.server.now()) or self.rng.random() > 0.01:
                continue
            other = self.rng.choice([seat for seat in game.seats[1:] if seat] or [None])
            letter = host.newest.get(game.number)
            if letter and other:
                host.write([self.rng.choice([f"extend {other.name} 1", "pause", "resume", "finish drawn", f"extend {host.name} 1"])],
                           letter)

    def keeper_looks(self):
        """Once a day: where all whom a reminder could reach have vanished, he lets the clocks go."""
        if self.day() >= self.looked + 1:
            self.looked = self.day()
            for line in re.findall(r"^! \d+ games have stood still.*$", self.server.say("status"), re.M):
                for number in re.findall(r"game (\d+)", line):
                    self.server.postern("game", "resume", number)

    def step(self):
        now = self.server.now()
        for person in self.people.values():
            if not person.is_away(now):
                person.read()
                person.act()
        for one in [one for one in self.leaves if one[0] <= now]:
            self.leaves.remove(one)
            one[2].leave(*one[:2], one[3])
        for person in self.people.values():
            back = [span for span in person.away if span[1] <= now]
            if back:
                person.away = [span for span in person.away if span not in back]
                person.read()
                person.come_back()
        self.host_acts()
        self.keeper_looks()
        self.server.round()
        if any(person.lent for person in self.people.values()) or any(None in game.seats for game in self.games.values()):
            self.server.postern("bot", "run", "--once", "--time", "1s")
            for path in (self.server.folder / "spool/new").glob("*"):
                self.server.dated(path)
            self.server.round()
        if self.outage_at and now > self.outage_at:
            length = self.rng.randrange(2, 9) * 3600
            self.outages.append((now, length))
            self.server.pass_time(length)
            self.outage_at = None
        self.server.pass_time(STEP_S)

    def all_over(self):
        listed = self.server.json("game", "list")
        for one in listed:
            self.note_game(one["game"])
            self.games[one["game"]].over = one["status"] == "over"
        over = sum(one["status"] == "over" for one in listed)
        return over and over == len(listed) and self.server.json("tournament", "show", "1")["status"] == "over" \
            if LONG or over else False


def season(checks, folder):
    rng = random.Random(SEED)
    server = Server(folder / "server", rng)
    server.set_up()
    world = World(server, rng)
    world.begin()
    steps = 0
    while not (steps % 10 == 9 and world.all_over()) and world.day() < DAYS_MOST:
        world.step()
        steps += 1
    server.finish()
    for person in world.people.values():
        list(person.look())  # who is away reads at last what came
    going = [one for one in server.json("game", "list") if one["status"] != "over"]
    checks.that(not going, f"{len(world.games)} games end, in {world.day():.0f} days", str(going))
    checks.note(f"seed {SEED}: {server.kills} kills, {server.runs} runs, {steps} steps, "
                f"{sum(len(p.sent) for p in world.people.values())} letters written, "
                f"{sum(len(p.letters) for p in world.people.values())} got")
    aside = server.json("letter", "list", "--outcome", "set aside")
    errors = re.findall(r"^.*level=error.*$", server.log(), re.M)
    checks.that(not aside and not errors, "no letter is set aside, and nothing is an error", f"{aside} {errors}")
    check_records(checks, world, folder)
    checks.that(not server.crashes, "posternd ended by itself nowhere", str(server.crashes))


def main():
    checks = Checks()
    print(f"# seed {SEED}", flush=True)
    with Scratch() as folder:
        try:
            season(checks, folder)
        except Failed as failed:
            checks.that(False, str(failed))
        if checks.bad:
            print(f"# again with: people.py {'--long ' if LONG else ''}{SEED}")
            print("\n".join((folder / "server.log").read_text(errors="replace").split("\n")[-5:]))
    sys.exit(checks.end())


if __name__ == "__main__":
    main()
