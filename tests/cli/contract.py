# SPDX-License-Identifier: MIT
"""Is what --json printed of the shape that the table of commands promises?

    contract.py TABLE FOLDER    TABLE: postern commands --json; FOLDER: what each command printed, in
                                a file NUMBER-NAME. "error-NAME" in place of NAME: it is an error
Prints what is wrong, a line each.
"""
import json
import os
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


def look_at(rows, name, text):
    """What is wrong with what a command printed, in words; "" if nothing is."""
    try:
        value = json.loads(text)
    except ValueError as why:
        return f"{name}: no JSON ({why})"
    if name.startswith("error-"):
        error = value.get("error", {})
        good = sorted(error) == ["code", "column", "line", "source", "text"] and error["code"].isupper()
        return "" if good else f"{name[6:]}: {text}"
    found = [wrong(value, shape, name) for shape in parse(rows[name]["json"])]
    return "; ".join(found) if all(found) else ""


table, folder = sys.argv[1:3]
rows = {row["name"]: row for row in json.load(open(table))}
tried = set()
status = 0
for file in sorted(os.listdir(folder)):
    name = file.split("-", 1)[1]
    tried.add(name.removeprefix("error-"))
    if why := look_at(rows, name, open(os.path.join(folder, file)).read()):
        print(why)
        status = 1
for name in sorted(name for name, row in rows.items() if row["json"] and name not in tried):
    print(f"{name}: nobody looked at its shape")
    status = 1
sys.exit(status)
