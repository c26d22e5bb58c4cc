# SPDX-License-Identifier: MIT
"""The Dutch system once more, by other code that tries all pairings of a round, of which it takes the one that FIDE's
criteria (Handbook C.04.3) and then the order of trying put first. For cases of at most ten players.
usage: second_dutch.py CASE…"""
import itertools
import re
import sys

DOWN, UP = 1, 2


class Player:
    def __init__(self, seed):
        self.seed, self.points, self.seats, self.met, self.floats, self.bye, self.missed = seed, 0, "", set(), {}, False, 0

    def wish(self):
        """(how much, which seat)"""
        difference = self.seats.count("w") - self.seats.count("b")
        due = "b" if difference > 0 else "w"
        if abs(difference) > 1:
            return 3, due
        if self.seats[-2:] in ("ww", "bb"):
            return 3, "b" if self.seats[-1] == "w" else "w"
        if difference:
            return 2, due
        return (1, "b" if self.seats[-1] == "w" else "w") if self.seats else (0, None)


def read(path):
    rows, total, number, wanted, left = {}, 0, 0, "", set()
    for line in open(path, encoding="utf-8"):
        word = line.split()
        if line.startswith("#"):
            continue
        if word[0] == "rounds":
            total = int(word[1])
        elif word[0] == "round":
            number = int(word[1])
        elif word[0] == "pairs":
            wanted = word[1:]
        else:
            seed = int(word[0])
            rows[seed] = [c for c in word[1:] if c != "left"]
            if "left" in word:
                left.add(seed)
    players = {seed: Player(seed) for seed in rows}
    for r in range(number - 1):
        before = {seed: p.points for seed, p in players.items()}
        for seed, cells in rows.items():
            cell, p, back = cells[r], players[seed], number - 1 - r
            m = re.fullmatch(r"(\d+)([wb])([01=+-])", cell)
            if cell == "bye" or (m and m[3] == "+"):
                p.points, p.bye, p.floats[back] = p.points + 2, True, DOWN
            if not m or m[3] in "+-":
                p.missed += 1
                continue
            other = int(m[1])
            p.points += {"1": 2, "=": 1, "0": 0}[m[3]]
            p.seats += m[2]
            p.met.add(other)
            p.floats[back] = DOWN if before[seed] > before[other] else UP if before[seed] < before[other] else 0
    return [p for s, p in sorted(players.items()) if s not in left], total, number, wanted


def first_sits(a, b):
    """Does a, the higher one, get the first seat?"""
    (x, due_a), (y, due_b) = a.wish(), b.wish()
    if not x and not y:
        return a.seed % 2 == 1
    if not x or not y:
        return due_a == "w" if x else due_b == "b"
    if due_a != due_b:
        return due_a == "w"
    if x != y:
        return due_a == "w" if x > y else due_b == "b"
    far = [abs(p.seats.count("w") - p.seats.count("b")) for p in (a, b)]
    if x == 3 and far[0] != far[1]:
        return due_a == "w" if far[0] > far[1] else due_b == "b"
    for one, two in zip(reversed(a.seats), reversed(b.seats)):
        if one != two:
            return one == "b"
    return due_a == "w"


def matchings(rest):
    if not rest:
        yield []
        return
    for i in range(1, len(rest)):
        for others in matchings(rest[1:i] + rest[i + 1 :]):
            yield [(rest[0], rest[i])] + others


def allowed(a, b, top):
    if b is None:
        return not a.bye
    if b.seed in a.met:
        return False
    return not (a.wish()[0] == b.wish()[0] == 3 and a.wish()[1] == b.wish()[1]) or a.points > top or b.points > top


def by_hand(pairs, players):
    """When a pairing of players of one kind is tried: of all ways to share them between two halves, the earliest."""
    place = {p: i + 1 for i, p in enumerate(players)}
    half = len(pairs)
    best = None
    for ups in itertools.product((0, 1), repeat=half):
        upper = sorted(place[pair[u]] for pair, u in zip(pairs, ups))
        opponent = {place[pair[u]]: place[pair[1 - u]] for pair, u in zip(pairs, ups)}
        gone = [i for i in range(1, half + 1) if i not in upper]
        come = [i for i in upper if i > half]
        key = (len(come), sum(come) - sum(gone), [-i for i in reversed(gone)], come, [opponent[i] for i in upper])
        best = key if best is None else min(best, key)
    return best or ()


def key_of(matching, players):
    """Everything that is compared, bracket by bracket; the least is the pairing."""
    mate = {}
    for a, b in matching:
        mate[a] = b
        if b:
            mate[b] = a
    bye = [a for a, b in matching if b is None]
    key = [bye[0].points if bye else 0]  # C5
    scores = sorted({p.points for p in players}, reverse=True)
    moved = []
    for level, score in enumerate(scores):
        residents = [p for p in players if p.points == score]
        bracket = moved + residents
        inside = [(a, b) for a, b in matching if b and a in bracket and b in bracket]
        down = [p for p in bracket if not any(p in pair for pair in inside)]
        below = down + [p for p in players if level + 1 < len(scores) and p.points == scores[level + 1]]
        under = [p for p in below if not any(p in pair and pair[1] and pair[0] in below and pair[1] in below for pair in matching)]
        key += [len(down), sorted((p.points for p in down), reverse=True)]  # C6, C7
        key += [len(under), sorted((p.points for p in under), reverse=True)]  # C8
        key.append(down[0].missed if len(down) == 1 and mate[down[0]] is None else 0)  # C9
        bad = [0, 0, 0, 0]
        for a, b in inside:
            for p, seat in ((a, "w"), (b, "b")) if first_sits(a, b) else ((a, "b"), (b, "w")):
                seats = p.seats + seat
                bad[0] += abs(seats.count("w") - seats.count("b")) > 2
                bad[1] += seats[-3:] in ("www", "bbb")
                bad[2] += p.wish()[1] not in (None, seat)
                bad[3] += p.wish()[0] >= 2 and p.wish()[1] != seat
        key += bad  # C10 to C13
        came = [(a, b) for a, b in inside if a in moved and b in residents]
        for back in (1, 2):  # C14 to C17
            key.append(sum(p.floats.get(back) == DOWN for p in down if p in residents))
            key.append(sum(b.floats.get(back) == UP for a, b in came))
        for back in (1, 2):  # C18 to C21
            key.append([-sum(a.floats.get(back) == DOWN and a.points == s for a, b in came) for s in scores])
            key.append([sum(b.floats.get(back) == UP and a.points == s for a, b in came) for s in scores])
        key.append([p in down for p in moved])
        key.append([residents.index(mate[a]) if mate[a] in residents else -1 for a in moved if a not in down])
        rest = [p for p in residents if mate[p] not in moved or p in down]
        key.append(by_hand([(a, b) for a, b in inside if a in rest and b in rest], rest))
        moved = down
    return key


def pair(path):
    players, total, number, wanted = read(path)
    players.sort(key=lambda p: (-p.points, p.seed))
    nodes = players + ([None] if len(players) % 2 else [])
    top = (number - 1) if number == total else 1000  # half of all half points
    good = [m for m in matchings(nodes) if all(allowed(a, b, top) for a, b in m)]
    best = min(good, key=lambda m: key_of(m, players))
    found = set()
    for a, b in best:
        found.add("%d-bye" % a.seed if b is None else "%d-%d" % ((a.seed, b.seed) if first_sits(a, b) else (b.seed, a.seed)))
    return found, set(wanted), len(players)


status = tried = 0
for path in sys.argv[1:]:
    if sum(line[:2].strip().isdigit() for line in open(path, encoding="utf-8")) > 10:
        continue
    found, wanted, count = pair(path)
    tried += 1
    if found != wanted:
        print("WRONG: %s: %s is not %s" % (path, " ".join(sorted(found)), " ".join(sorted(wanted))))
        status = 1
print("%d cases paired by trying all" % tried)
sys.exit(status or tried == 0)
