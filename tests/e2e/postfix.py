# SPDX-License-Identifier: MIT
"""Postfix brings the letters: by an alias, by a transport of its own (pipe), and by LMTP into a mailbox.

Each way a player answers a game's letter to its reply address, with Postfix as his mail system, and
gets the robot's answer. POSTERN_POSTFIX names the folder that Debian's package was unpacked into. Run by
root, as Postfix wants it; all of it lies in a folder of its own, on loopback.
"""
import email.message
import os
import pathlib
import shutil
import signal
import smtplib
import socket
import subprocess

from harness import BUILT, ROBOT, SOURCE, MailServers, Player, Robot, Scratch, main, until

PACKAGE = pathlib.Path(os.environ["POSTERN_POSTFIX"])
PROGRAMS = PACKAGE / "usr/lib/postfix/sbin"
MAIN = """compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
command_directory = {package}/usr/sbin
daemon_directory = {programs}
shlib_directory = {package}/usr/lib/postfix
meta_directory = {package}/etc/postfix
mail_owner = mail
setgid_group = man
default_privs = nobody
maillog_file = {folder}/log
maillog_file_prefixes = {folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = pbem.test
mydestination = pbem.test
mynetworks = 127.0.0.0/8
recipient_delimiter = +
smtpd_recipient_restrictions = permit_mynetworks, reject
local_recipient_maps =
alias_maps = texthash:{folder}/aliases
alias_database =
transport_maps = texthash:{folder}/transport
import_environment = LD_LIBRARY_PATH MAIL_CONFIG
"""
MASTER = """127.0.0.1:{port} inet n - n - - smtpd
rewrite unix - - n - - trivial-rewrite
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
local unix - n n - - local
lmtp unix - - n - - lmtp
error unix - - n - - error
retry unix - - n - - error
postlog unix-dgram n - n - 1 postlogd
postern unix - n n - - pipe
  flags=R user=nobody argv={folder}/deliver --sender ${{sender}} --recipient ${{original_recipient}}
"""


class Postfix:
    """One instance; aliases and transport are its maps of this name."""

    def __init__(self, folder, robot, aliases="", transport=""):
        self.folder = folder
        self.process = None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        for name in ("conf", "data", *(f"queue/{name}" for name in (
                "incoming", "active", "deferred", "bounce", "defer", "corrupt", "flush", "hold",
                "saved", "trace", "private", "public", "maildrop", "pid"))):
            (folder / name).mkdir(parents=True)
        for path in (folder / "data", *(folder / "queue").iterdir()):
            shutil.chown(path, "root" if path.name == "pid" else "mail")
        for name, mode in (("private", 0o700), ("public", 0o710), ("maildrop", 0o730)):
            shutil.chown(folder / "queue" / name, group="man")
            (folder / "queue" / name).chmod(mode)
        shutil.copy(BUILT / "src/cli/postern", folder / "postern")
        (folder / "deliver").write_text(f'#!/bin/sh\nexec {folder}/postern --server {robot.folder}'
                                        ' deliver "$@"\n')
        (folder / "deliver").chmod(0o755)
        (folder / "aliases").write_text(aliases.format(folder=folder))
        (folder / "transport").write_text(transport)
        (folder / "conf/main.cf").write_text(MAIN.format(folder=folder, package=PACKAGE,
                                                         programs=PROGRAMS))
        (folder / "conf/master.cf").write_text(MASTER.format(folder=folder, port=self.port))

    def __enter__(self):
        self.process = subprocess.Popen(
            [PROGRAMS / "master", "-c", self.folder / "conf", "-s"], stdin=subprocess.DEVNULL,
            env=dict(os.environ, LD_LIBRARY_PATH=str(PACKAGE / "usr/lib/postfix"),
                     MAIL_CONFIG=str(self.folder / "conf")))
        until("Postfix listens", lambda: socket.socket().connect_ex(("127.0.0.1", self.port)) == 0)
        return self

    def __exit__(self, kind, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()
        if kind:
            print((self.folder / "log").read_text(errors="replace"), flush=True)

    def send(self, sender, to, text, answers):
        letter = email.message.EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = sender, to, "Re: a game"
        letter["Message-ID"] = f"<{text}.{self.port}@pbem.test>"
        letter["In-Reply-To"] = f"<{answers}>"
        letter.set_content(text + "\n")
        with smtplib.SMTP("127.0.0.1", self.port, timeout=600) as smtp:
            smtp.send_message(letter, sender, [to])
        return letter["Message-ID"].strip("<>")


def reach_spool(robot):
    """Postfix runs the command as nobody: what it needs of the server is that user's."""
    for name in ("spool", "spool/new", "spool/cur", "spool/tmp"):
        (robot.folder / name).mkdir(mode=0o700, exist_ok=True)
        shutil.chown(robot.folder / name, "nobody", "nogroup")
    robot.folder.chmod(0o755)
    (robot.folder / "postern.conf").chmod(0o644)


def goes_round(checks, servers, folder, way, comes, **maps):
    alice, bob = Player(servers, "Alice", 1), Player(servers, "Bob", 2)
    alice.look(), bob.look()
    folder.mkdir()
    with Robot(folder / "server") as robot:
        robot.init()
        robot.configure(servers, mail=f"authserv = \ntransport = {comes}")  # Postfix alone writes no results
        if comes == "smtp":
            reach_spool(robot)
        for player in (alice, bob):
            robot.postern("player", "add", player.name, player.address)
        with Postfix(folder / "postfix", robot, **maps) as postfix:
            robot.start()
            before = len(alice.letters)
            robot.new_game("dungeon_twister", [alice, bob])
            until("a letter of the game", lambda: len(alice.look()) > before)
            question = alice.letters[-1]
            checks.that("+" in question.reply_to, f"{way}: the letter has a reply address")
            sent = postfix.send(alice.address, question.reply_to, "show", question.id)
            until(f"the answer, by {way}",
                  lambda: any(letter.answers == sent for letter in alice.look()))
            checks.that(True, f"{way}: an answer to the reply address is answered")
            sent = postfix.send("stranger@pbem.test", ROBOT, "help", "none@pbem.test")
            robot.await_log("event=letter-in letter=2 ")
            checks.that(robot.count("SELECT count(*) FROM outcome") == 2,
                        f"{way}: and one to the plain address is taken in")


def test(checks):
    os.environ["POSTERN_DATADIR"] = str(SOURCE)
    alias = 'gm "|{folder}/deliver"\n'
    with Scratch() as folder, MailServers(folder / "mail") as servers:
        goes_round(checks, servers, folder / "alias", "alias", "smtp", aliases=alias)
        goes_round(checks, servers, folder / "pipe", "pipe", "smtp", transport=f"{ROBOT} postern:\n")
        goes_round(checks, servers, folder / "lmtp", "LMTP", "imap",
                   transport=f"{ROBOT} lmtp:inet:127.0.0.1:{servers.port('LMTP')}\n")


main(test)
