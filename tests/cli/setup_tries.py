# SPDX-License-Identifier: MIT
"""What happens to somebody who answers postern setup wrongly, at a terminal.

    setup_tries.py POSTERN FOLDER IMAPS SMTPS CA OTHER_CA
Each try is a dialogue: words that must be asked or told, and what is typed then. Prints what is
wrong, a line each. Needs the mail servers of tests/mailservers.
"""
import errno
import os
import pty
import re
import select
import stat
import subprocess
import sys
import time

postern, scratch, imaps, smtps, ca, other_ca = sys.argv[1:7]
PATIENCE_S = 120
MAILDIR = [("Name of the server", ""), ("The robot's address", "gm@pbem.test"), ("Your own address", ""),
           ("How letters come and go", "maildir"), ("Forum:", ""), ("Where its pages are", "")]
problems = []


class Terminal:
    """postern setup at a terminal of its own."""

    def __init__(self, folder, *flags):
        self.seen = ""
        self.at = 0
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen([postern, "setup", folder, *flags], stdin=slave, stdout=slave,
                                        stderr=slave, start_new_session=True)
        os.close(slave)

    def read(self, until_s):
        if not select.select([self.master], [], [], max(0, until_s - time.monotonic()))[0]:
            return False
        try:
            got = os.read(self.master, 65536)
        except OSError as why:  # the other end is closed
            if why.errno != errno.EIO:
                raise
            got = b""
        self.seen += got.decode().replace("\r", "")
        return bool(got)

    def await_words(self, words):
        """Go on behind these words; False if they do not come."""
        until_s = time.monotonic() + PATIENCE_S
        while words not in self.seen[self.at:]:
            if not self.read(until_s):
                return False
        self.at = self.seen.index(words, self.at) + len(words)
        return True

    def type(self, text):
        os.write(self.master, (text + "\n").encode())

    def end(self):
        until_s = time.monotonic() + PATIENCE_S
        while self.read(until_s):
            pass
        code = self.process.wait(PATIENCE_S)
        os.close(self.master)
        return code


def attempt(name, dialogue, code=0, then=None, flags=(), before=None):
    """dialogue: (words, answer or None to go on waiting); then(folder, seen): what is wrong, or ""."""
    folder = os.path.join(scratch, re.sub(r"\W+", "-", name))
    os.mkdir(folder, 0o700)
    if before:
        before(folder)
    terminal = Terminal(folder, *flags)
    for words, answer in dialogue:
        if not terminal.await_words(words):
            terminal.process.kill()
            terminal.end()
            problems.append(f"{name}: '{words}' was not said, but: {terminal.seen}")
            return
        if answer is not None:
            terminal.type(answer)
    got = terminal.end()
    if got != code:
        problems.append(f"{name}: ended with {got}, not {code}: {terminal.seen}")
    elif os.path.exists(os.path.join(folder, "postern.conf")) != (code == 0):
        problems.append(f"{name}: a configuration is {'missing' if code == 0 else 'there'}: {terminal.seen}")
    elif then and (why := then(folder, terminal.seen)):
        problems.append(f"{name}: {why}: {terminal.seen}")


def conf_has(*lines):
    def look(folder, _seen):
        text = open(os.path.join(folder, "postern.conf")).read().splitlines()
        return "; ".join(f"no line '{line}'" for line in lines if line not in text)

    return look


def instead(place, *turns):
    """The dialogue of a server of Maildirs, one turn of it replaced by others."""
    return MAILDIR[:place] + list(turns) + MAILDIR[place + 1:]


def network(**other):
    """The whole dialogue of a server with IMAP and SMTP; a list takes the place of a turn."""
    turns = {"name": ("Name of the server", "Club"), "address": ("The robot's address", "gm@pbem.test"),
             "keeper": ("Your own address", "alice@pbem.test"), "way": ("How letters come and go", "imap"),
             "host": ("IMAP server", "localhost"), "port": ("its port", imaps), "tls": ("tls, starttls", ""),
             "ca": ("certificates to trust", ca), "user": ("login name", "gm@pbem.test"),
             "token": ("OAuth", ""), "password": ("password (is not shown", "pw-gm"), "out_host": ("SMTP server [localhost]", ""),
             "out_port": ("its port", smtps), "out_tls": ("tls, starttls", ""),
             "out_ca": (f"certificates to trust (Enter: the system's) [{ca}]", ""),
             "out_user": ("login name [gm@pbem.test]", ""),
             "out_token": ("OAuth", ""), "out_password": ("Enter: what is in imap.password", ""), "forum": ("Forum:", "none"),
             "pages": ("Where its pages are", "")}
    turns.update(other)
    return [turn for each in turns.values() for turn in (each if isinstance(each, list) else [each])]


def network_is_written(folder, seen):
    password = os.path.join(folder, "imap.password")
    if stat.S_IMODE(os.stat(password).st_mode) != 0o600 or open(password).read() != "pw-gm\n":
        return "the password's file is not as it should be"
    if "pw-gm" in seen:
        return "the password was shown"
    if "v=spf1" not in seen or "_dmarc.pbem.test." not in seen or "rua=mailto:alice@pbem.test" not in seen:
        return "no records are offered"
    if "Authentication-Results: localhost" not in seen:
        return "the letter's own head was not shown"
    return conf_has("keeper = alice@pbem.test", f"ca_file = {ca}", "password_file = imap.password",
                    "authserv = localhost")(folder, seen)


def nothing_is_left(folder, _seen):
    return f"{os.listdir(folder)} is left" if os.listdir(folder) else ""


def password_of_all(folder):
    with open(os.path.join(folder, "imap.password"), "w") as file:
        file.write("pw-gm\n")
    os.chmod(os.path.join(folder, "imap.password"), 0o644)


def password_is_private(folder, _seen):
    mode = stat.S_IMODE(os.stat(os.path.join(folder, "imap.password")).st_mode)
    return f"its mode is {mode:o}" if mode != 0o600 else ""


# answers that are wrong by themselves
attempt("no address", instead(1, ("The robot's address", ""), ("this needs an answer", None),
                              ("The robot's address", "gm@pbem.test")), then=conf_has("address = gm@pbem.test"))
attempt("an address without a host", instead(1, ("The robot's address", "gm"), ("write a whole address", None),
                                             ("The robot's address", "gm@pbem.test")))
attempt("an address with no room for tokens",
        instead(1, ("The robot's address", "the-game-master-of-all@pbem.test"), ("at most 16 characters", None),
                ("The robot's address", "gm@pbem.test")))
attempt("a keeper who is no address", instead(2, ("Your own address", "alice"), ("or nothing", None),
                                              ("Your own address", "alice@pbem.test")),
        then=conf_has("keeper = alice@pbem.test"))
attempt("a way that there is not", instead(3, ("How letters come and go", "pop3"),
                                           ("write one of maildir, imap, smtp", None),
                                           ("How letters come and go", "maildir")))
attempt("a forum that there is not", instead(4, ("Forum:", "phpbb"), ("write one of none, discourse", None),
                                             ("Forum:", "none")))
attempt("the end of the input", network(port=[("its port", "\x04")])[:6] + [("nothing was written", None)], code=2,
        then=nothing_is_left)

# answers that the mail servers do not take
attempt("a port that is no number", network(port=[("its port", "imaps"), ("write a whole number", None),
                                                  ("its port", imaps)]), then=network_is_written)
attempt("a port that is out of range", network(port=[("its port", "99993"), ("out of range", None),
                                                     ("its port", imaps)]))
attempt("TLS by another name", network(tls=[("tls, starttls", "ssl"), ("write one of tls, starttls, none", None),
                                            ("tls, starttls", "tls")]))
attempt("no password", network(password=[("password (is not shown", ""), ("this needs an answer", None),
                                         ("password (is not shown", "pw-gm")]))
attempt("a command that prints tokens",
        network(token=("OAuth", "echo token"), password=[], out_token=("(Enter: it is a password) [echo token]", ""),
                out_password=[]), flags=("--untried",), then=conf_has("token_command = echo token"))
attempt("a password that others can read", network(password=("Enter: what is in imap.password", "")),
        before=password_of_all, then=password_is_private)

AGAIN = [("IMAP server [", "localhost"), ("its port [", imaps), ("tls, starttls", "tls"), ("certificates to trust", ca),
         ("login name [", "gm@pbem.test"), ("OAuth", ""), ("Enter: what is in imap.password", "pw-gm")]
OUT_AGAIN = [("SMTP server [", ""), ("its port [", smtps), ("tls, starttls", ""), ("certificates to trust", ""),
             ("login name [", ""), ("OAuth", ""), ("Enter: what is in", "")]
attempt("a host that does not answer", network(host=("IMAP server", "127.0.0.9"),
                                               out_host=("SMTP server [127.0.0.9]", "localhost")) + [("Once more, then", None)] + AGAIN, then=network_is_written)
attempt("a wrong password", network(password=("password (is not shown", "wrong"))
        + [("the login was refused", None)] + AGAIN, then=network_is_written)
attempt("certificates of somebody else", network(ca=("certificates to trust", other_ca),
                                                 out_ca=("certificates to trust", ca))
        + [("Once more, then", None)] + AGAIN, then=network_is_written)
attempt("a wrong port of SMTP", network(out_port=("its port", imaps))
        + [("sending mail by SMTP", None), ("Once more, then", None)] + OUT_AGAIN, then=network_is_written)
attempt("an address that is not the robot's", network(address=("The robot's address", "dave@pbem.test"))
        + [("was not taken", None), ("The robot's address [dave@pbem.test]", "gm@pbem.test")],
        then=network_is_written)
attempt("an alias in place of a mailbox",
        network(way=("How letters come and go", "smtp"), host=[], port=[], tls=[], ca=[], user=[], token=[], password=[],
                out_host=("SMTP server", "localhost"), out_ca=("certificates to trust", ca),
                out_user=("login name", "gm@pbem.test"), out_password=("password (is not shown", "pw-gm")),
        then=conf_has("transport = smtp", "password_file = smtp.password"))

print("\n".join(problems))
sys.exit(bool(problems))
