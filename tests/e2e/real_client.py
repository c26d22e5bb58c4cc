# SPDX-License-Identifier: MIT
"""A real mail program, s-nail driven headless, reads turn letters over IMAP and answers them over
SMTP with its own quoting, attribution line and header; what it sends counts."""
import os
import subprocess

from harness import MailServers, Player, Robot, Scratch, main, until
import playing


def settings(servers, player):
    """What a user would write into .mailrc."""
    login = f"{player.name.lower()}%40pbem.test:{player.password}@localhost"
    return [f"mta=smtps://{login}:{servers.port('SMTPS')}",
            f"inbox=imaps://{login}:{servers.port('IMAPS')}/INBOX",
            f"tls-ca-file={servers.env['CA']}", "tls-verify=strict", "smtp-auth=plain",
            f"from={player.name} <{player.address}>", "v15-compat", "sendwait",
            "reply-to-honour", "ttycharset=utf-8", "quote", "indentprefix=> "]


def answer(servers, player, folder, lines):
    """Reply to the newest letter; the program quotes it, the lines come behind the quote."""
    words = [word for one in settings(servers, player) for word in ("-S", one)]
    body = folder / "body"
    body.write_text("\n".join(lines) + "\n")
    done = subprocess.run(["s-nail", "-n", "-#", *words, "-f", "%"],
                          input=f"reply $\n~r {body}\n~.\nexit\n", capture_output=True, text=True,
                          timeout=600, env=dict(os.environ, HOME=str(folder)))
    return done.stdout + done.stderr


def reply(checks, servers, folder, player, lines):
    """A question, its answer by s-nail, and what came back."""
    question = player.await_question()
    said = answer(servers, player, folder, lines)
    player.answered.add(question.id)
    known = len(player.letters)
    letter = until(f"an answer for {player.name} ({said[-200:]})",
                   lambda: next((x for x in player.look()[known:] if x.answers), None))
    checks.note(f"{player.name} wrote {lines}")
    return letter


def play(checks, servers, folder):
    players = {1: Player(servers, "Alice", 1), 2: Player(servers, "Bob", 2)}
    with Robot(folder / "server") as robot:
        robot.init()
        robot.configure(servers)
        for player in players.values():
            robot.postern("player", "add", player.name, player.address)
        robot.start()
        number = robot.new_game("welcome_back", list(players.values()))
        for player in players.values():
            reply(checks, servers, folder, player, ["luck of " + player.name])
        seat = playing.asked_seats(robot.show(number))[0]
        letter = reply(checks, servers, folder, players[seat], ["draw", "say hello from s-nail"])
        checks.that("+ draw" in letter.text, "an order in s-nail's reply is carried out",
                    letter.text[:600])
        log = "\n".join(entry["text"] + "  " + entry.get("words", "")
                        for entry in robot.log_of(number))
        checks.that("]  of Alice" in log and "]  of Bob" in log and " draw" in log,
                    "what s-nail sent stands in the log", log)
        sent = robot.postern("letter", "show", "3")
        checks.that("s-nail" in sent and "\n> " in sent and "In-Reply-To:" in sent,
                    "the reply had s-nail's own quote and header", sent[:1500])
        checks.that(robot.stop() == 0, "posternd stops cleanly")


def test(checks):
    with Scratch() as folder, MailServers(folder / "mail") as servers:
        play(checks, servers, folder)


main(test)
