# SPDX-License-Identifier: MIT
"""A tournament's record checked by other code than ours, from the export alone: chain, luck, draw of the seeds, that
nobody meets twice, byes, and every standing. usage: second_tournament.py RECORD [STANDINGS.json]"""
import base64
import hashlib
import json
import sys


def field(data):
    return len(data).to_bytes(4, "little") + data


def H(tag, *fields):
    text = b"postern1" + field(tag.encode()) + len(fields).to_bytes(4, "little")
    for x in fields:
        if isinstance(x, int):
            x = x.to_bytes(8, "little")
        elif isinstance(x, str):
            x = x.encode()
        text += field(x)
    return hashlib.blake2b(text, digest_size=32).digest()


def unbase32(text):
    return base64.b32decode(text.upper() + "=" * (-len(text) % 8))


class Draw:
    def __init__(self, seed, label):
        self.seed, self.label, self.block, self.words = seed, label, 0, []

    def number(self, bound):
        while True:
            if not self.words:
                block = H("draw", self.seed, self.label, self.block)
                self.block += 1
                self.words = [int.from_bytes(block[i : i + 8], "little") for i in (0, 8, 16, 24)]
            word = self.words.pop(0)
            if word < 2**64 - 2**64 % bound:
                return word % bound


class Ladder:
    """Who stands where, from the lines alone."""

    def __init__(self, reach, games):
        self.reach, self.games, self.order, self.pairs, self.awake = reach, games, [], [], set()

    def read(self, word, rest):
        n = [int(x) for x in rest] if word in ("leave", "challenge", "sink", "standing") else []
        if word == "enter":
            self.order.append(int(rest[0]))
        elif word == "leave":
            self.order.remove(n[0])
        elif word == "standing":
            check(n[1:] == self.order, "the order on the ladder: %s is not %s" % (n[1:], self.order))
        elif word == "challenge":
            up = self.order.index(n[1]) - self.order.index(n[2])
            check(n[0] == len(self.pairs) + 1 and 0 < up <= self.reach, "a challenge")
            going = [p for p in self.pairs if not p["done"]]
            check(all(p["from"] != n[1] and p["to"] != n[2] for p in going), "a second challenge at a time")
            last = [p for p in self.pairs if n[1] in (p["from"], p["to"])][-1:]
            check(not last or {last[0]["from"], last[0]["to"]} != set(n[1:]), "twice running")
            sat = [0, 0]  # how often each sat first, less second
            for p in self.pairs:
                for i in (0, 1):
                    sat[i] += (p["first"] == n[1 + i]) - (p["first"] != n[1 + i] and n[1 + i] in (p["from"], p["to"]))
            first = n[1] if sat[0] < sat[1] else n[2]
            self.pairs.append({"from": n[1], "to": n[2], "first": first, "points": [0, 0], "count": 0, "done": False})
        elif word == "result":
            p = self.pairs[int(rest[0].split("/")[1]) - 1]
            x, y = (int(v) for v in rest[1].split("-"))
            p["points"][0] += x
            p["points"][1] += y
            p["count"] += 1
            p["done"] = p["count"] == self.games
            if not p["done"]:
                return
            self.awake |= {p["from"], p["to"]}
            own, other = p["points"] if p["first"] == p["from"] else p["points"][::-1]
            if own > other and p["from"] in self.order and p["to"] in self.order:
                above, below = self.order.index(p["to"]), self.order.index(p["from"])
                if above < below:
                    self.order.insert(above, self.order.pop(below))
        elif word == "sink":
            for p in self.pairs:
                if not p["done"]:
                    self.awake |= {p["from"], p["to"]}
            for i in range(len(self.order) - 1, 0, -1):
                if self.order[i] in self.awake and self.order[i - 1] not in self.awake:
                    self.order[i - 1], self.order[i] = self.order[i], self.order[i - 1]
            self.awake = set()


def check(good, what):
    if not good:
        sys.exit("WRONG: " + what)


lines = open(sys.argv[1], encoding="utf-8").read().split("\n")
check(lines[0] == "postern-cup-record 2" and lines[1] == "genesis", "first lines")
at = 2
genesis = ""
while lines[at].startswith("  "):
    genesis += lines[at][2:] + "\n"
    at += 1
terms = dict(l.split(" ", 1) for l in genesis.strip().split("\n"))
form, *values = terms["format"].split(" ")
values = dict(v.split("=") for v in values)
per_pair = int(values["games"])
G = head = H("genesis", genesis)

def is_signed(key, digest, signature):
    """Where PyNaCl is installed; else it is for postern-proof alone."""
    try:
        from nacl.exceptions import BadSignatureError
        from nacl.signing import VerifyKey
    except ImportError:
        return True
    try:
        VerifyKey(key).verify(digest, signature)
    except BadSignatureError:
        return False
    return True


entries, words, n = [], {}, 0
key, over, gap = unbase32(terms["key"]), False, 0
while lines[at]:
    kind, rest = lines[at].split(" ", 1)
    at += 1
    if kind == "entry":
        number, text = rest.split(" ", 1)
        word, *behind = text.split(" ")[1:]
        if word == "lost":  # entries that nobody has any more: their numbers are not used
            check(len(behind) == 2 and int(behind[0]) == n + 1 and int(behind[1]) > n and not over, "lost entries")
            n = int(behind[1])
            gap += 1
        if word == "key":
            check(len(behind) == 2 and len(behind[0]) == 52, "a new key")
            new = unbase32(behind[0])
            check(is_signed(key, H("key", G, n + 1, head, new), unbase32(behind[1])), "the signature of a new key")
            key = new
        over = over or word in ("end", "cancel")
        n += 1
        check(int(number) == n, "numbers")
        seals = []
        if lines[at].startswith("seal "):
            seals = [unbase32(lines[at][5:])]
            at += 1
        head = H("entry", G, n, head, text, *seals)
        entries.append((text.split(" ", 1)[1], seals))
    elif kind == "know":
        who, nonce, name = rest.split(" ")
        seal = [s for e, s in entries if e.startswith(("enter %s " % who, "replace %s " % who))][0][0]
        check(seal == H("seal", G, "person/" + who, int(who), base64.b64decode(name), unbase32(nonce)), "name " + who)
    elif kind == "words":
        who, text = rest.split(" ")
        words[int(who)] = base64.b64decode(text)
    elif kind == "head":
        number, hash = rest.split(" ")
        check(int(number) == n and unbase32(hash) == head, "head")
        kind, sign = lines[at].split(" ", 1)
        at += 1
        check(kind == "sign" and is_signed(key, H("head", G, n, head), unbase32(sign)), "the signature of the head")

rating, luck, gone, rounds, seeds, lucks, places = {}, {}, {}, [], [], None, {}
secret = None
sealed, clear, anew = {}, set(), 0
ladder = Ladder(int(values["reach"]), per_pair) if form == "ladder" else None
for text, _ in entries:
    word, *rest = text.split(" ")
    if ladder and seeds and word in ("enter", "leave", "challenge", "result", "sink", "standing"):
        if word == "enter":
            rating[int(rest[0])] = int(rest[2])
        ladder.read(word, rest)
    elif word == "enter":
        check(int(rest[0]) == len(rating) + 1, "numbers of entrants")
        rating[int(rest[0])] = int(rest[2])
    elif word == "replace":
        new, old = int(rest[0]), int(rest[3])
        check(new == len(rating) + 1 and old in gone and old in seeds, "who replaces whom")
        rating[new] = int(rest[2])
        seeds[seeds.index(old)] = new
        gone.pop(old)
        # from here on as if he had been there from the beginning, away for a while
        for p in [p for pairs in rounds for p in pairs]:
            p["pair"] = tuple(new if w == old else w for w in p["pair"])
            p["away"] = {new if w == old else w: x for w, x in p["away"].items()}
        for r, (order, away) in places.items():
            places[r] = ([new if w == old else w for w in order], {new if w == old else w: x for w, x in away.items()})
    elif word == "luck":
        who = int(rest[0])
        check(who not in luck, "luck of %d twice" % who)
        luck[who] = rest[-1]
        if len(rest) == 3:
            sealed[who] = unbase32(rest[2])
        else:
            clear.add(who)
    elif word == "open":
        who = int(rest[0])
        check(H("cup-luck", unbase32(rest[1])) == sealed.pop(who) and who not in gone, "luck of %d" % who)
        luck[who] = rest[1]
    elif word == "again":
        anew += 1
        check(int(rest[0]) == anew + 1 and sealed and all(who in gone for who in sealed), "luck is given again")
        luck, sealed, clear = {}, {}, set()
    elif word == "leave":
        gone[int(rest[0])] = len(rounds)
    elif word == "close":
        closed = sorted(rating)
        lucks = H("lucks", G, *[luck.get(i, "") for i in closed])
        check(lucks == unbase32(rest[0]), "lucks")
        sealed = {who: c for who, c in sealed.items() if who not in gone}
    elif word == "seeds":
        check(rest[0] == "rating" or not sealed, "luck that was not opened")
        lucks = H("lucks", G, *[luck.get(i, "") for i in closed])
        seeds = [int(i) for i in rest[1:]]
        check(sorted(seeds) == [i for i in sorted(rating) if i not in gone], "seeds are all who stay")
        gone_before = set(gone)
        drawn = list(seeds)
        if ladder:
            ladder.order = list(seeds)
        if rest[0] == "rating":
            check(seeds == sorted(seeds, key=lambda i: (-rating[i], i)), "seeds by rating")
    elif word == "pair":
        check(int(rest[0]) == len(rounds) + 1, "rounds")
        rounds.append([{"pair": tuple(int(x) for x in p.split("-")), "games": {}, "away": dict(gone)} for p in rest[1:]])
    elif word == "result":
        r, board, k = (int(x) for x in rest[0].split("/"))
        x, y = (int(v) for v in rest[1].split("-"))
        check(r == len(rounds), "result of an old round")
        rounds[r - 1][board - 1]["games"][k] = (x, y, rest[2])
    elif word == "standing":
        places[int(rest[0])] = ([int(i) for i in rest[1:]], dict(gone))
    elif word == "end":
        secret = unbase32(rest[0])
        check(H("cup-secret", unbase32(terms["key"]), int(terms["cup"]), secret) == unbase32(terms["secret"]), "secret")

# words given when luck was asked for again are in no box: of that throw those alone that were given before, too
check(anew or clear == set(words), "whose words are there")
for who in words:
    check(who in clear and unbase32(luck[who]) == H("luck", G, who, words[who]), "luck of %d" % who)
if secret and terms["seeds"] == "lot":
    draw = Draw(H("seed", G, secret, lucks), "cup/seeds/0" + ("/%d" % (anew + 1) if anew else ""))
    order = [i for i in closed if i not in gone_before]
    for i in range(len(order) - 1, 0, -1):
        j = draw.number(i + 1)
        order[i], order[j] = order[j], order[i]
    check(order == drawn, "seeds by lot")
if ladder:
    if len(sys.argv) > 2:
        shown = json.load(open(sys.argv[2], encoding="utf-8"))
        check([row["entrant"] for row in shown] == ladder.order, "the ladder that is shown")
    print("ladder: %d entrants, %d challenges, every standing is right" % (len(rating), len(ladder.pairs)))
    sys.exit()

seed = {who: i + 1 for i, who in enumerate(seeds)}


def left_of(away):
    """Who left plays no more from the round after."""
    return {who: r + 1 for who, r in away.items() if who in seed}


left = left_of(gone)


def points(upto):
    """Of every pair of the rounds: (a, b, points a, points b, played)."""
    table = []
    for r, pairs in enumerate(rounds[:upto], 1):
        for p in pairs:
            a, b = p["pair"]
            games = p["games"]
            if games:
                x = sum(g[0] for g in games.values())
                y = sum(g[1] for g in games.values())
                table.append((a, b, x, y, any(g[2] != "forfeit" for g in games.values())))
                if len(games) < per_pair and r not in places:
                    table.pop()  # it goes on
                    continue
                check(len(games) == per_pair, "games of a pair")
                continue
            stays = [who for who in (a, b) if who and who not in p["away"]]
            all = 2 * per_pair
            x = all if a in stays and (b or form != "robin") else 0
            y = all if b in stays else 0
            if len(stays) == 2 and r not in places:
                continue  # it goes on
            check(len(stays) < 2, "a pair without result")
            table.append((a, b, x, y, False))
    return table


def can_pair(there, barred):
    """May all of these (an even number) be paired so that no two who are barred meet? By trying."""
    if not there:
        return True
    mates = sorted(there[1:], key=lambda w: sum((min(w, x), max(w, x)) not in barred for x in there))
    return any(
        can_pair([w for w in there[1:] if w != mate], barred)
        for mate in mates
        if (min(there[0], mate), max(there[0], mate)) not in barred
    )


def check_swiss():
    """Nobody twice in a round; no second meeting, where FIDE's rules (C.04.3, C1) count those at a board alone; the
    bye to nobody who has points without play (C2), as long as somebody without such can have it."""
    met, unplayed = set(), {who: 0 for who in seeds}
    for r, pairs in enumerate(rounds, 1):
        there = [who for p in pairs for who in p["pair"] if who]
        check(len(there) == len(set(there)), "somebody is paired twice")
        done = {t[:2]: t for t in points(r)[len(points(r - 1)) :]}
        for a in [p["pair"][0] for p in pairs if not p["pair"][1]]:
            fewer = [w for w in there if unplayed[w] < unplayed[a]]
            # A search by trying; twelve are enough to find a fault.
            if len(there) <= 13:
                fewer = [w for w in fewer if can_pair([x for x in there if x != w], met)]
            elif len(there) < 3 * r:
                fewer = []
            check(not fewer, "round %d: the bye of %d, who has points without play" % (r, a))
        for p in pairs:
            a, b = p["pair"]
            pair = (min(a, b), max(a, b))
            check(not b or pair not in met, "a second meeting of %d and %d" % (a, b))
            played = done.get((a, b), (a, b, 0, 0, True))
            for who, got in ((a, played[2]), (b, played[3])):
                if who and (not b or not played[4]):
                    unplayed[who] += got >= (2 * per_pair if form == "dutch" else 1)
            if b and (played[4] or form == "swiss"):
                met.add(pair)


if form in ("swiss", "dutch"):
    check_swiss()


robin = form == "robin"
groups = int(values["groups"])
group = {}
for who in seeds:
    row, column = divmod(seed[who] - 1, groups)
    group[who] = (groups - column if row % 2 else column + 1) if robin else 1
in_group = -(-len(seeds) // groups)
before_final = in_group - 1 + in_group % 2 if "final" in values else 10**6


def reckon(table, away, group):
    """The order of those who have a group."""
    all = sorted(group, key=seed.get)
    out = set()
    for who in away:
        mine = [t for t in table if who in t[:2] and t[1]]
        if robin and 2 * sum(t[4] for t in mine) < len(mine):
            out.add(who)
    table = [t for t in table if t[0] and not out & set(t[:2]) and (t[1] or not robin)]
    total = {who: 0 for who in all}
    wins = dict(total)
    buchholz, sonneborn, direct = dict(total), dict(total), dict(total)
    for a, b, x, y, played in table:
        total[a] += x
        wins[a] += x > y and played
        if b:
            total[b] += y
            wins[b] += y > x and played
    for a, b, x, y, played in table:
        real = b and (played or robin)
        buchholz[a] += total[b if real else a]
        sonneborn[a] += x * total[b if real else a]
        if b:
            buchholz[b] += total[a if real else b]
            sonneborn[b] += y * total[a if real else b]
    before = (lambda w: ()) if robin else (lambda w: (buchholz[w], sonneborn[w]))
    sets = {}
    for who in all:
        sets.setdefault((group[who], who in out, total[who]) + before(who), []).append(who)
    for equals in sets.values():
        among = [t for t in table if t[0] in equals and t[1] in equals]
        if len(among) == len(equals) * (len(equals) - 1) // 2:
            for a, b, x, y, _ in among:
                direct[a] += x
                direct[b] += y
    key = {
        w: (group[w], w in out, -total[w])
        + (
            (-direct[w], -sonneborn[w], -wins[w], -buchholz[w])
            if robin
            else (-buchholz[w], -sonneborn[w], -direct[w], -wins[w])
        )
        for w in all
    }
    return sorted(all, key=lambda w: (key[w], seed[w])), total


def finalists():
    """The best of each group who are there when the final is paired."""
    away = rounds[before_final][0]["away"]
    order, _ = reckon(points(before_final), left_of(away), group)
    of = [[w for w in order if group[w] == g and w not in away][: int(values["final"])] for g in range(1, groups + 1)]
    return [members[rank] for rank in range(int(values["final"])) for members in of if rank < len(members)]


def standing(upto):
    if upto <= before_final:
        return reckon(points(upto), left, group)
    order, total = reckon(points(before_final), {w for w, x in left.items() if x <= before_final + 1}, group)
    best = {w for p in rounds[before_final] for w in p["pair"] if w}
    first, own = reckon(points(upto)[len(points(before_final)) :], left.keys() & best, {w: 0 for w in best})
    return first + [w for w in order if w not in best], {**total, **own}


if len(rounds) > before_final:
    chosen = finalists()
    met = {p["pair"] for p in rounds[before_final]}
    check({w for p in met for w in p if w} == set(chosen), "who plays the final: %s, not %s" % (met, chosen))


def knockout_order(upto):
    """Who is out in a round stands behind all who came through it; equals by seeds."""
    last = max(1, (len(seeds) - 1).bit_length())
    place = {who: 1 for who in seeds}
    results = {(t[0], t[1]): t for t in points(upto)}
    for r, pairs in enumerate(rounds[:upto], 1):
        through = 2 ** (last - r)
        for n, p in enumerate(pairs):
            a, b, x, y, played = results.get(p["pair"], (*p["pair"], 0, 0, None))
            if played is None:
                continue  # it goes on
            if x == y:
                winner = a if not b else min(a, b, key=seed.get) if played else 0
            else:
                winner = a if x > y else b
            if n >= through:  # for the third place
                for who in (a, b):
                    if who and winner:
                        place[who] = 3 if who == winner else 4
                continue
            for who in (a, b):
                if who and who != winner:
                    place[who] = through + 1
    for who, r in left.items():
        if place[who] == 1 and r <= last:
            place[who] = 2 ** (last - r) + 1
    return sorted(seeds, key=lambda w: (place[w], seed[w])), place


for r, (given, away) in places.items():
    # who left later was still in when this standing was written
    keep, left = left, left_of(away)
    order, _ = knockout_order(r) if form == "knockout" else standing(r)
    left = keep
    check(order == given, "standing of round %d: %s is not %s" % (r, given, order))
if form == "knockout":
    for r, pairs in enumerate(rounds[1:], 1):
        alive = {who for p in pairs for who in p["pair"] if who}
        check(alive <= {who for p in rounds[r - 1] for who in p["pair"] if who}, "a loser came back")
if len(sys.argv) > 2 and form == "knockout":
    shown = json.load(open(sys.argv[2], encoding="utf-8"))
    order, place = knockout_order(len(rounds))
    check([row["entrant"] for row in shown] == order, "the table that is shown")
    check([row["place"] for row in shown] == [place[w] for w in order], "places that are shown")
elif len(sys.argv) > 2:
    shown = json.load(open(sys.argv[2], encoding="utf-8"))
    order, total = standing(len(rounds))
    check([row["entrant"] for row in shown] == order, "the table that is shown")
    check([2 * row["points"] for row in shown] == [total[w] for w in order], "points that are shown")
print("%s: %d entrants, %d rounds, every standing is right" % (form, len(seeds), len(rounds)))
