#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Save a letter as players' programs do: resave.py forms tells the ways, resave.py LETTER FOLDER goes
them all, a file each; those of HTML where the letter has some."""
import email
import email.policy
import os
import sys
import textwrap
from email.message import EmailMessage


def part(letter, kind):
    return next(p for p in letter.walk() if p.get_content_type() == kind).get_content()


def quote(text, mark):
    return "".join(mark + line + "\n" for line in text.split("\n"))


def reflow(text, width):
    paragraphs = text.split("\n\n")
    return "\n\n".join("\n".join(textwrap.wrap(p, width, break_on_hyphens=False)) for p in paragraphs)


def message(text, encoding, subtype="plain"):
    made = EmailMessage(policy=email.policy.SMTP)
    made["From"], made["To"], made["Subject"] = "ann@one.example", "ben@two.example", "Fwd: game"
    made.set_content(text, subtype=subtype, cte=encoding)
    return made.as_bytes()


FORMS = {
    "as it came": lambda raw, letter: raw,
    "with CRLF": lambda raw, letter: raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"),
    "text alone": lambda raw, letter: part(letter, "text/plain").encode(),
    "quoted": lambda raw, letter: quote(part(letter, "text/plain"), "> ").encode(),
    "quoted twice": lambda raw, letter: quote(part(letter, "text/plain"), "> >> ").encode(),
    "quoted by initials": lambda raw, letter: quote(part(letter, "text/plain"), "RB> ").encode(),
    "reflowed": lambda raw, letter: reflow(part(letter, "text/plain"), 41).encode(),
    "reflowed and quoted":
        lambda raw, letter: quote(reflow(part(letter, "text/plain"), 33), "| ").encode(),
    "in one line": lambda raw, letter: " ".join(part(letter, "text/plain").split()).encode(),
    "base64": lambda raw, letter: message(part(letter, "text/plain"), "base64"),
    "quoted-printable": lambda raw, letter: message(part(letter, "text/plain"), "quoted-printable"),
    "html": lambda raw, letter: part(letter, "text/html").encode(),
    "html in a letter": lambda raw, letter: message(part(letter, "text/html"), "base64", "html"),
}


def save_all(path, folder):
    with open(path, "rb") as file:
        raw = file.read()
    letter = email.message_from_bytes(raw, policy=email.policy.default)
    has_html = any(p.get_content_type() == "text/html" for p in letter.walk())
    os.makedirs(folder, exist_ok=True)
    for form, save in FORMS.items():
        if has_html or not form.startswith("html"):
            with open(os.path.join(folder, form), "wb") as file:
                file.write(save(raw, letter))


if sys.argv[1] == "forms":
    print("\n".join(FORMS))
else:
    save_all(sys.argv[1], sys.argv[2])
