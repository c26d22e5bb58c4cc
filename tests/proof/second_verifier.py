#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A second verifier of game records, written from doc/seals.md and doc/record.md alone.

It shares no code with the program. It knows no rules of games: it checks the form, the chain,
signatures, seals, openings, luck and draws, and leaves the legality of orders to postern-proof.

    second_verifier.py FILE…          one line for each: "FILE: good, finished" or "FILE: entry 7: why"
    second_verifier.py --vectors PAGE the vectors of doc/seals.md
"""
import base64
import hashlib
import re
import struct
import sys
from datetime import datetime

from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey


class False_(Exception):
    """A record is not true: entry (or None) and why."""

    def __init__(self, entry, why):
        super().__init__(why)
        self.entry = entry


def demand(holds, entry, why):
    if not holds:
        raise False_(entry, why)


def s(x):
    return struct.pack("<I", len(x)) + x


def u64(n):
    return struct.pack("<Q", n)


def field(x):
    if isinstance(x, int):
        return u64(x)
    return x.encode() if isinstance(x, str) else x


def H(tag, *fields):
    parts = b"".join(s(field(x)) for x in fields)
    start = b"postern1" + s(tag.encode()) + struct.pack("<I", len(fields))
    return hashlib.blake2b(start + parts, digest_size=32).digest()


def to_b32(data):
    return base64.b32encode(data).decode().lower().rstrip("=")


def from_b32(text, count, entry=None):
    demand(re.fullmatch("[a-z2-7]+", text), entry, "not base32")
    try:
        data = base64.b32decode(text.upper() + "=" * (-len(text) % 8))
    except ValueError:
        raise False_(entry, "not base32") from None
    demand(len(data) == count and to_b32(data) == text, entry, "not canonical base32")
    return data


def is_signed(key, digest, signature):
    try:
        VerifyKey(key).verify(digest, signature)
        return True
    except BadSignatureError:
        return False


def numbers(seed, label, bounds):
    words, j, out = [], 0, []
    for n in bounds:
        while True:
            if not words:
                words = list(struct.unpack("<4Q", H("draw", seed, label, j)))
                j += 1
            w = words.pop(0)
            if w < 2**64 - 2**64 % n:
                break
        out.append(w % n)
    return out


def shuffle(things, number):
    things = list(things)
    for j, other in enumerate(number):
        last = len(things) - 1 - j
        things[last], things[other] = things[other], things[last]
    return things


def seconds(time):
    return datetime.fromisoformat(time.replace("Z", "+00:00")).timestamp()


# ---- reading ----

TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
NAME = r"[a-z](?:/?[a-z0-9-])*"
KINDS_WITH_SEALS = {"roster", "luck", "order", "draw", "default", "own", "press", "seat"}
KINDS = KINDS_WITH_SEALS | {"lucks", "open", "secret", "key", "pen", "agree", "decline", "undo", "upgrade", "due",
                            "clock", "remark", "end", "lost"}
WITH_WORDS = {"agree", "decline", "clock", "remark", "end"}
PLAIN = {
    "agree": r"undo (0|[1-9]\d*)|go-on (0|[1-9]\d*)|upgrade [A-Za-z0-9._-]+|pause|resume|"
             r"(?:claim|replace|host) seat/[1-4]|(?:wait|extend) seat/[1-4] [1-9]\d{0,2}d|end (?:drawn|void)|"
             r"vacation|extension|leave|"
             r"lend \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ [a-z]+",
    "clock": r"pause|resume|(?:vacation|extension) seat/[1-4]|extend (?! )[a-z0-9 =,;:+./-]*(?<! )|rules (?! )[A-Za-z0-9 =,;:+./@_-]*(?<! )",
    "remark": r"anonymous|press open|back seat/[1-4]",
    "end": r"(?:won seat/[1-4]|drawn|void)(?: (?! )[a-z0-9 =,;:+./-]+(?<! ))?",
}
PLAIN["decline"] = PLAIN["agree"]
LUCK = rf"(?:words ([a-z2-7]{{52}}) \[words/(\d+)\]|letter [a-z2-7]{{52}}|sealed \[luck/\d\]|none)"
ONE = r"\d=(?:words [a-z2-7]{52}|letter [a-z2-7]{52}|sealed|none|house)"


class Seal:
    def __init__(self, name, owner, commitment):
        self.name, self.owner, self.commitment = name, owner, commitment
        self.payload = self.nonce = self.opened = self.known = None


class Entry:
    def __init__(self, n, text):
        self.n, self.text, self.seals = n, text, []
        match = re.fullmatch(rf"({TIME}) (table|keeper|seat/[1-4]) ([a-z]+) (.*)", text)
        demand(match, n, "not an entry")
        self.time, self.who, self.kind, self.rest = match.groups()
        self.hidden = False
        demand(self.kind in KINDS, n, "no kind of entry")
        self.check_words()

    def check_words(self):
        text = re.sub(r"^letter=\[[^]]*\] ", "", self.rest_after_came())
        if self.kind == "order":
            demand(not text.startswith("own="), self.n, "own=")
            by = re.match(r"by=\[by/(\d+)\] ", text)
            demand(by or not text.startswith("by="), self.n, "by=")
            demand(not by or (by.group(1) == str(self.n) and text == self.rest
                              and not text[by.end():].startswith("sign=")), self.n, "by= and more")
        if self.kind == "default":
            line = re.search(r" why=line by=\[by/(\d+)\] ", text)
            demand(bool(line) == (" why=line " in text) == (" by=[" in text), self.n, "why=line")
            demand(not line or line.group(1) == str(self.n), self.n, "by= of another entry")
        if self.kind == "luck":
            luck = re.fullmatch(LUCK, text)
            demand(luck and luck.group(2) in (None, str(self.n)), self.n, "not luck")
            self.hidden = luck.group(2) is not None
        if self.kind == "lucks":
            demand(re.fullmatch(rf"{ONE}(?: {ONE})*", text), self.n, "not lucks")
        if self.kind == "own":
            names = re.findall(r"\[own/(\d)/(\d+)\]", text)
            demand(len(names) in (4, 16, 64) and
                   text == " ".join(f"[own/{seat}/{k}]" for seat, k in names), self.n, "lines")
            first = int(names[0][1])
            demand(names == [(self.who[5:], str(first + i)) for i in range(len(names))], self.n,
                   "lines are not counted")
        if self.kind in WITH_WORDS:
            start = r"(?:won seat/[1-4] |drawn |void )" if self.kind == "end" else ""
            self.hidden = bool(re.fullmatch(rf"{start}\[words/{self.n}\]", text))
            fixed = re.fullmatch(PLAIN[self.kind], text)
            if self.who == "keeper" and self.kind in ("remark", "end"):
                fixed = self.kind == "end" and re.fullmatch(r"won seat/[1-4]|drawn|void", text)
            demand(self.hidden or fixed, self.n, "words of a person in the text")
            demand((self.kind, self.who, self.hidden) != ("remark", "table", True), self.n,
                   "a third remark of the table")

    def brackets(self):
        if self.hidden:
            return re.findall(rf"\[({NAME})\]", self.rest)
        if self.kind not in KINDS_WITH_SEALS:
            return re.findall(rf"^letter=\[({NAME})\]", self.rest_after_came())
        if self.kind == "luck" and " sealed [" not in " " + self.rest:
            return re.findall(rf"^letter=\[({NAME})\]", self.rest_after_came())
        return re.findall(rf"\[({NAME})\]", self.rest)

    def rest_after_came(self):
        return re.sub(rf"^came={TIME} ", "", self.rest)


def unescape(text, n):
    def one(match):
        code = match.group(1)
        plain = {"n": b"\n", "r": b"\r", "t": b"\t", "\\": b"\\"}
        return plain[code] if code in plain else bytes([int(code[1:], 16)])

    demand(re.fullmatch(r"(?:[^\\]|\\(?:[nrt\\]|x[0-9a-f]{2}))*", text), n, "bad escape")
    out, at = b"", 0
    for match in re.finditer(r"\\([nrt\\]|x[0-9a-f]{2})", text):
        out += text[at:match.start()].encode() + one(match)
        at = match.end()
    return out + text[at:].encode()


def escape(data):
    out, at = "", 0
    while at < len(data):
        for length in (1, 2, 3, 4):
            try:
                c = data[at:at + length].decode()
                break
            except UnicodeDecodeError:
                c = None
        if c and len(c) == 1 and ord(c) >= 32 and ord(c) != 127 and c != "\\":
            out += c
            at += length
            continue
        out += {10: "\\n", 13: "\\r", 9: "\\t", 92: "\\\\"}.get(data[at], f"\\x{data[at]:02x}")
        at += 1
    return out


class Record:
    def __init__(self, data):
        demand(b"\r" not in data and b"\0" not in data and data.endswith(b"\n"), None, "form")
        try:
            self.lines = data.decode().split("\n")[:-1]
        except UnicodeDecodeError:
            raise False_(None, "not UTF-8") from None
        self.data, self.at = data, 0
        number = self.take("postern-record ")
        demand(number == "2", None, "another format")
        self.reader = self.take("for ")
        demand(re.fullmatch("all|whole|seat/[1-4]", self.reader), None, "for whom?")
        demand(self.take("genesis") == "", None, "genesis")
        self.genesis_text = self.block()
        demand(self.take("entries") == "", None, "entries")
        self.entries = []
        while not self.peek().startswith("head "):
            self.read_entry()
        number, self.head = self.take("head ").split(" ")
        demand(number == str(self.last()), None, "head of another entry")
        self.sign = self.take("sign ")
        self.files = []
        rules = None
        while not self.peek().startswith("export "):
            if self.peek().startswith("rules "):
                rules = self.take("rules ")
            name = self.take("file ")
            self.files.append((rules, name, self.block()))
        self.signed = data[:data.rindex(b"\nexport ") + 1]
        self.export = self.take("export ")
        demand(self.at == len(self.lines), None, "more than a record")

    def last(self):
        """Number of the last entry; numbers that were declared lost are skipped."""
        return self.entries[-1].n if self.entries else 0

    def hash_of(self, n):
        return next(e.hash for e in self.entries if e.n == n)

    def since(self, to, before):
        return [e for e in self.entries if to < e.n < before]

    def peek(self):
        demand(self.at < len(self.lines), len(self.entries) if hasattr(self, "entries") else None,
               "cut short")
        return self.lines[self.at]

    def take(self, start):
        line = self.peek()
        n = len(self.entries) if hasattr(self, "entries") else None
        demand(line.startswith(start), n, f"{start!r} expected, line {self.at + 1}")
        self.at += 1
        return line[len(start):]

    def block(self):
        start = self.at
        while self.at < len(self.lines) and self.lines[self.at].startswith("|"):
            self.at += 1
        demand(self.at > start, None, "lines are missing")
        return "".join(line[1:] + "\n" for line in self.lines[start:self.at])

    def read_entry(self):
        n = self.last() + 1
        number, _, text = self.take("").partition(" ")
        lost = re.fullmatch(rf"{TIME} keeper lost from=([1-9]\d*) to=([1-9]\d*)", text)
        if lost and int(lost.group(1)) == n:
            demand(int(lost.group(2)) >= n, n, "a gap that ends before it begins")
            n = int(lost.group(2)) + 1
        demand(number == str(n), n, "number")
        entry = Entry(n, text)
        self.entries.append(entry)
        while self.peek().startswith(" seal "):
            parts = self.take(" seal ").split(" ")
            demand(len(parts) == 3 and re.fullmatch("[0-4]", parts[1]), n, "seal")
            seal = Seal(parts[0], int(parts[1]), from_b32(parts[2], 32, n))
            entry.seals.append(seal)
            seal.gone = self.peek() == " gone"
            if seal.gone:
                self.at += 1
            elif self.peek().startswith(" know "):
                nonce, blank, payload = self.take(" know ").partition(" ")
                seal.nonce, seal.payload = from_b32(nonce, 32, n), unescape(payload, n)
                demand(blank and escape(seal.payload) == payload, n, "not escaped so")
                seal.known = True # and not by an opening alone, which may be taken back
        demand([x.name for x in entry.seals] == entry.brackets(), n, "seals are not its brackets")
        entry.hash = from_b32(self.take(" hash "), 32, n)


# ---- draws of the games ----

def draw_toy(number_of, record, genesis):
    tiles = record.files[0][2].split()[1:]
    return " ".join(["deck"] + shuffle(tiles, number_of([6, 5, 4, 3, 2])))


def dt_rooms(number_of, record, genesis):
    data = "".join(file[2] for file in record.files)
    rooms = [room for room, pair in re.findall(r"^room (\w\w) pair (\d+)", data, re.M)
             if int(pair) in record.pairs]
    n = len(rooms)
    number = number_of(list(range(n, 1, -1)) + [4] * n)
    laid = shuffle(rooms, number[:n - 1])
    return " ".join(["rooms"] + [f"{r}/{k}" for r, k in zip(laid, number[n - 1:])])


def dt_first(word):
    return lambda number_of, record, genesis: f"{word} {['blue', 'yellow'][number_of([2])[0]]}"


def wb_words(record, kind):
    return [line.split() for line in record.files[0][2].split("\n") if line.startswith(kind + " ")]


def wb_specials(number_of, record, genesis):
    specials = [words[1] for words in wb_words(record, "special")]
    n = len(specials)
    laid = shuffle(specials, number_of([n, n - 1]))
    return " ".join(["specials", laid[-1], laid[-2]])


def wb_deck(number_of, record, genesis):
    cards = []
    for words in wb_words(record, "monster"):
        copies = [int(w[7:]) for w in words if w.startswith("copies=")][0]
        cards += [words[1]] * copies
    return " ".join(["deck"] + shuffle(cards + record.specials, number_of(range(15, 1, -1))))


def wb_starter(number_of, record, genesis):
    return f"starter {number_of([int(genesis['seats'])])[0] + 1}"


HEROES = "princess ninja bard necromancer warrior barbarian mage rogue".split()


def wb_first_hero(number_of, record, genesis):
    wanted = re.search(r"heroes=(\w+)", genesis["options"]).group(1)
    pools = {words[1]: words[2][5:] for words in wb_words(record, "hero")}
    heroes = [hero for hero in HEROES if wanted in ("both", pools[hero])]
    return f"first-hero {heroes[number_of([len(heroes)])[0]]}"


DRAWS = {
    "wb/first-hero": wb_first_hero,
    "toy/deck": draw_toy,
    "dt/rooms": dt_rooms,
    "dt/first-picker": dt_first("first-picker"),
    "dt/first-placer": dt_first("first-placer"),
    "dt/first-player": dt_first("first-player"),
    "wb/specials": wb_specials,
    "wb/deck": wb_deck,
    "wb/starter": wb_starter,
}


# ---- verifying ----

GENESIS_KEYS = "number game rules tables options seats time started key box secret".split()


def read_genesis(text):
    lines = text.split("\n")[:-1]
    keys = GENESIS_KEYS + (["cup"] if len(lines) == 13 else [])
    demand(lines[0] == "postern-genesis 2" and len(lines) == 1 + len(keys), None, "genesis")
    genesis = dict(line.split("=", 1) for line in lines[1:])
    demand(list(genesis) == keys, None, "genesis")
    demand(re.fullmatch(r"[a-z2-7]{52}/[1-9]\d*/[1-9]\d*/[1-9]\d* entrants=([1-9]\d*),(?!\1$)[1-9]\d*",
                        genesis.get("cup", "a" * 52 + "/1/1/1 entrants=1,2")), None, "genesis")
    demand(not re.search(r"^ | $|[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]",
                         genesis["time"]), None, "time")
    return genesis


AFTER_END = {"open", "secret", "press", "lost", "remark", "key"}
HOUSE = ("luck/", "person/", "press/", "letter/", "own/", "words/", "by/")


def plain(entry):
    """What stands behind the kind of an entry, without the letter that brought it."""
    return re.sub(r"^letter=\[[^]]*\] ", "", entry.rest_after_came())


def is_step(entry):
    """Did the entry move the game?"""
    if entry.kind == "open":
        return not plain(entry).startswith(HOUSE)
    return entry.kind in ("order", "draw", "default")


class Stock:
    """Days that a seat had beyond its deadlines."""
    def __init__(self):
        self.agreed, self.asked, self.drawn, self.got, self.row = False, False, [], 0, 0


class Verifier:
    def __init__(self, record):
        self.record = record
        self.genesis = read_genesis(record.genesis_text)
        self.G = H("genesis", record.genesis_text)
        self.key = from_b32(self.genesis["key"], 32)
        self.seats = int(self.genesis["seats"])
        self.given, self.pens, self.seals, self.labels = {}, {}, {}, {}
        self.secret, self.lucks, self.roster, self.ended = None, 0, {}, False
        self.pending, self.luck_due = set(), {}
        self.back, self.undone = {}, set()
        self.values = {}        # V by seat, where it is known
        self.persons, self.luck_of_whom = {}, {}
        self.term = {}          # entry with which the person took the seat
        self.lines = {}         # how many, by seat
        self.nones = set()      # (seat, entry, k)
        self.by = {}            # entry → [seat, term, k or None, the undo of it or 0]
        self.draws = []
        self.dues, self.missed, self.said, self.paused = {}, {}, {}, False
        self.lent, self.lendings, self.leaves = {}, {}, set()  # until when; entry of the last
        self.stock = {f"seat/{x}": Stock() for x in range(1, self.seats + 1)}
        self.host, self.pauser, self.stop = "", False, set()  # stop: who would stop the clocks, or start them
        self.read_time(self.genesis["time"])
        self.lost, self.gap, self.go_on = set(), 0, set()  # gap: its entry, while not all agreed
        self.lost_end = False
        self.last_gap, self.owed = 0, set()  # for good; players' seats then that have not agreed
        self.left = {}          # when the letter of an entry of lines came
        self.at = {0: self.genesis["started"]}  # times of entries
        self.about = {}         # the last entry of a kind that consents and letters are about

    def opens(self, seal, payload, nonce):
        return H("seal", self.G, seal.name, seal.owner, payload, nonce) == seal.commitment

    def verify(self):
        self.check_tables()
        before, time = self.G, self.genesis["started"]
        for entry in self.record.entries:
            n = entry.n
            commitments = [seal.commitment for seal in entry.seals]
            demand(H("entry", self.G, n, before, entry.text, *commitments) == entry.hash, n, "hash")
            demand(entry.time >= time, n, "time runs backwards")
            came = re.match(rf"came=({TIME}) ", entry.rest)
            demand(not came or came.group(1) < entry.time, n, "came when it was logged")
            demand(not self.ended or entry.kind in AFTER_END or not self.lost_end and
                   (entry.kind == "own" or (entry.kind, entry.who) == ("undo", "keeper")), n,
                   "after the end")
            self.check_gap(entry)
            if came and entry.kind in ("order", "agree"):
                demand(came.group(1) >= self.at[self.asked(entry)], n, "older than what it answers")
            self.check_lent(entry)
            self.at[n] = entry.time
            for seal in entry.seals:
                self.add_seal(entry, seal)
            method = getattr(self, "take_" + entry.kind, None)
            if method:
                method(entry, before)
            self.note_present(entry)
            self.note_host(entry)
            if self.gap and not self.waits():
                self.gap = 0
            if is_step(entry) or entry.kind == "undo":
                self.back = {}
            if entry.kind != "clock" or plain(entry) in ("pause", "resume"):
                self.about[entry.kind] = n
            before, time = entry.hash, entry.time
        demand(from_b32(self.record.head, 32) == before, None, "head")
        if self.record.sign == "none":
            demand(self.record.export == "none", None, "half signed")
        else:
            digest = H("head", self.G, self.record.last(), before)
            demand(is_signed(self.key, digest, from_b32(self.record.sign, 64)), None, "signature")
            digest = H("export", self.G, self.record.signed)
            demand(is_signed(self.key, digest, from_b32(self.record.export, 64)), None, "export")
        self.check_draws()
        if not self.ended:
            return f"open, up to entry {self.record.last()}"
        closed = self.closed()
        return f"over, not opened: {', '.join(closed)}" if closed else "finished"

    def asked(self, entry):
        """The entry that a letter may not be older than, as far as it shows without the rules."""
        if entry.kind == "agree" and plain(entry).startswith("["):
            return 0
        about = [self.last_gap, self.about.get("undo", 0), self.term.get(int(entry.who[5:]), 0)]
        roster = self.about.get("roster", 0)
        what = plain(entry).split(" ")[0] if entry.kind == "agree" else ""
        if what == "undo":
            about += [e.n for e in self.record.since(0, entry.n)
                      if e.n not in self.undone and is_step(e)]
        elif what == "upgrade":
            about.append(self.about.get("upgrade", roster))
        elif what in ("claim", "wait", "replace"):
            about.append(self.missed.get(plain(entry).split(" ")[1], [0] * 4)[3])
        elif what in ("pause", "resume"):
            about.append(self.about.get("clock", roster))
        return max(about)

    def check_tables(self):
        rules = self.genesis["rules"]
        parts = [x for r, name, text in self.record.files if r == rules for x in (name, text)]
        demand(to_b32(H("tables", self.genesis["game"], rules, *parts)) == self.genesis["tables"],
               None, "tables")

    def add_seal(self, entry, seal):
        old = self.seals.get(seal.name)
        demand(old is None, entry.n, "a name used again")
        owner = re.fullmatch(r"(?:luck|person|own)/(\d+)(?:/\d+)?", seal.name)
        if owner:
            demand(seal.owner == int(owner.group(1)), entry.n, "owner")
        seal.entry = entry.n
        self.seals[seal.name] = seal
        family = seal.name.split("/")[0]
        demand(family != "words" or seal.gone or seal.payload is not None, entry.n,
               "words left out")
        demand(not seal.gone or (family in ("person", "press", "words", "letter", "own") and
                                 self.record.reader != "whole"), entry.n, "gone")
        if family == "by" or family == "words":
            demand(seal.owner == (int(entry.who[5:]) if entry.who.startswith("seat") else 0),
                   entry.n, "owner")
        if family == "person":
            self.note_person(entry, seal)
        if family == "own" and seal.payload == b"none":
            self.nones.add((seal.owner, entry.n, int(seal.name.split("/")[2])))
        if seal.payload is not None:
            demand(self.opens(seal, seal.payload, seal.nonce), entry.n, "does not open its seal")

    def note_person(self, entry, seal):
        """Behind lucks nobody takes another seat than his own was then."""
        self.persons[seal.owner] = seal.payload
        if not self.lucks:
            self.luck_of_whom[seal.owner] = seal.payload
        elif seal.payload is not None:
            demand(all(who != seal.payload for seat, who in self.luck_of_whom.items()
                       if seat != seal.owner), entry.n, "two seats change places")

    def take_own(self, entry, before):
        names = re.findall(r"\[own/(\d)/(\d+)\]", entry.rest)
        last = self.lines.get(entry.who, 0)
        demand(int(names[0][1]) == last + 1, entry.n, "lines with a gap")
        self.lines[entry.who] = last + len(names)
        came = re.match(rf"came=({TIME}) ", entry.rest)
        self.left[entry.n] = came.group(1) if came else entry.time

    def check_line(self, entry, n):
        seat, term, k, _ = self.by[n]
        line = self.seals.get(f"own/{seat}/{k}")
        demand(line and term <= line.entry < n, entry.n, "a line not in force")
        demand(not any(s == seat and (line.entry, k) <= (at, none) and at < n
                       for s, at, none in self.nones), entry.n, "a line dropped")
        demand(not any(other[3] < n and other[0] == seat and other[2] == k
                       for other in self.by.values() if other[3]), entry.n, "its use was undone")
        used = next(e for e in self.record.entries if e.n == n)
        due = re.search(rf" due=({TIME}) ", used.rest) if used.kind == "default" else None
        demand(not due or self.left[line.entry] <= due.group(1), entry.n, "a line that came too late")
        if line.payload is not None:
            self.check_says(entry, used, line.payload.decode())

    def check_says(self, entry, used, line):
        """No line, no "none" and no note gives an order; a wish only to resign, when time runs out."""
        demand(line not in ("", "none"), entry.n, "not a line")
        if line.startswith("#"):
            demand(line == "#on time resign" and used.kind == "default" and
                   used.rest.endswith(f" by=[by/{used.n}] resign"), entry.n, "a note or wish that orders")

    def open_line(self, entry, name, payload):
        demand(self.ended, entry.n, "a line opened early")
        seal = self.seals[name]
        demand(not seal.gone, entry.n, "gone and opened")
        if name.startswith("by/"):
            n = int(name[3:])
            match = re.fullmatch(r"own/(\d)/([1-9]\d*)(?: else)?(?: lot)?", payload)
            demand(match and int(match.group(1)) == self.by[n][0], entry.n, "names no line")
            self.by[n][2] = int(match.group(2))
            for other, (seat, _, k, _) in self.by.items():
                if seat == self.by[n][0] and k is not None:
                    self.check_line(entry, other)
            return
        if payload == "none":
            self.nones.add((seal.owner, seal.entry, int(name.split("/")[2])))
        for n, (seat, _, k, _) in self.by.items():
            if seat == seal.owner and k is not None:
                self.check_line(entry, n)

    def closed(self):
        """What a finished game tells and this one does not."""
        names = [f"own/{seat}/{k}" for seat, _, k, _ in self.by.values() if k is not None]
        names += [f"own/{seat}/{k}" for seat, _, k in self.nones]
        names = [name for name in names if not self.seals[name].opened]
        names += [f"by/{n}" for n, by in self.by.items() if by[2] is None]
        if self.secret is None:
            names.append("S")
        for name, seal in self.seals.items():
            entry = next(e for e in self.record.entries if e.n == seal.entry)
            lot = entry.kind == "draw" or " why=lot " in entry.rest
            own = entry.kind == "order" and not plain(entry).startswith("by=") and not seal.known
            if name.startswith("luck/"):
                late = self.luck_due.get(seal.owner, "~") <= self.end.time
                if self.lucks and not seal.opened and not self.end.rest.startswith("void luck-unopened") \
                        and (late or self.end.who != "keeper"):
                    names.append(name)
            elif not name.startswith(HOUSE) and not seal.opened and not own and \
                    not (lot and self.secret is not None):
                names.append(name)
        return names

    def read_time(self, text):
        def count(word, least, most):
            match = re.search(rf" {word}=(\d+)(?: |$)", text)
            return int(match[1]) if match and least <= int(match[1]) <= most else 0
        self.away = count("away", 2, 20)
        self.days = {word: count(word, 1, 99) for word in ("stock", "yearly", "once", "extensions", "lend")}
        self.logs_dues = "@" in text or any(self.days[x] for x in ("stock", "yearly", "extensions"))
        host = re.search(r" host=(?:([1-4])\+)?(\d+)d(?: |$)", text)
        self.host_days = int(host[2]) if host and 1 <= int(host[2]) <= 30 else 0
        if not self.roster:
            self.host = f"seat/{host[1]}" if self.host_days and host[1] and int(host[1]) <= self.seats else ""

    def take_clock(self, entry, before):
        if entry.rest.startswith("rules "):
            self.read_time(entry.rest)
        if entry.rest in ("pause", "resume"):
            self.check_stop(entry, set(self.players()))
            self.dues, self.paused = {}, entry.rest == "pause"
            self.stop = set()
        if re.match("(?:vacation|extension) seat", entry.rest):
            self.take_day(entry, *entry.rest.split(" "))
        if entry.rest.startswith("extend ") and entry.who == "table":
            words = "wait" + entry.rest[6:]
            who = words.split(" ")[1]
            if self.is_away(who) and self.all_agree(words) and words in self.said.values():
                self.missed[who][0], self.said = self.away - 1, {}
                return
            demand(self.hosted() and self.said.get(self.host) == entry.rest and
                   (who != self.host or self.all_say(entry.rest)), entry.n, "nobody agreed to wait")
            self.forget(entry.rest)

    def players(self):
        return [f"seat/{x}" for x, holder in self.roster.items() if holder == "player"]

    def hosted(self):
        return self.host_days and self.host and len(self.players()) > 1

    def check_stop(self, entry, players):
        """All agreed, or the host of whom nothing is asked alone; what he stopped any player starts."""
        alone = False
        if entry.who == "table" and not players <= self.stop:
            if entry.rest == "resume":
                demand(self.pauser and self.stop, entry.n, "nobody resumes")
            else:
                demand(self.hosted() and self.host in self.stop and self.lucks, entry.n,
                       "not all agreed to a pause")
                alone = True
        self.pauser = alone

    def forget(self, words):
        self.said = {who: said for who, said in self.said.items() if said != words}

    def all_say(self, words, away_too=False):
        """All players that are there: what favours the host, and who is to be one."""
        return all(self.said.get(who) == words for who in self.players() if away_too or not self.is_away(who))

    def agree_host(self, entry, words):
        what, who = words.split(" ")[:2]
        demand(self.host_days and not self.ended and len(self.players()) > 1 and entry.who in self.players() and
               (what != "host" or who in self.players()), entry.n, "no host here")
        if what != "host":
            demand(self.hosted() and words in (self.said.get(self.host), entry.who == self.host and words), entry.n,
                   "no host asked")
        if what == "extend":
            demand(int(words.split(" ")[2][:-1]) <= self.host_days and not self.paused and who[5:] in self.roster,
                   entry.n, "more than a host may give")
        self.said[entry.who] = words
        if what == "host" and self.all_say(words):
            self.host = who
            self.forget(words)

    def note_host(self, entry):
        if entry.kind == "seat" and entry.rest[:6] == self.host:
            self.host = ""
        for who, said in list(self.said.items()):
            what, _, about = said.partition(" ")
            if (what == "end" and entry.who == who and entry.kind in ("order", "default")) or \
                    (entry.kind == "seat" and what in ("host", "extend") and about[:6] == entry.rest[:6]):
                del self.said[who]

    def has_day(self, who, time):
        """Is a day to be drawn, if a question that stands open was due by then?"""
        has, days = self.stock[who], self.days
        return bool(has.agreed and self.roster.get(who[5:]) == "player" and not self.paused and
                    not self.ended and not self.gap and self.lucks and not self.pending and
                    (days["stock"] or days["yearly"]) and
                    not (days["stock"] and len(has.drawn) >= days["stock"]) and
                    not (days["yearly"] and has.drawn.count(time[:4]) >= days["yearly"]) and
                    not (days["once"] and has.row >= days["once"]))

    def take_day(self, entry, what, who):
        demand(entry.who == "table" and who in self.stock, entry.n, "a day of another's")
        has = self.stock[who]
        passed = [d for (_, x), d in self.dues.items() if x == who and d[0] <= seconds(entry.time)]
        if what == "vacation":
            demand(self.has_day(who, entry.time) and passed, entry.n, "not to be drawn")
            has.drawn.append(entry.time[:4])
            has.row += 1
        else:
            demand(has.asked and has.got < self.days["extensions"], entry.n, "nobody asked")
            has.asked, has.got = False, has.got + 1
        for (_, x), due in self.dues.items():
            if x == who:
                due[0] += 86400

    def check_lent(self, entry):
        """Whoever plays a lent seat gives orders, in time, and nothing else."""
        if entry.who not in self.lent or entry.kind == "default":
            return
        if entry.kind == "order" and plain(entry).startswith("by="):
            return
        demand(entry.kind == "order" and not plain(entry).startswith("sign=") and
               entry.time <= self.lent[entry.who], entry.n, "a lent seat does more than to play")

    def take_remark(self, entry, before):
        if entry.who == "table" and entry.rest.startswith("back "):
            demand(entry.rest[5:] in self.lent, entry.n, "not lent")
            del self.lent[entry.rest[5:]]

    def agree_lend(self, entry):
        until = plain(entry).split(" ")[1]
        demand(self.days["lend"] and "cup" not in self.genesis and self.lucks and not
               (self.ended or self.gap or self.pending) and self.roster[entry.who[5]] == "player" and
               0 < seconds(until) - seconds(entry.time) <= self.days["lend"] * 86400, entry.n,
               "a seat that cannot be lent")
        self.lent[entry.who], self.lendings[entry.who] = until, entry.n

    def is_away(self, who):
        return bool(self.away and self.roster.get(who[5:]) == "player" and
                    self.missed.get(who, [0])[0] >= self.away)

    def all_agree(self, words):
        who = words.split(" ")[1]
        return all(self.said.get(f"seat/{x}") == words for x, holder in self.roster.items()
                   if holder == "player" and f"seat/{x}" != who and not self.is_away(f"seat/{x}"))

    def note_present(self, entry):
        """Whatever a seat does by itself shows that it is there."""
        if entry.kind in ("undo", "lost"):
            self.missed, self.said = {}, {}
            for has in self.stock.values():
                has.row = 0
        if entry.kind in ("lost", "end"):
            self.lent = {}
        here = [entry.rest[:6]] if entry.kind == "seat" else []
        for who in here:
            self.lent.pop(who, None)
            self.leaves.discard(who)
        if entry.kind == "seat":
            self.said.pop(here[0], None)
            self.stock[here[0]].agreed = self.stock[here[0]].asked = False
        if entry.who.startswith("seat") and entry.kind != "default" and not plain(entry).startswith("by="):
            here.append(entry.who)
        for who in here:
            self.missed.pop(who, None)
            self.stock[who].row = 0
            self.said = {x: words for x, words in self.said.items()
                         if words.split(" ")[1] != who or words.split(" ")[0] in ("host", "extend")}

    def check_deadline(self, entry):
        """Where the time rules have hours each deadline is set; what follows a default in the same
        second is the rest of its turn. So many missed in a row are counted, but for the first those
        that were set."""
        decision = (re.match(r"decision=\d+", entry.rest)[0], entry.who)
        missed = self.missed.setdefault(entry.who, [0, "", "", 0])  # how many, when, done, entry
        at, had_time = self.dues.pop(decision, (None, None))
        demand(not self.logs_dues or at is not None or missed[2] == entry.time, entry.n, "no deadline was set")
        demand(" why=line " in entry.rest or at is None or at > seconds(entry.time) or
               not self.has_day(entry.who, entry.time), entry.n, "a day was to be drawn")
        due = re.search(rf" due=({TIME}) ", entry.rest)
        demand(at is None or due and seconds(due[1]) == at <= seconds(entry.time), entry.n, "another deadline")
        missed[2] = entry.time
        if " why=line " not in entry.rest and not (missed[0] and (missed[1] == entry.time or not had_time)):
            missed[:2], missed[3] = [missed[0] + 1, entry.time], entry.n

    def take_default(self, entry, before):
        self.check_deadline(entry)
        if " why=line " in entry.rest:
            self.take_by(entry)

    def take_by(self, entry):
        seat = int(entry.who[5:])
        demand(self.lucks, entry.n, "a line before luck was fixed")
        self.by[entry.n] = [seat, self.term[seat], None, 0]

    def take_roster(self, entry, before):
        demand(not self.roster, entry.n, "second roster")
        self.roster = dict(re.findall(r"(\d)=(player|house)", entry.rest))
        self.term = {int(seat): entry.n for seat in self.roster}

    def take_luck(self, entry, before):
        seat = entry.who[5:]
        demand(self.roster and not self.lucks and seat not in self.given, entry.n, "luck now")
        demand(self.roster[seat] == "player", entry.n, "luck of the house")
        came = re.match(rf"came=({TIME}) ", entry.rest)
        demand(not came or came.group(1) >= self.genesis["started"], entry.n, "luck too early")
        kind, _, words = plain(entry).partition(" ")
        i = int(seat)
        self.given[seat] = kind
        if kind == "sealed":
            self.pending.add(i)
        elif kind == "words":
            self.values[i] = from_b32(words.split(" ")[0], 32, entry.n)
            said = entry.seals[-1].payload
            demand(said is None or (H("luck", self.G, i, said) == self.values[i]
                                    and 1 <= len(said) <= 200 and said.strip(b" ") == said
                                    and not re.search(rb"[\x00-\x1f\x7f]", said)),
                   entry.n, "not the hash of its words")
        else:
            self.values[i] = H("luck", self.G, i, words)

    def take_lucks(self, entry, before):
        demand(not self.lucks, entry.n, "lucks twice")
        parts = re.findall(r"(\d)=([a-z]+)(?: ([a-z2-7]{52}))?", entry.rest)
        demand([x[0] for x in parts] == [str(i) for i in range(1, self.seats + 1)], entry.n, "seats")
        for seat, kind, value in parts:
            wanted = "house" if self.roster[seat] == "house" else self.given.get(seat)
            demand(kind == wanted, entry.n, "luck that was not given")
            demand(not value or from_b32(value, 32, entry.n) == self.values[int(seat)], entry.n,
                   "another luck")
        self.lucks = entry.n
        self.luck_due = {}

    def take_due(self, entry, before):
        decision, who, time = entry.rest.split(" ")
        self.dues[decision, who] = [seconds(time), seconds(time) - seconds(entry.time) >= 60]
        if decision == "decision=0":
            self.luck_due[int(who[5:])] = time

    def take_open(self, entry, before):
        match = re.fullmatch(rf"({NAME}) (.+) nonce ([a-z2-7]{{52}})", plain(entry))
        demand(match, entry.n, "not an opening")
        name, payload, nonce = match.groups()
        seal = self.seals.get(name)
        demand(seal is not None, entry.n, "an opening before its seal")
        demand(seal.opened is None, entry.n, "opened twice")
        demand(entry.who in ("table", f"seat/{seal.owner}"), entry.n, "opened by another")
        demand(entry.who == "table" or name.startswith(HOUSE) or
               seal.entry > self.lendings.get(entry.who, 0), entry.n, "held while it was lent")
        demand(self.opens(seal, payload, from_b32(nonce, 32, entry.n)), entry.n, "does not open")
        seal.opened = entry.n
        seal.payload = payload.encode()
        demand(not seal.gone, entry.n, "gone and opened")
        if name.startswith(("own/", "by/")):
            self.open_line(entry, name, payload)
        demand(not name.startswith(("person/", "press/", "letter/", "words/")), entry.n, "personal")
        if name.startswith("luck/"):
            demand(self.lucks, entry.n, "luck opened early")
            self.values[seal.owner] = from_b32(payload, 32, entry.n)
            self.pending.discard(seal.owner)

    def take_draw(self, entry, before):
        label, _, text = entry.rest.partition(" ")
        demand(label not in self.labels, entry.n, "a label used again")
        demand(self.lucks and not self.pending, entry.n, "a draw before all luck")
        self.labels[label] = entry.n
        specials = [seal.payload for seal in entry.seals] if label == "wb/specials" else None
        if specials:
            self.specials = entry.seals
        self.draws.append((entry, label, text, getattr(self, "specials", []), self.pairs_in_use(entry)))

    def pairs_in_use(self, draw):
        """Dungeon Twister's pairs of rooms: a box's own, or those that the players chose."""
        boxes = re.search(r"boxes=(\w+)", self.genesis["options"])
        if not boxes or boxes.group(1) == "base":
            if " beginner=yes" not in " " + self.genesis["options"]:
                return range(1, 5)
            named = re.search(r"(?:^| )pairs=(\d+)", self.genesis["options"])
            drawn = [e.rest for e in self.record.since(0, draw.n + 1)
                     if e.kind == "draw" and e.rest.startswith("dt/pairs ")]
            return [int(x) for x in
                    (named.group(1) if named else re.findall(r"\d", drawn[-1]))]
        if boxes.group(1) == "expansion":
            return range(5, 9)
        named = re.search(r"(?:^| )rooms=([\d+]+)", self.genesis["options"])
        if named:
            return [int(x) for x in named.group(1).split("+")]
        chosen = [re.search(r"(?:^| )pair (\d+)$", e.rest) for e in self.record.since(0, draw.n + 1)
                  if e.n not in self.undone and e.kind in ("order", "default")]
        return [int(match.group(1)) for match in chosen if match]

    def take_secret(self, entry, before):
        S = from_b32(entry.rest, 32, entry.n)
        first_key = from_b32(self.genesis["key"], 32)
        promised = H("secret", first_key, int(self.genesis["number"]), S)
        demand(self.ended, entry.n, "secret before the end")
        demand(to_b32(promised) == self.genesis["secret"], entry.n, "another secret")
        self.secret = S

    def take_key(self, entry, before):
        match = re.fullmatch("new=([a-z2-7]{52}) sign=([a-z2-7]{103})", entry.rest)
        demand(match, entry.n, "not a key")
        new = from_b32(match.group(1), 32, entry.n)
        digest = H("key", self.G, entry.n, before, new)
        demand(is_signed(self.key, digest, from_b32(match.group(2), 64, entry.n)), entry.n,
               "new key not signed by the old")
        self.key = new

    def take_pen(self, entry, before):
        self.pens[entry.who] = from_b32(plain(entry), 32, entry.n)

    def take_seat(self, entry, before):
        if entry.who == "table":
            words = f"replace {entry.rest[:6]}"
            demand(self.hosted() and "=player" in entry.rest and self.is_away(entry.rest[:6]) and
                   self.said.get(self.host) == words and self.all_agree(words), entry.n, "not all agreed to replace")
        self.stop.discard(entry.rest[:6])
        self.pens.pop(entry.rest[:6], None)
        seat, player = entry.rest[:6], "=player" in entry.rest
        if self.gap and (player or seat in self.go_on):
            self.owed.add(seat)
        self.go_on.discard(seat)
        if player and seat in self.owed:
            self.gap = self.last_gap
        self.roster[entry.rest[5]] = "player" if player else "house"
        self.term[int(entry.rest[5])] = entry.n
        self.back.pop(entry.rest[:6], None)
        if not self.lucks:
            self.given.pop(entry.rest[5], None)
            self.values.pop(int(entry.rest[5]), None)
            self.pending.discard(int(entry.rest[5]))
            self.luck_due.pop(int(entry.rest[5]), None)
            self.seals.pop(f"luck/{entry.rest[5]}", None)

    def take_order(self, entry, before):
        demand(not self.ended, entry.n, "order after the end")
        if plain(entry).startswith("by="):
            self.take_by(entry)
        match = re.search(r"(?:^| )sign=(\d+)/(\d+)/([a-z2-7]{103}) (.*)", entry.rest)
        if not match:
            return
        decision, seen, signature, text = match.groups()
        seen = int(seen)
        demand(seen < entry.n and entry.who in self.pens, entry.n, "signed for what?")
        demand(seen not in self.lost, entry.n, "signed for a lost entry")
        head = self.record.hash_of(seen) if seen else self.G
        forms = [text]
        names = re.findall(rf"\[({NAME})\]", text)
        if len(names) == 1:
            commitment = next(x.commitment for x in entry.seals if x.name == names[0])
            sealed = f"{names[0]} sealed {to_b32(commitment)}"
            forms += [text.replace(f"[{names[0]}]", sealed), sealed]
        demand(any(is_signed(self.pens[entry.who],
                             H("order", self.G, int(decision), seen, head, form),
                             from_b32(signature, 64, entry.n)) for form in forms), entry.n,
               "not signed by the player")

    def waits(self):
        """For players who have not agreed to go on behind lost entries."""
        return self.gap and any(holder == "player" and f"seat/{seat}" in self.owed
                                for seat, holder in self.roster.items())

    def check_gap(self, entry):
        if self.last_gap and not self.lucks and not self.ended:
            demand(entry.kind in ("lost", "key") or entry.kind == "end" and
                   entry.who == "keeper" and plain(entry).startswith("void"), entry.n,
                   "lost before all luck")
        if not self.waits():
            return
        fits = entry.kind in ("seat", "key", "pen", "press", "clock", "remark", "lost")
        if entry.kind in ("agree", "decline"):
            fits = plain(entry) == f"go-on {self.gap}"
        if entry.kind == "due":
            fits = entry.rest.startswith("decision=0 ")
        if entry.kind == "end":
            fits = entry.who == "keeper"
        demand(fits, entry.n, "not every player agreed to go on")

    def take_lost(self, entry, before):
        first, last = (int(x) for x in re.findall(r"\d+", entry.rest))
        demand(entry.who == "keeper" and self.roster and first <= last == entry.n - 1 and
               not any(e.n >= first for e in self.record.since(0, entry.n)), entry.n, "lost")
        self.lost.update(range(first, last + 1))
        self.last_gap = entry.n
        if self.ended:
            self.lost_end = True
            return
        self.gap, self.go_on, self.back, self.luck_due = entry.n, set(), {}, {}
        self.dues, self.paused, self.stop = {}, False, set()
        self.owed.update(f"seat/{seat}" for seat, holder in self.roster.items() if holder == "player")

    def take_press(self, entry, before):
        to = re.match(r"to=seat/(\d+) ", plain(entry))
        demand(not to or to.group(1) in self.roster, entry.n, "press to nobody")

    def take_agree(self, entry, before):
        if self.gap and plain(entry) == f"go-on {self.gap}":
            self.go_on.add(entry.who)
            self.owed.discard(entry.who)
        if re.match("(?:claim|wait|replace) ", plain(entry)):
            who = plain(entry).split(" ")[1]
            demand(who != entry.who and self.is_away(who) and not self.paused, entry.n, "not away")
            self.said[entry.who] = plain(entry)
        if plain(entry) in ("vacation", "extension"):
            self.agree_day(entry)
        if plain(entry).startswith("lend "):
            self.agree_lend(entry)
        if plain(entry) == "leave":
            demand(not (self.lucks or self.ended or self.gap) and "cup" not in self.genesis and
                   self.roster[entry.who[5]] == "player", entry.n, "leaves a game that has begun")
            self.leaves.add(entry.who)
        if re.match("(?:host|extend|end) ", plain(entry)):
            self.agree_host(entry, plain(entry))
        if plain(entry) == ("resume" if self.paused else "pause"):
            self.stop.add(entry.who)
        if plain(entry).startswith("undo "):
            to = int(plain(entry)[5:])
            if self.roster[entry.who[5]] == "house":
                demand(self.lucks <= to < entry.n and to not in self.undone and
                       all(e.kind == "order" for e in self.record.since(to, entry.n)
                           if e.n not in self.undone and is_step(e)), entry.n, "the house agrees")
            self.back[entry.who] = plain(entry)[5:]

    def agree_day(self, entry):
        has = self.stock[entry.who]
        if plain(entry) == "vacation":
            has.agreed = True
            return
        came = re.match(rf"came=({TIME}) ", entry.rest)
        came = seconds(came[1] if came else entry.time)
        demand(has.got < self.days["extensions"] and self.roster[entry.who[5]] == "player" and
               not (self.paused or self.ended or self.gap or self.pending) and self.lucks and
               any(x == entry.who and d[0] >= came for (_, x), d in self.dues.items()), entry.n,
               "a day that the terms do not give")
        has.asked = True

    def take_decline(self, entry, before):
        if self.gap and plain(entry) == f"go-on {self.gap}":
            self.owed |= self.go_on
            self.go_on = set()
        self.forget(plain(entry))
        if plain(entry) == "vacation":
            self.stock[entry.who].agreed = False
        if plain(entry) == "extension":
            self.stock[entry.who].asked = False
        if plain(entry) == ("resume" if self.paused else "pause"):
            self.stop = set()
        if plain(entry).startswith("undo "):
            self.back = {who: to for who, to in self.back.items() if to != plain(entry)[5:]}

    def check_undo(self, entry, to):
        demand(to not in self.undone and not any(to <= n for n in self.lost), entry.n,
               "undo to what was undone or lost")
        if entry.who == "table":
            players = [seat for seat, holder in self.roster.items() if holder == "player"]
            demand(players and all(self.back.get(f"seat/{x}") == str(to) for x in self.roster),
                   entry.n, "not all agreed")
        elif entry.who != "keeper":
            since = [e for e in self.record.since(to, entry.n)
                     if e.n not in self.undone and is_step(e)]
            demand(since and all(e.kind == "order" and e.who == entry.who for e in since),
                   entry.n, "others moved meanwhile")

    def take_undo(self, entry, before):
        to = int(plain(entry)[3:])
        demand(self.lucks <= to < entry.n, entry.n, "undo too far")
        self.check_undo(entry, to)
        self.undone.update(range(to + 1, entry.n))
        self.dues = {}
        for n, by in self.by.items():
            if n > to and not by[3]:
                by[3] = entry.n
        house = HOUSE
        for name, seal in list(self.seals.items()):
            if name.startswith(house):
                continue
            if seal.entry > to:
                del self.seals[name]
            elif seal.opened and seal.opened > to:
                seal.opened = None
        self.labels = {label: n for label, n in self.labels.items() if n <= to}
        if any(e.kind == "end" for e in self.record.since(to, entry.n)):
            self.ended = False

    def take_end(self, entry, before):
        won = re.match(r"won seat/(\d+)", entry.rest)
        demand(not won or won.group(1) in self.roster, entry.n, "nobody won")
        if entry.who == "table" and entry.rest.startswith("void luck-unopened"):
            late = [i for i in sorted(self.pending) if self.luck_due.get(i, "~") <= entry.time]
            seats = " ".join(f"seat/{i}" for i in late)
            demand(late and entry.rest == f"void luck-unopened {seats}", entry.n, "void for luck")
        if entry.who == "table" and re.search(" (away|abandoned) seat/", entry.rest):
            self.check_away(entry)
        if entry.who == "table" and entry.rest.endswith(" agreed"):
            words = "end " + entry.rest[:-7]
            demand(self.hosted() and self.said.get(self.host) == words and self.lucks and
                   self.all_say(words, True), entry.n, "an end to which not all agreed")
        if entry.who == "table" and not self.lucks and self.leaves:
            demand(entry.rest == f"void left {min(self.leaves)}", entry.n, "void for who left")
        elif entry.who == "table" and not self.lucks:
            late = [i for i in range(1, self.seats + 1) if self.roster[str(i)] == "player" and
                    str(i) not in self.given and self.luck_due.get(i, "~") <= entry.time]
            seats = " ".join(f"seat/{i}" for i in late)
            demand(late and entry.rest == f"void luck-missing {seats}", entry.n, "void for luck")
        self.ended, self.end = True, entry

    def check_away(self, entry):
        if entry.rest.startswith("void abandoned"):
            players = sorted(self.players())
            demand(len(players) > 1 and all(map(self.is_away, players)) and not self.paused and
                   entry.rest == f"void abandoned {' '.join(players)}", entry.n, "a player is there")
            return
        match = re.fullmatch(r"won (seat/[12]) away (seat/[12])", entry.rest)
        demand(match and match[1] != match[2] and self.seats == 2 and not self.paused and
               self.is_away(match[2]) and not self.is_away(match[1]), entry.n, "nobody is away")
        demand("cup" in self.genesis or self.said.get(match[1]) == f"claim {match[2]}", entry.n,
               "a win that nobody claimed")

    def check_draws(self):
        if self.secret is None:
            return
        luck = [self.values.get(i) or H("luck", self.G, i, "") for i in range(1, self.seats + 1)]
        seed = H("seed", self.G, self.secret, *luck)
        for entry, label, text, specials, self.record.pairs in self.draws:
            game = DRAWS.get(label) or DRAWS.get(label.rsplit("/", 1)[0])
            if not game:
                continue
            self.record.specials = [x.payload.decode() for x in specials if x.payload is not None]
            wanted = game(lambda bounds: numbers(seed, label, bounds), self.record, self.genesis)
            self.check_drawn(entry, text, wanted)

    def check_drawn(self, entry, text, wanted):
        """With S open the word and the nonce of each seal follow, told or not."""
        seals = iter(entry.seals)
        said, drawn = text.split(" "), wanted.split(" ")
        demand(len(said) == len(drawn), entry.n, f"the seed gives {wanted}")
        for word, value in zip(said, drawn):
            if not word.startswith("["):
                demand(word == value, entry.n, f"the seed gives {wanted}")
                continue
            seal = next(seals)
            nonce = H("nonce", self.secret, self.G, entry.n, seal.name)
            demand(word == f"[{seal.name}]" and self.opens(seal, value, nonce), entry.n,
                   f"the seed gives {wanted}")
            seal.payload = value.encode()


def verify_file(path):
    with open(path, "rb") as file:
        data = file.read()
    try:
        return Verifier(Record(data)).verify()
    except (ValueError, KeyError, IndexError) as fault:
        raise False_(None, f"not well-formed: {fault}") from None


# ---- vectors ----

def check_vectors(page):
    with open(page, encoding="utf-8") as file:
        text = file.read()
    flat = re.sub(r"\s", "", text)
    key = SigningKey(bytes(range(32)))
    pk, S = key.verify_key.encode(), bytes(range(32, 64))
    G = H("genesis", "postern-genesis 2\nnumber=17\n")
    C = H("seal", G, "combat/17/2", 2, "3", bytes([7] * 32))
    E1 = H("entry", G, 1, G, "2026-11-21T22:30:00Z seat/2 order combat [combat/17/2]", C)
    E2 = H("entry", G, 2, E1, "2026-11-21T22:31:00Z keeper remark x")
    head = H("head", G, 2, E2)
    V = [H("luck", G, 1, "a quiet winter evening"), H("luck", G, 2, "")]
    seed = H("seed", G, S, *V)
    where = H("box", "letters_in.raw", 42, G)
    inside = struct.pack("<I", 5) + b"hello" + bytes(119)
    nonce = bytes(range(24))
    box = b"\1" + nonce + crypto_aead_xchacha20poly1305_ietf_encrypt(inside, where, nonce,
                                                                     bytes([1] * 32))
    tiles = "tiles 2 3 5 7 11 13\n"
    wanted = [
        H("draw", bytes(32), "dt/rooms", 0), pk, H("secret", pk, 17, S),
        H("tables", "toy", "toy-1", "toy.tiles", tiles), G, C, E1, E2, head,
        H("key", G, 3, E2, bytes([9] * 32)), H("order", G, 17, 2, E2, "thief to d5"),
        H("link", G, 2, 1, "1.S0stLgEA"),
        H("nonce", S, G, 3, "room/w1"),
        H("print", G, bytes([5] * 32)), H("export", G, "postern-record 2\n"), H("receipt", G, "postern-receipt 2 game 17"),
        key.sign(head).signature, V[0], V[1], seed, where, box,
        hashlib.blake2b(b"17/2/41", digest_size=32, key=bytes([2] * 32)).digest()[:12],
    ]
    missing = [x.hex() for x in wanted if x.hex() not in flat]
    if to_b32(H("message-id", "abc@example.org")) not in flat:
        missing.append("message-id")
    for label, bounds in (("toy/deck", [6, 5, 4, 3, 2]),
                          ("dt/rooms", [65535, 1, 1000, 7, 8, 9, 2, 2, 2])):
        line = f'"{label}",below{"".join(map(str, bounds))}:'
        if line + "".join(map(str, numbers(seed, label, bounds))) not in flat:
            missing.append(label)
    for value in missing:
        print("not in", page, value)
    return not missing


def main(arguments):
    if arguments[:1] == ["--vectors"]:
        return 0 if check_vectors(arguments[1]) else 1
    code = 0
    for path in arguments:
        try:
            said = verify_file(path)
            print(f"{path}: good, {said}")
            if said.startswith("over, not opened"):
                code = code or 3
        except False_ as fault:
            code = 1
            print(f"{path}: entry {fault.entry}: {fault}" if fault.entry else f"{path}: {fault}")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
