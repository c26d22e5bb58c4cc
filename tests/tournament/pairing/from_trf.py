# SPDX-License-Identifier: MIT
"""Tournaments in FIDE's report format (TRF), as other pairing programs write them → cases of tests/tournament/pairing/test_dutch:
each round that was paired, with what stood before it.
usage: from_trf.py FOLDER FILE…            FILE.round-N.pairing in FOLDER for every round of each file
       from_trf.py FOLDER --next PAIRS FILE  the round behind the file's last one, as the program paired it: a line
                                             "WHITE BLACK" each, 0 for the bye
Left out: tournaments in which a round without a game is worth points (half-point byes), which Postern has not."""
import os
import sys

RESULTS = {"1": "1", "0": "0", "=": "=", "W": "1", "L": "0", "D": "=", "+": "+", "-": "-"}
FIRST, WIDTH = 91, 10  # columns of the rounds


class Unknown(Exception):
    pass


def read(path):
    """(rounds in all, the colour of the odd ones first, {number: [cell…]}); a cell is (other, colour, result)"""
    total, first, players = 0, None, {}
    with open(path, encoding="latin-1", newline=None) as lines:
        for line in lines.read().splitlines():
            words = line.split()
            if line.startswith("001"):
                cells = []
                for at in range(FIRST, len(line.rstrip()), WIDTH):
                    cell = line[at:at + WIDTH].ljust(WIDTH)
                    cells.append((int(cell[0:4].strip() or 0), cell[5], cell[7]))
                players[int(line[4:8])] = cells
            elif words and words[0] in ("XXR", "142"):
                total = int(words[1])
            elif words and words[0] in ("XXC", "152"):
                first = "b" if words[1].lower().startswith("b") else "w"
            elif words and words[0] in ("XXA", "250"):
                raise Unknown("points before the first round")
    return total, first or first_colour(players), players


def first_colour(players):
    """What the odd ones among those who played in the first round had in it."""
    there = [cells[0] for _, cells in sorted(players.items()) if cells and (cells[0][0] or cells[0][2] == "U")]
    for i, (other, c, _) in enumerate(there):
        if other and c in "wb":
            return c if i % 2 == 0 else {"w": "b", "b": "w"}[c]
    return "w"


def colour(c, first):
    return c if first == "w" else {"w": "b", "b": "w"}.get(c, c)


def cell_of(cell, first):
    other, c, result = cell
    if other and result in RESULTS:
        return f"{other}{colour(c, first)}{RESULTS[result]}"
    if result == "U" or (result == "+" and not other):
        return "bye"
    if result in "HF":
        raise Unknown("points without a game")
    return "-"


def write(out, total, number, first, players, pairs, there):
    with open(out, "w", encoding="utf-8") as case:
        print(f"rounds {total}", file=case)
        for player in sorted(players):
            cells = [cell_of(c, first) for c in players[player][:number - 1]]
            cells += ["-"] * (number - 1 - len(cells))
            print(player, *cells, *([] if player in there else ["left"]), file=case)
        print(f"round {number}", file=case)
        print("pairs", *sorted(pairs, key=lambda p: int(p.split("-")[0])), file=case)


def round_of(number, first, players):
    """(its pairs, who plays in it)"""
    pairs, there = [], set()
    for player, cells in players.items():
        other, c, result = cells[number - 1] if len(cells) >= number else (0, "-", "Z")
        if other:
            there.add(player)
            if colour(c, first) == "w":
                pairs.append(f"{player}-{other}")
        elif result == "U":
            there.add(player)
            pairs.append(f"{player}-bye")
    return pairs, there


def main(folder, names):
    expected = None
    if names[0] == "--next":
        expected, names = names[1], names[2:]
    for path in names:
        base, left_out = os.path.join(folder, os.path.basename(path)), None
        try:
            total, first, players = read(path)
            played = max(len(cells) for cells in players.values())
            if expected:
                gone = {p for p, cells in players.items() if len(cells) == played and cells[-1][2] == "Z"}
                rows = [line.split() for line in open(expected, encoding="utf-8").read().splitlines()[1:] if line.strip()]
                pairs = [f"{a}-{b}" if b != "0" else f"{a}-bye" for a, b in rows]
                if first == "b":
                    pairs = ["-".join(reversed(p.split("-"))) if "bye" not in p else p for p in pairs]
                there = {int(w) for p in rows for w in p if w != "0"}
                number = played if gone - there else played + 1
                write(f"{base}.round-{number}.pairing", total, number, first, players, pairs, there)
                continue
            for number in range(1, played + 1):
                pairs, there = round_of(number, first, players)
                write(f"{base}.round-{number}.pairing", total or played, number, first, players, pairs, there)
        except Unknown as why:
            left_out = why
        if left_out:
            print(f"{path}: left out: {left_out}", file=sys.stderr)


main(sys.argv[1], sys.argv[2:])
