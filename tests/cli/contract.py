# SPDX-License-Identifier: MIT
"""Is what --json printed of the shape that the table of commands promises?

    contract.py TABLE COMMAND <OUTPUT      TABLE: postern commands --json
"""
import json
import re
import sys


def parse(text):
    """"[{game, due?}] | {file}" as a list of alternatives."""
    tokens = re.findall(r"[\[\]{},:|?*]|[a-z_A-Z][a-z_A-Z ]*[a-z_A-Z]|[a-z]", text)
    at = [0]

    def take(expected=None):
        token = tokens[at[0]]
        if expected and token != expected:
            raise SystemExit(f"the shape {text!r} has {token!r}, not {expected!r}")
        at[0] += 1
        return token

    def peek():
        return tokens[at[0]] if at[0] < len(tokens) else None

    def one():
        if peek() == "[":
            take("[")
            inner = None if peek() == "]" else one()
            take("]")
            return ("list", inner)
        if peek() != "{":
            return ("value", take())
        take("{")
        members = {}
        while peek() != "}":
            name = take()
            may_miss = peek() == "?" and bool(take())
            inner = one() if peek() == ":" and take() else None
            members[name] = (may_miss, inner)
            if peek() == ",":
                take()
        take("}")
        return ("map", members)

    shapes = [one()]
    while peek() == "|":
        take()
        shapes.append(one())
    return shapes


def wrong(value, shape, where):
    """What is wrong, in words; "" if nothing is."""
    if shape is None:
        return ""
    kind, inner = shape
    if kind == "value":
        return f"{where} is no plain value" if isinstance(value, (list, dict)) else ""
    if kind == "list":
        if not isinstance(value, list):
            return f"{where} is no list"
        return next((w for w in (wrong(v, inner, where + "[]") for v in value) if w), "")
    if not isinstance(value, dict):
        return f"{where} is no object"
    if "*" in inner:
        return ""
    for name, (may_miss, deeper) in inner.items():
        if name not in value and not may_miss:
            return f"{where} has no {name}"
        if name in value and (w := wrong(value[name], deeper, f"{where}.{name}")):
            return w
    extra = [name for name in value if name not in inner]
    return f"{where} has {extra} beside what was promised" if extra else ""


table, name = sys.argv[1:3]
row = next(r for r in json.load(open(table)) if r["name"] == name)
value = json.load(sys.stdin)
found = [wrong(value, shape, name) for shape in parse(row["json"])]
if all(found):
    raise SystemExit("; ".join(found))
