# SPDX-License-Identifier: MIT
"""What must hold of a season's games, read from records and letters by code that shares nothing with the program.

Of each game: every deadline that the log sets is no later than the terms give, each later one has its cause (a day drawn or
asked for, time that a host, the others or the keeper gave, a pause, an outage, days off), nobody loses anything before his
deadline, what is claimed has its missed deadlines, and each letter of orders stands in it once.
"""
import base64
import collections
import datetime
import hashlib
import re
import subprocess
import sys

from harness import BUILT, SOURCE

ENTRY = re.compile(r"(\d+) (\S+) (\S+) (\w+) ?(.*)")
OWN = re.compile(r"^ seal letter/\d+ (\d) \S+\n know \S+ (\S+)$", re.M)
DONE = re.compile(r"^  \+ .+$", re.M)
REST = re.compile(r"^What happened:|^You are asked:|^[ >] \w+: ", re.M)
DRUNK = re.compile(r" (drinks|charms?)\b")
UNITS = {"d": 86400, "h": 3600, "m": 60}
DAY_S, LATE_S = 86400, 3600 # what was due is done within a step
SLIP_S = 300                # a step of the season takes some seconds of its own


def at(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def field(data):
    return len(data).to_bytes(4, "little") + data


def letter_hash(raw):
    text = b"postern1" + field(b"letter") + (1).to_bytes(4, "little") + field(raw)
    return base64.b32encode(hashlib.blake2b(text, digest_size=32).digest()).decode().lower().rstrip("=")


class Terms:
    def __init__(self, line):
        words = dict(word.split("=", 1) for word in line.split(" ") if "=" in word)
        self.words = words
        self.number = {key: int(words.get(key, "0")) for key in ("stock", "yearly", "extensions", "away")}
        self.once = int(words.get("once", "7"))
        self.least = min(self.span(words.get(key)) for key in ("setup", "turn", "reply"))
        self.longest = longest = max(self.span(words.get(key)) for key in ("setup", "turn", "reply"))
        self.most = longest + self.span(words.get("grace")) + self.span(words.get("reserve"))
        self.logs = "@" in line or any(self.number[key] for key in ("stock", "yearly", "extensions"))
        self.host = re.match(r"(?:(\d)\+)?(\d+)d", words.get("host", "0d"))

    @staticmethod
    def span(text):
        if not text:
            return 0
        if "@" in text:
            return int(1.6 * DAY_S) # the next such hour but one, as a day on which a clock is put back is longer
        return int(text[:-1]) * UNITS[text[-1]]


class Log:
    """One game, entry by entry."""

    def __init__(self, text, outages, booked):
        lines = text.split("\n")
        self.genesis = dict(line[1:].split("=", 1) for line in lines[:60] if line.startswith("|") and "=" in line)
        self.terms, self.outages, self.booked = Terms(self.genesis["time"]), outages, booked
        self.wrong, self.count = [], collections.Counter()
        self.answered = set()
        self.due, self.first, self.granted = {}, {}, {}     # (decision, seat): when; allowed on top of the first
        self.drunk = collections.Counter() # for the rest of a seat's turn, whatever it is asked there
        self.drawn, self.asked, self.given = collections.Counter(), {}, collections.Counter()
        self.row, self.rows, self.missed, self.last_missed = collections.Counter(), {}, collections.Counter(), {}
        self.clocked = set() # who wants the clocks otherwise; what he says of other things does not end it
        self.said, self.draws, self.stopped, self.stops, self.end = {}, set(), None, [], None
        self.causes = collections.defaultdict(float)
        self.orders, self.lent, self.holder, self.moved = [], {}, {}, 0
        for line in lines:
            found = ENTRY.fullmatch(line)
            if found and line[0] != " " and found[2][0] == "2":
                self.n, self.time = int(found[1]), at(found[2])
                self.take(found[3], found[4], found[5])

    def demand(self, holds, what):
        if not holds:
            self.wrong.append(f"entry {self.n}: {what}")

    def take(self, who, kind, rest):
        came = re.match(r"came=(\S+) ", rest)
        rest = re.sub(r"^(came=\S+ )?(letter=\S+ )?", "", rest)
        seat = int(who[5:]) if who.startswith("seat/") else 0
        took = getattr(self, f"take_{kind}", None)
        if took:
            took(who, seat, rest, at(came[1]) if came else self.time)
        if kind in ("order", "default", "draw", "open", "lucks"):
            self.moved = self.time
        if kind in ("undo", "lost"):
            self.due = {}
        if seat and kind != "default" and not rest.startswith("by=") and not self.lent.get(seat):
            self.missed[seat] = self.row[seat] = 0 # he is there

    def take_roster(self, _who, _seat, rest, _came):
        self.holder = {int(s): who for s, who in re.findall(r"(\d)=(player|house)", rest)}

    def take_lucks(self, *_):
        self.due = {key: when for key, when in self.due.items() if key[0]}

    # ---- deadlines ----

    def allowed(self, key, since):
        """How long after `since` a deadline may be: the terms, and what stops clocks."""
        return self.terms.most + self.off(key[1], since) + SLIP_S

    def off(self, seat, since):
        """Days off that a player booked and outages, from then on."""
        return sum((last - first).days * DAY_S + DAY_S * 2 for first, last in self.booked.get(seat, ())) + \
            sum(2 * length for when, length in self.outages if when + length >= since - DAY_S)

    def take_due(self, _who, _seat, rest, _came):
        decision, seat, when = re.fullmatch(r"decision=(\d+) seat/(\d) (\S+)", rest).groups()
        key, when = (int(decision), int(seat)), at(when)
        if key not in self.first:
            self.first[key], self.granted[key] = self.time, self.drunk[key[1]]
        before = self.due.get(key)
        self.answered.discard(key)
        self.due[key] = when
        if not key[0]:
            return
        stopped = sum(end - max(begin, self.first[key]) for begin, end in self.stops if end > self.first[key])
        most = self.first[key] + self.allowed(key, self.first[key]) + self.granted[key] + stopped
        if "reserve" in self.terms.words: # takes up what a turn leaves
            most += self.terms.longest * sum(other[1] == key[1] for other in self.first)
        if self.stops:
            most += self.terms.most # set anew behind a pause
        self.demand(when <= most, f"a deadline {(when - most) / 3600:.1f} h beyond what the terms give: {key}")
        if before is not None and when > before:
            self.count["moved"] += 1
            self.demand(self.granted[key] or stopped or self.off(key[1], before), f"a deadline moved without a cause: {key}")

    def move(self, seat, seconds):
        for key in self.due:
            if key[1] == seat:
                self.due[key] += seconds
                self.granted[key] = self.granted.get(key, 0) + seconds

    def take_clock(self, who, _seat, rest, _came):
        words = rest.split(" ")
        seat = int(words[1][5:]) if len(words) > 1 and words[1].startswith("seat/") else 0
        self.count[words[0]] += 1
        if words[0] == "pause":
            self.stopped, self.due = self.time, {key: when for key, when in self.due.items() if not key[0]}
            self.demand(who == "keeper" or self.clocked, "a pause nobody asked for")
            self.clocked = set()
        elif words[0] == "resume":
            self.stops.append((self.stopped, self.time))
            self.clocked = set()
            self.stopped = None
        elif words[0] == "vacation":
            due = [when for key, when in self.due.items() if key[1] == seat and key[0]]
            self.demand(seat in self.draws and due and min(due) <= self.time, "a day drawn before time ran out, or unasked")
            self.drawn[seat] += 1
            self.row[seat] += 1
            self.demand(self.drawn[seat] <= self.terms.number["stock"] + self.terms.number["yearly"], "more days than the stock has")
            self.demand(self.row[seat] <= self.terms.once, "more days in a row than the terms have")
            self.move(seat, DAY_S)
        elif words[0] == "extension":
            self.given[seat] += 1
            self.demand(self.asked.pop(seat, False) and self.given[seat] <= self.terms.number["extensions"], "a day that nobody asked for")
            self.move(seat, DAY_S)
        elif words[0] == "extend":
            days = int(words[2][:-1])
            others = [self.said.get(other, "") for other in self.holder if other != seat]
            self.demand(who == "keeper" or f"wait seat/{seat} {words[2]}" in others or
                        rest in self.said.values() and self.terms.host and days <= int(self.terms.host[2]),
                        "more time that nobody gave")
            for key in self.due:
                if key[1] == seat:
                    self.granted[key] = self.granted.get(key, 0) + days * DAY_S
            if f"wait seat/{seat} {words[2]}" in others:
                self.missed[seat] = self.terms.number["away"] - 1

    # ---- what is missed ----

    def take_default(self, _who, seat, rest, _came):
        found = re.match(r"decision=(\d+) (?:due=(\S+) )?why=(\w+)", rest)
        key, why = (int(found[1]), seat), found[3]
        self.demand(self.stopped is None, "a deadline passed while the clocks stood")
        self.count["default"] += 1
        is_rest = self.last_missed.get(seat) == self.time
        if found[2]:
            if key in self.due or self.terms.logs and not is_rest:
                self.demand(self.due.get(key) == at(found[2]), f"a default for another deadline than is set: {key}")
            else:
                most = self.moved + self.allowed(key, self.moved) + self.drunk[seat]
                most += sum(end - begin for begin, end in self.stops)
                self.demand(at(found[2]) <= most, f"a deadline {(at(found[2]) - most) / 3600:.1f} h beyond the terms: {key}")
            self.demand(self.time >= at(found[2]), "a default before its deadline")
            self.demand(self.time <= at(found[2]) + LATE_S + sum(length for when, length in self.outages
                                                                if when <= self.time <= when + length + LATE_S),
                        f"a deadline was left {(self.time - at(found[2])) / 3600:.1f} h")
        else:
            self.demand(is_rest or not self.terms.logs, "a default without a deadline")
        self.drunk[seat] = 0
        if why != "line" and not is_rest:
            self.missed[seat] += 1
            self.last_missed[seat] = self.time
        self.due.pop(key, None)

    # ---- what is said ----

    def take_agree(self, who, seat, rest, came):
        if rest == "vacation":
            self.draws.add(seat)
        elif rest == "extension":
            due = [when for key, when in self.due.items() if key[1] == seat]
            self.demand(due and came <= max(due), "an extension behind the deadline")
            self.asked[seat] = True
        elif rest.startswith("lend "):
            self.lent[seat] = at(rest.split(" ")[1])
            self.demand(self.lent[seat] <= self.time + (int(self.terms.words["lend"]) + 1) * DAY_S, "lent for longer than the terms say")
        else:
            about = re.match(r"(?:claim|wait|replace) seat/(\d)", rest)
            if about:
                self.demand(self.missed[int(about[1])] >= self.terms.number["away"] > 0, f"{rest} of who is there")
            self.said[seat] = rest
            self.clocked |= {seat} if rest == ("resume" if self.stopped else "pause") else set()
        self.count[rest.split(" ")[0]] += 1

    def take_decline(self, _who, seat, rest, _came):
        self.said = {who: said for who, said in self.said.items() if said != rest}
        if rest == "vacation":
            self.draws.discard(seat)

    def take_remark(self, _who, _seat, rest, _came):
        if rest.startswith("back seat/"):
            self.lent.pop(int(rest[10:]), None)

    def take_seat(self, _who, _seat, rest, _came):
        seat = int(rest[5])
        self.missed[seat] = self.row[seat] = 0
        # A new person has the time anew; what was asked in this very second has it already, and gets no second entry.
        whole = {key for key, when in self.first.items() if when == self.time}
        self.first = {key: when for key, when in self.first.items() if key[1] != seat or key in whole}
        self.due = {key: when for key, when in self.due.items() if key[1] != seat or not key[0] or key in whole}
        self.draws.discard(seat)
        self.lent.pop(seat, None)
        self.count["seat"] += 1

    def take_order(self, _who, seat, rest, came):
        open_due = [when for key, when in self.due.items() if key[1] == seat and key[0] and key not in self.answered]
        self.demand(not open_due or came <= max(open_due), "an order behind its deadline")
        self.answered |= {key for key in self.due if key[1] == seat} # or its turn goes on: no entry says which
        if DRUNK.search(rest): # four action points more, and half a turn to spend them
            turn = self.terms.words["turn"]
            more = self.terms.span(turn) / (1 if "@" in turn else 2)
            self.drunk[seat] += more
            for key in self.due:
                if key[1] == seat:
                    self.granted[key] = self.granted.get(key, 0) + more
        if rest == "end":
            self.drunk[seat] = 0
        if seat in self.lent:
            self.demand(self.time <= self.lent[seat] + LATE_S, "the opponent played for longer than the seat was lent")
            self.count["lent orders"] += 1
        elif not rest.startswith("by="):
            self.orders.append(rest)

    def take_end(self, _who, _seat, rest, _came):
        self.end = rest
        claimed = re.fullmatch(r"won seat/(\d) away seat/(\d)", rest)
        if claimed:
            self.demand(self.missed[int(claimed[2])] >= self.terms.number["away"] > 0 and
                        ("cup" in self.genesis or self.said.get(int(claimed[1])) == f"claim seat/{claimed[2]}"),
                        "a win without its missed deadlines or its claim")
        if rest.startswith("void abandoned"):
            self.demand(all(self.missed[seat] >= self.terms.number["away"] for seat, who in self.holder.items() if who == "player"),
                        "abandoned, and somebody is there")
        self.count[f"end {rest.split(' ')[-2] if claimed else rest.split(' ')[-1] if 'seat/' not in rest else rest.split(' ')[1]}"] += 1


def check_letters(checks, world, hashes):
    """Each letter has one answer at most and one outcome; what it orders stands in one record, once."""
    raws = {letter_hash(raw): (message_id, person) for person in world.people.values()
            for message_id, (_, _, raw) in person.sent.items()}
    doubled = [one for one, count in collections.Counter(hashes).items() if count > 1]
    checks.that(not doubled, "no letter counts twice", str(doubled[:5]))
    known = [one for one in hashes if one in raws]
    checks.that(len(known) > len(world.games), f"{len(known)} letters stand in the records")
    taken = " FROM letter LEFT JOIN outcome ON outcome.letter = letter.id WHERE repeat_of IS NULL AND source != 'maildir:spool'"
    sent, counts = len(raws), [world.server.count(f"SELECT count({what})" + taken) for what in ("*", "outcome.kind")]
    checks.that(counts == [sent, sent], f"{sent} letters were sent, each has one outcome", str(counts))
    told = collections.Counter(answer for person in world.people.values() for answer, letters in person.answers.items()
                               for letter in letters if letter.answers == answer)
    twice = [one for one, count in told.items() if count > 1]
    checks.that(not twice, "no letter is answered twice", str(twice[:5]))
    unfinished = world.server.count("SELECT count(*) FROM delivery WHERE state = 'waiting'")
    checks.that(not unfinished, "no letter waits to be sent", str(unfinished))


def check_orders(checks, world, log, number):
    """What answers say was done is what the log has of these seats."""
    done = [line for person in world.people.values() for letters in person.answers.values() if letters[0].game == number
            for line in DONE.findall(REST.split(letters[0].text)[0])]
    logged = log.orders
    return [] if len(done) == len(logged) else [f"game {number}: {len(done)} orders were told done, {len(logged)} stand in the "
                                                f"log: {sorted(done)} / {sorted(logged)}"]


def check_records(checks, world, folder):
    logs, wrong, said, hashes = {}, [], [], []
    for number, game in sorted(world.games.items()):
        path = folder / f"game-{number}.record"
        path.write_text(world.server.postern("game", "export", str(number), "--whole"))
        booked = {seat: person.booked for seat, person in enumerate(game.seats, 1) if person and person.booked}
        log = logs[number] = Log(path.read_text(), world.outages, booked)
        wrong += [f"game {number}, {one}" for one in log.wrong] + check_orders(checks, world, log, number)
        for seat in range(1, len(game.seats) + 1):
            hashes += [hash for owner, hash in OWN.findall(world.server.postern("game", "export", str(number), "--seat", str(seat)))
                       if int(owner) == seat]
        done = subprocess.run([BUILT / "postern-proof", "verify", path], capture_output=True, text=True)
        if done.returncode or "finished at entry" not in done.stdout:
            said.append(f"game {number}: {done.returncode} {done.stdout[-400:]}{done.stderr}")
    checks.that(not said, f"postern-proof explains all {len(logs)} records", "\n".join(said))
    done = subprocess.run(["/usr/bin/python3", SOURCE / "tests/proof/second_verifier.py",
                           *sorted(folder.glob("game-*.record"))], capture_output=True, text=True)
    good = [line for line in done.stdout.splitlines() if ": good, finished" in line]
    checks.that(len(good) == len(logs), "so does the second verifier", "\n".join(
        line for line in done.stdout.splitlines() if line not in good) + done.stderr)
    checks.that(not wrong, "no deadline is stretched, nothing is claimed or missed before its time", "\n".join(wrong[:15] + wrong[15:][-15:]))
    check_letters(checks, world, hashes)
    total = sum((log.count for log in logs.values()), collections.Counter())
    checks.note(", ".join(f"{count} {what}" for what, count in sorted(total.items())))
    ledger = world.server.run("check")
    checks.that(ledger.returncode == 0, "postern check finds nothing", ledger.stdout)
    cup = folder / "cup"
    cup.write_text(world.server.postern("tournament", "export", "1"))
    games = [folder / f"game-{number}.record" for number, game in sorted(world.games.items()) if game.cup]
    done = subprocess.run([sys.executable, SOURCE / "tests/cli/second_tournament.py", cup], capture_output=True, text=True)
    proof = subprocess.run([BUILT / "postern-proof", "verify", cup, *games], capture_output=True, text=True)
    checks.that(done.returncode == proof.returncode == 0, "the tournament's result is proved by its games",
                done.stdout + done.stderr + proof.stdout + proof.stderr)
