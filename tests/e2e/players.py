# SPDX-License-Identifier: MIT
"""Players for tests: they choose among legal orders, the kind first, then the order.

A walk goes where its token was seldom, and the nearer to the way out the better: chance alone
wanders for thousands of orders, this ends games.
"""
import collections
import re

POINTS = re.compile(r"Action points: (\d+)")
SQUARE = re.compile(r"[a-j]\d\d?")

# How much a person would want each kind; "walk" is any order without one of these words.
KINDS = {"exits": 40, "reveals": 14, "attacks": 10, "jumps": 2, "opens": 3, "breaks": 3, "drinks": 2,
         "fires": 4, "heals": 2, "rotates": 6, "drop": 0, "end": 0, "walk": 16}
PATIENCE = 80   # letters in which raiders are reckless


class Twister:
    """Chooses for both seats of a game of Dungeon Twister; blue sits in seat 1."""

    def __init__(self, rng):
        self.rng = rng
        self.visits = collections.Counter()

    def kind(self, order):
        words = order.split()
        return next((kind for kind in KINDS if kind in words), "walk")

    def walk(self, orders, seat, others=()):
        """The best walk that leaves the others alone; None where no order is one."""
        taken = {word for line in others for word in (line.split()[0], line.split()[-1])}
        best = None
        for order in orders:
            words = order.split()
            squares = [word for word in words if SQUARE.fullmatch(word)]
            name = words[0]
            if not squares or name in ("put", "place") or taken & {name, squares[-1]}:
                continue
            row = int(squares[-1][1:])
            left = 21 - row if seat == 1 else row
            rank = left + 3 * self.visits[seat, name, squares[-1]] + self.rng.random()
            if best is None or rank < best[0]:
                best = (rank, order, (seat, name, squares[-1]))
        if best is None:
            return None
        self.visits[best[2]] += 1
        return best[1]

    def choose(self, orders, seat):
        groups = collections.defaultdict(list)
        for order in orders:
            groups[self.kind(order)].append(order)
        kinds = sorted(groups)
        weights = [KINDS[kind] for kind in kinds]
        kind = self.rng.choices(kinds, weights)[0] if sum(weights) else self.rng.choice(kinds)
        walk = self.walk(groups[kind], seat) if kind == "walk" else None
        return walk or self.rng.choice(groups[kind])

    def plan(self, orders, seat, board):
        """The lines of a letter: one order, or walks for what is left of the turn and its end."""
        lines = [self.choose(orders, seat)]
        points = POINTS.search(board)
        if not points or self.kind(lines[0]) != "walk" or "end" not in orders:
            return lines
        walks = [o for o in orders if self.kind(o) == "walk" and "steps" not in o.split()]
        for _ in range(int(points.group(1)) - 1):
            further = self.walk(walks, seat, lines)
            lines += [further] if further else []
        return lines + ["end"]


class Raiders:
    """Reckless until somebody is eliminated, for some letters at most.

    They seldom pass then, and throw equipment away.
    """

    def __init__(self, rng):
        self.rng = rng
        self.plans = 0

    def plan(self, orders, _seat, board):
        self.plans += 1
        reckless = "eliminated" not in board and self.plans < PATIENCE
        passing = [order for order in orders if order.split()[0] == "pass"]
        aside = [order for order in orders if order.startswith("aside ")]
        others = [order for order in orders if order not in passing]
        if passing and (not others or self.rng.random() < (0.05 if reckless else 0.4)):
            return [self.rng.choice(passing)]
        if reckless and aside and self.rng.random() < 0.6:
            return [self.rng.choice(aside)]
        return [self.rng.choice(others or orders)]
