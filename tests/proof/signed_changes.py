#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Changes of a finished game by who has the server's keys: each is chained anew, sealed anew where S
gives the nonce, and signed; then both verifiers judge it.

    signed_changes.py VERIFY RECORD KEYS COUNT SEED

VERIFY is a program like postern-proof, RECORD for whole, KEYS the server's key file. A change that may
pass has its reason in MAY_PASS; any other must be refused, and what the second verifier refuses
postern-proof must refuse.
"""
import copy
import random
import re
import subprocess
import sys
import tempfile

from nacl.signing import SigningKey

import second_verifier as second

# What only a receipt, a footer or another copy of the log can show.
MAY_PASS = {
    "close": "what S gives need not be told; of anything else it is said that it is not open",
    "later": "the time of an entry is the server's word",
    "due": "when a deadline is set is the server's word",
    "drop": "words, notes, deadlines and remarks have no trace but footers and receipts",
    "order": "an order that the rules allow in another's place: its receipt shows it, or a pen's signature",
    "swap": "which came first of two entries that do not lean on each other is the server's word",
    "words": "words, notes, names and lines that gave no order are sealed as the server logs them",
    "secret": "a secret that the rules allow in another's place: its receipt shows it, or who holds it",
    "agree": "a consent that was declined has no trace but its receipt",
    "why": "timeout and unopened have the same outcome; verify counts one that is not that of its question",
    "keeper undo": "how far the keeper goes back is his word",
    "nothing": "no change at all: an honest record is taken",
}


class Row:
    def __init__(self, entry):
        self.n, self.text = entry.n, entry.text
        self.seals = [[x.name, x.owner, x.nonce, x.payload, x.gone, x.commitment] for x in entry.seals]


class Game:
    def __init__(self, path, keys):
        with open(path, "rb") as file:
            self.record = second.Record(file.read())
        self.G = second.H("genesis", self.record.genesis_text)
        self.rows = [Row(entry) for entry in self.record.entries]
        self.S = next((second.from_b32(x.text.split(" ")[3], 32) for x in self.rows
                       if " table secret " in x.text), None)
        with open(keys, encoding="ascii") as file:
            self.keys = [SigningKey(second.from_b32(line.split()[2], 32)) for line in file
                         if line.startswith("signing ")]

    def drawn(self, row):
        return " table draw " in row.text or " why=lot " in row.text

    def renumber(self):
        """Numbers of entries follow their order, where no gap is declared; names follow them."""
        moved, numbers, n = {}, [], 0
        for row in self.rows:
            lost = re.search(r" keeper lost from=\d+ to=(\d+)$", row.text)
            n = int(lost.group(1)) + 1 if lost else n + 1
            moved[row.n] = n
            numbers.append(n)
        for row in self.rows:
            if moved[row.n] != row.n:
                row.text = re.sub(rf"\b(letter|words|press|by)/{row.n}\b",
                                  lambda m: f"{m.group(1)}/{moved[row.n]}", row.text)
                for seal in row.seals:
                    seal[0] = re.sub(rf"^(letter|words|press|by)/{row.n}$",
                                     lambda m: f"{m.group(1)}/{moved[row.n]}", seal[0])
            row.text = re.sub(r"(?<= open by/)(\d+)", lambda m: str(moved.get(int(m.group(1)), 1)), row.text)
            row.text = re.sub(r"(?<= undo to=)(\d+)", lambda m: str(moved.get(int(m.group(1)), 1)), row.text)
        for row, n in zip(self.rows, numbers):
            row.n = n

    def sign(self, key, digest):
        return second.to_b32(key.sign(digest).signature)

    def bytes(self):
        self.renumber()
        out = [f"postern-record 2\nfor {self.record.reader}\ngenesis\n"]
        out += [f"|{line}\n" for line in self.record.genesis_text.split("\n")[:-1]]
        out.append("entries\n")
        before, key = self.G, self.keys[0]
        nonces = {}
        for row in self.rows:
            for seal in row.seals:
                if self.drawn(row) and self.S and seal[3] is not None and not getattr(row, "keeps", False):
                    old, seal[2] = seal[2], second.H("nonce", self.S, self.G, row.n, seal[0])
                    nonces[second.to_b32(old)] = second.to_b32(seal[2])
                if seal[3] is not None:
                    seal[5] = second.H("seal", self.G, seal[0], seal[1], seal[3], seal[2])
            opened = re.search(r" open \S+ .* nonce ([a-z2-7]{52})$", row.text)
            if opened and opened.group(1) in nonces:
                row.text = row.text[:-52] + nonces[opened.group(1)]
            new = re.search(r" table key new=([a-z2-7]{52}) sign=", row.text)
            if new:
                public = second.from_b32(new.group(1), 32)
                digest = second.H("key", self.G, row.n, before, public)
                row.text = row.text[:new.end()] + self.sign(key, digest)
                key = next(x for x in self.keys if x.verify_key.encode() == public)
            before = second.H("entry", self.G, row.n, before, row.text, *(x[5] for x in row.seals))
            out.append(f"{row.n} {row.text}\n")
            for name, owner, nonce, payload, gone, commitment in row.seals:
                out.append(f" seal {name} {owner} {second.to_b32(commitment)}\n")
                if gone:
                    out.append(" gone\n")
                elif payload is not None and (name, row.n) not in self.closed:
                    out.append(f" know {second.to_b32(nonce)} {second.escape(payload)}\n")
            out.append(f" hash {second.to_b32(before)}\n")
        n = self.rows[-1].n
        out.append(f"head {n} {second.to_b32(before)}\nsign {self.sign(key, second.H('head', self.G, n, before))}\n")
        rules = None
        for version, name, text in self.record.files:
            if version != rules:
                out.append(f"rules {version}\n")
                rules = version
            out.append(f"file {name}\n")
            out += [f"|{line}\n" for line in text.split("\n")[:-1]]
        data = "".join(out).encode()
        return data + f"export {self.sign(key, second.H('export', self.G, data))}\n".encode()

    closed = frozenset()

    # ---- the changes; each says of what kind it is, or None: there is nothing of the kind here ----

    def pick(self, rng, part):
        found = [i for i, row in enumerate(self.rows) if re.search(part, row.text)]
        return rng.choice(found) if found else None

    def opening_of(self, name):
        return [i for i, row in enumerate(self.rows) if f" open {name} " in row.text]

    def tell_again(self, seal):
        for i in self.opening_of(seal[0]):
            head = self.rows[i].text.split(f" open {seal[0]} ")[0]
            self.rows[i].text = (f"{head} open {seal[0]} {seal[3].decode()} nonce "
                                 f"{second.to_b32(seal[2])}")

    def close(self, row, seal):
        self.closed = self.closed | {(seal[0], row.n)}
        for i in reversed(self.opening_of(seal[0])):
            del self.rows[i]

    def another_draw(self, rng, hide):
        i = self.pick(rng, " table draw .*\\[.*\\[")
        if i is None:
            return None
        seals = self.rows[i].seals
        a, b = rng.sample(range(len(seals)), 2)
        if seals[a][3] is None or seals[b][3] is None or seals[a][3] == seals[b][3]:
            return None
        seals[a][3], seals[b][3] = seals[b][3], seals[a][3]
        for seal in (seals[a], seals[b]):
            self.tell_again(seal)
        if hide:
            self.close(self.rows[i], seals[a])
        return "draw"

    def chance_nonce(self, rng):
        i = self.pick(rng, " table draw .*\\[")
        if i is None:
            return None
        self.rows[i].keeps = True
        seal = rng.choice(self.rows[i].seals)
        seal[2] = rng.randbytes(32)
        self.tell_again(seal)
        return "nonce"

    def closes(self, rng):
        opened = [row for row in self.rows if re.search(r" open (?!luck|own|by)", row.text)]
        end = next(i for i, row in enumerate(self.rows) if re.search(r" end (won|drawn|void)", row.text))
        opened = [row for row in self.rows[end:] if row in opened]
        if not opened:
            return None
        name = rng.choice(opened).text.split(" ")[3]
        for row in self.rows:
            for seal in row.seals:
                if seal[0] == name:
                    self.close(row, seal)
        return "close"

    def drops(self, rng, part, kind):
        i = self.pick(rng, part)
        if i is None:
            return None
        del self.rows[i]
        return kind

    def doubles(self, rng):
        i = self.pick(rng, r" seat/\d (order|default) | table (draw|open) ")
        self.rows.insert(i, copy.deepcopy(self.rows[i]))
        return "double"

    def another_order(self, rng):
        orders = [i for i, row in enumerate(self.rows) if re.search(r" seat/\d order [^\[]*$", row.text)]
        if len(orders) < 2:
            return None
        a, b = rng.sample(orders, 2)
        texts = [self.rows[x].text.split(" order ") for x in (a, b)]
        if texts[0][1] == texts[1][1]:
            return None
        self.rows[a].text = f"{texts[0][0]} order {texts[1][1]}"
        return "order"

    def another_luck(self, rng):
        i = self.pick(rng, " luck words ")
        if i is None:
            return None
        old = self.rows[i].text.split(" luck ")[1].split(" ")
        at = old.index("words") + 1
        new = second.to_b32(rng.randbytes(32))
        for row in self.rows:
            row.text = row.text.replace(old[at], new)
        return "luck"

    def later(self, rng):
        self.rows[-1].text = "2027" + self.rows[-1].text[4:]
        return "later"

    def older(self, rng):
        """A letter from before the game, or from before the newest loss or undo."""
        i = self.pick(rng, r" seat/\d (order (?!came=|by=)|agree (?!came=|\[))")
        if i is None:
            return None
        since = [row for row in self.rows[:i] if re.search(" roster | lost from=| undo to=", row.text)]
        before = self.rows[self.rows.index(since[-1]) - 1].text[:20] if len(since) > 1 else \
            "2020-01-01T00:00:00Z"
        if before >= since[-1].text[:20]:
            return None
        self.rows[i].text = re.sub(r" (order|agree) ", rf" \1 came={before} ", self.rows[i].text, count=1)
        return "older"

    def luck_lost(self, rng):
        """Entries of the luck are declared lost, and luck goes on."""
        i = self.pick(rng, " lucks ")
        row = copy.deepcopy(self.rows[i - 1])
        row.text = f"{row.text[:20]} keeper lost from={row.n + 1} to={row.n + 1 + rng.randrange(9)}"
        row.n, row.seals = 10**6, []
        self.rows.insert(i, row)
        return "luck lost"

    def another_end(self, rng):
        i = self.pick(rng, " table end won seat/")
        if i is None:
            return None
        text = self.rows[i].text
        self.rows[i].text = re.sub(r"won seat/(\d)", lambda m: f"won seat/{2 if m.group(1) == '1' else 1}", text)
        return "end"

    def swaps(self, rng):
        i = rng.randrange(1, len(self.rows) - 1)
        a, b = self.rows[i], self.rows[i + 1]
        if a.text[20:] == b.text[20:]:
            return None
        a.text, b.text = b.text[:20] + a.text[20:], a.text[:20] + b.text[20:]
        self.rows[i], self.rows[i + 1] = b, a
        return "swap"

    def says_otherwise(self, rng, part, kind):
        """Another payload under a name of the house, or of a seat's secret."""
        found = [seal for row in self.rows for seal in row.seals
                 if seal[3] is not None and re.match(part, seal[0])]
        if not found:
            return None
        seal, other = rng.choice(found), rng.choice(found)
        if seal[3] == other[3] or seal[1] == 0:
            return None
        seal[3] = other[3]
        self.tell_again(seal)
        return kind

    def gone(self, rng):
        found = [seal for row in self.rows for seal in row.seals if seal[3] is not None and not seal[4]]
        rng.choice(found)[4] = True
        return "gone"

    def edits(self, rng, part, old, new, kind):
        i = self.pick(rng, part)
        if i is None:
            return None
        text = re.sub(old, new, self.rows[i].text, count=1)
        if text == self.rows[i].text:
            return None
        self.rows[i].text = text
        return kind


def other_seat(match):
    return f"{match.group(1)}{2 if match.group(2) == '1' else 1}"


CHANGES = [
    Game.swaps, Game.gone,
    lambda game, rng: game.says_otherwise(rng, "person/|words/|press/|own/|letter/", "words"),
    lambda game, rng: game.says_otherwise(rng, "(?!person/|words/|press/|own/|letter/|by/|luck/)", "secret"),
    lambda game, rng: game.says_otherwise(rng, "by/", "by"),
    lambda game, rng: game.edits(rng, r" seat/\d default .*why=(timeout|lot|unopened)", "why=[a-z]+",
                                 "why=" + rng.choice(["timeout", "lot", "unopened"]), "why"),
    lambda game, rng: game.edits(rng, r" seat/\d order ", r"( seat/)(\d)", other_seat, "seat"),
    lambda game, rng: game.edits(rng, r" seat/\d order came=", r"came=\S+", "came=2027-01-01T00:00:00Z", "came"),
    lambda game, rng: game.edits(rng, r" seat/\d agree ", r"( seat/)(\d)", other_seat, "agree"),
    lambda game, rng: game.edits(rng, " keeper undo to=", r"to=\d+", f"to={rng.randrange(1, 40)}", "keeper undo"),
    lambda game, rng: game.edits(rng, r" (table|seat/\d) undo to=", r"to=\d+", f"to={rng.randrange(1, 40)}", "undo"),
    lambda game, rng: game.edits(rng, " lost from=", r"to=(\d+)", lambda m: f"to={int(m.group(1)) + 1}", "lost"),
    lambda game, rng: game.drops(rng, r" seat/\d agree ", "gone agree"),
    lambda game, rng: "nothing",
    lambda game, rng: game.another_draw(rng, False),
    lambda game, rng: game.another_draw(rng, True),
    Game.chance_nonce, Game.closes, Game.doubles, Game.another_order, Game.another_luck, Game.later,
    Game.another_end, Game.older, Game.luck_lost,
    lambda game, rng: game.drops(rng, " keeper remark | press to=", "drop"),
    lambda game, rng: game.drops(rng, " table draw | table lucks | table roster ", "gone draw"),
    lambda game, rng: game.drops(rng, " table secret ", "close"),
]


def judge(program, path):
    ours = subprocess.run([program, "verify", "--quiet", path], check=False,
                          stderr=subprocess.DEVNULL).returncode
    try:
        said = second.verify_file(path)
        theirs = 3 if said.startswith("over, not opened") else 0
    except second.False_:
        theirs = 1
    return ours, theirs


def main(program, record, keys, count, seed):
    rng = random.Random(int(seed))
    passed, failures, made = {}, 0, 0
    with tempfile.NamedTemporaryFile(suffix=".record") as file:
        while made < int(count):
            game = Game(record, keys)
            change = rng.choice(CHANGES)
            kind = change(game, rng)
            if kind is None:
                continue
            made += 1
            file.seek(0)
            file.truncate()
            file.write(game.bytes())
            file.flush()
            ours, theirs = judge(program, file.name)
            if ours != 1:
                passed[kind] = passed.get(kind, 0) + 1
            wrong = (ours != 1 and kind not in MAY_PASS or ours != 1 and theirs == 1 or
                     kind == "nothing" and (ours, theirs) != (0, 0))
            if wrong:
                failures += 1
                print(f"FAILED: {record}: a change of kind '{kind}': postern-proof {ours}, second {theirs}")
                with open(f"change-{seed}-{made}.record", "wb") as kept:
                    kept.write(game.bytes())
    for kind, times in sorted(passed.items()):
        print(f"{times} of {count} pass: {kind}: {MAY_PASS.get(kind, 'may not')}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
