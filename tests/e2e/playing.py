# SPDX-License-Identifier: MIT
"""Whole games by letters, and what must hold of them at their end."""
import itertools
import pathlib
import re
import subprocess
import tempfile

from harness import BUILT, Failed, until

OPEN = re.compile(r"^(\d+) \S+ table open (\S+) (.*) nonce (\S+)$")
DONE = re.compile(r"^  \+ .+$", re.M)
REST = re.compile(r"^What happened:|^You are asked:|^[ >] \w+: ", re.M)    # behind the answer itself
ORDER = re.compile(r"^\d+ \S+ seat/(\d+) order ")


def asked_seats(shown):
    """Seats of players that the game waits for."""
    return sorted({row["seat"] for row in shown["asked"] if row["seat"]})


class Game:
    """One game: who plays, what was sent and what became of it."""

    def __init__(self, robot, number, players, chooser):
        self.robot = robot
        self.number = number
        self.players = players      # by seat, from 1
        self.chooser = chooser
        self.orders = {seat: 0 for seat in players}   # orders in accepted letters
        self.letters = 0
        self.odd = []               # letters that were not simply carried out
        self.over = None

    def shown(self):
        shown = self.robot.show(self.number)
        self.over = shown.get("over")
        return shown

    def write(self, seat, lines, seconds=60):
        """Answer the open question by a letter, and wait for what comes back."""
        player = self.players[seat]
        question = player.await_question(seconds)
        message_id = player.send(lines, question)
        self.letters += 1
        answer = player.await_answer(message_id, seconds)
        self.take(seat, lines, answer)
        return answer

    def give_up(self, seat):
        """Resign, which is asked about once, and confirm it."""
        self.write(seat, "resign")
        self.odd.pop()
        self.write(seat, "confirm")

    def take(self, seat, lines, answer):
        """Count what the answer says was carried out."""
        done = DONE.findall(REST.split(answer.text)[0])
        self.orders[seat] += len(done)
        if not done:
            self.odd.append((lines, answer.text[:400]))

    def open_luck(self, seats=None):
        """Each seat's part of the luck, or that of some."""
        for seat in seats or self.players:
            player = self.players[seat]
            question = player.await_question()
            message_id = player.send(f"luck geese over the lake {seat}", question)
            self.letters += 1
            player.await_answer(message_id)

    def step(self, seconds=60):
        """One order by one letter; false when the game is over."""
        shown = self.shown()
        if self.over:
            return False
        seats = asked_seats(shown)
        if not seats:
            raise Failed("the game asks nobody")
        seat = seats[0]
        orders = self.robot.legal(self.number, seat)
        if not orders:
            raise Failed(f"seat {seat} is asked and has no legal order")
        self.write(seat, self.chooser.plan(orders, seat, shown["board"]), seconds)
        return True


# ---- what must hold ----

def whole_record(robot, number):
    return robot.postern("game", "export", number, "--whole")


def verify(checks, robot, game, what):
    """The record proves true up to its end, and all boards of that end are one."""
    with tempfile.NamedTemporaryFile("w", suffix=".record", encoding="utf-8") as file:
        file.write(whole_record(robot, game.number))
        file.flush()
        done = robot.run("verify", file.name)
    shown = robot.show(game.number)
    checks.that(done.returncode == 0, f"{what}: postern verify takes the whole record",
                done.stdout[-600:] + done.stderr)
    checks.that(f"finished at entry {shown['entries']}" in done.stdout,
                f"{what}: it ends where game show does, at entry {shown['entries']}", done.stdout)
    followed(checks, game, what)
    last = [player.newest(lambda letter: letter.game == int(game.number)) for player in game.players.values()]
    late = sum(b.entry < a.entry for player in game.players.values()
               for a, b in itertools.pairwise(x for x in player.letters if x.game == int(game.number)))
    checks.note(f"{what}: {late} letters came behind one that was composed later")
    checks.that(all(same_board(letter.text, shown["board"]) for letter in last),
                f"{what}: the last letters have the board of game show, at entry {shown['entries']}",
                str([letter.entry for letter in last]))


def followed(checks, game, what):
    """Each player's mailbox alone is the game's record, true to its end."""
    for seat, player in game.players.items():
        with tempfile.TemporaryDirectory() as folder:
            for number, letter in enumerate(player.look()):
                pathlib.Path(folder, f"{number:04}.eml").write_bytes(letter.raw)
            done = subprocess.run([BUILT / "postern-proof", "follow", "--seat", str(seat), folder],
                                  capture_output=True, text=True, timeout=600, check=False)
        checks.that(done.returncode == 0 and ": finished at entry " in done.stdout and
                    f"joined for seat {seat}" in done.stdout,
                    f"{what}: the mailbox of seat {seat} joins to a true record",
                    done.stdout + done.stderr)
        sizes = [(len(part.get_payload(decode=True)), letter.entry) for letter in player.letters
                 for part in letter.mail.walk()
                 if part.get_content_type() == "application/x-postern-delta"]
        checks.that(sizes, f"{what}: {len(sizes)} of {len(player.letters)} letters bring "
                    f"{sum(size for size, _ in sizes)} bytes of it, "
                    f"at most {max(sizes, default=(0, 0))[0]}")


def same_board(letter, board):
    """A grid's rows are compared; a table of cards is looked for, but for the reader's own."""
    if squares(board):
        return squares(letter) == squares(board)
    letter = re.sub(r" \| Drawn by you: [^|:]*? (?=seat \d:)", " ", " ".join(letter.split()))
    return " ".join(board.split()) in letter


def squares(text):
    """The rows of a board as text, without names and captions."""
    rows = [line.rstrip() for line in text.split("\n")]
    return [row for row in rows if re.match(r"^(\s?\d\d? [ ┃]|\s*[a-j]( +[a-j]){9})", row)]


def count_entries(robot, number):
    counts = {}
    for entry in robot.log_of(number):
        found = ORDER.match(f"{entry['n']} {entry['text']}")
        if found:
            seat = int(found.group(1))
            counts[seat] = counts.get(seat, 0) + 1
    return counts


def one_outcome_each(checks, robot, players, what):
    """Every letter sent has exactly one outcome, and nothing is left to do."""
    sent = sum(len(player.sent) for player in players)
    taken = robot.count("SELECT count(*) FROM letter WHERE repeat_of IS NULL")
    outcomes = robot.count("SELECT count(*) FROM outcome WHERE letter IN"
                           " (SELECT id FROM letter WHERE repeat_of IS NULL)")
    checks.that(sent == taken == outcomes,
                f"{what}: {sent} letters sent, each with exactly one outcome",
                f"sent {sent}, taken {taken}, outcomes {outcomes}")
    checks.that(robot.count("SELECT count(*) FROM waiting") == 0, f"{what}: no letter waits")


def all_delivered(checks, robot, players, what):
    """The letters that the ledger calls sent are those in the mailboxes, bytes and all."""
    until("all letters are sent", lambda: robot.count(
        "SELECT count(*) FROM delivery WHERE state = 'waiting'") == 0, 90, 0.2)
    wanted = {row[0] for row in robot.rows(
        "SELECT message_id FROM letter_out JOIN delivery ON delivery.out = letter_out.id"
        " WHERE state = 'sent'")}

    def got():
        return {letter.id for player in players for letter in player.look()}

    try:
        until("the letters arrive", lambda: got() >= wanted, 30, 0.2)
    except Failed:
        pass
    seen = got()
    checks.that(seen == wanted, f"{what}: {len(wanted)} letters sent, and those arrived",
                f"missing {sorted(wanted - seen)[:5]}, unknown {sorted(seen - wanted)[:5]}")
    changed = [one for player in players for one in player.changed]
    checks.that(not changed, f"{what}: a letter that came twice has the same bytes "
                f"({sum(p.copies for p in players)} did)", str(changed[:5]))


def threads(checks, players, what):
    """Each letter of a game hangs on its thread; an answer on the letter it answers."""
    loose = [letter.id for player in players for letter in player.letters
             if letter.answers and letter.answers not in letter.references]
    checks.that(not loose, f"{what}: In-Reply-To stands among the References", str(loose[:5]))
    roots = {letter.references[0] for player in players for letter in player.letters
             if letter.references and letter.header("List-Id")}
    checks.that(len(roots) == 1, f"{what}: all letters hang on one thread", str(sorted(roots)[:5]))
    unanswered = [one for player in players for one in player.sent
                  if sum(letter.answers == one for letter in player.letters) != 1]
    checks.that(not unanswered, f"{what}: each letter sent has one answer", str(unanswered[:5]))


def inbox_empty(checks, servers_player, count, what):
    """The robot's letters are in the done folder."""
    until("the inbox empties", lambda: servers_player.fetch_folder("INBOX") == 0, 30, 0.2)
    done = servers_player.fetch_folder("Processed")
    checks.that(done is not None and done >= count,
                f"{what}: the robot's inbox is empty, {done} letters are in Processed")


def openings(robot, number):
    """Seal name: entry that opened it to all; and the nonce and payload of each."""
    found = {}
    for entry in robot.log_of(number):
        match = OPEN.match(f"{entry['n']} {entry['text']}")
        if match:
            found[match.group(2)] = (int(match.group(1)), match.group(3), match.group(4))
    return found


def knowers(record):
    """Seals of a whole record: name → (seat, nonce, payload)."""
    known = {}
    name = seat = None
    for line in record.split("\n"):
        words = line.strip().split(" ")
        if words[0] == "seal":
            name, seat = words[1], int(words[2])
        elif words[0] == "know" and name:
            known[name] = (seat, words[1], " ".join(words[2:]))
    return known
