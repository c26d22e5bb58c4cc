# SPDX-License-Identifier: MIT
"""A real NodeBB for the end-to-end tests, and people who write in it."""
import json
import os
import subprocess
import urllib.error
import urllib.request

from harness import SOURCE, Failed, until

SCRIPT = SOURCE / "tests/mailservers/nodebb.sh"
CATEGORY = 2
ROBOT = 4    # its number as a user


class Forum:
    """NodeBB 1.4 with Redis on loopback; accounts gm (the robot), alice, bob."""

    def __init__(self, folder):
        self.folder = folder

    def run(self, verb, *words, seconds=600):
        done = subprocess.run(["bash", SCRIPT, verb, self.folder, *words], capture_output=True,
                              text=True, timeout=seconds)
        if done.returncode:
            raise Failed(f"nodebb.sh {verb}: {done.stderr.strip()[-600:]}")
        return done.stdout

    def __enter__(self):
        said = self.run("start")
        self.env = dict(line.split("=", 1) for line in said.split("\n") if "=" in line)
        self.url = self.env["URL"]
        return self

    def __exit__(self, *_):
        self.run("stop")

    def redis(self, *words):
        subprocess.run(["redis-cli", "-p", self.env["REDIS"], *words], check=True,
                       capture_output=True, timeout=600)

    def ask(self, path, user=None, data=None, method=None):
        """The JSON of an answer; None where there is none."""
        headers = {"Content-Type": "application/json"}
        if user:
            headers["Authorization"] = f"Bearer token-{user}"
        body = json.dumps(data).encode() if data is not None else None
        request = urllib.request.Request(self.url + path, body, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=600) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            said = error.read().decode(errors="replace")
            if data is not None:
                raise Failed(f"{path}: {error.code} {said[:200]}") from error
            return None

    # ---- writing, as a player does ----

    def reply(self, user, topic, text):
        return int(self.ask(f"/api/v1/topics/{topic}", user, {"content": text})["payload"]["pid"])

    def open_topic(self, user, title, text):
        made = self.ask("/api/v1/topics", user, {"cid": CATEGORY, "title": title, "content": text})
        return int(made["payload"]["topicData"]["tid"])

    def edit(self, user, post, text):
        self.ask(f"/api/v1/posts/{post}", user, {"content": text}, "PUT")

    def tell(self, user, text, to=ROBOT):
        self.ask(f"/api/v1/users/{to}/chats", user, {"message": text})

    # ---- reading ----

    def topic(self, number):
        """All posts of a topic, oldest first."""
        posts, page, pages = [], 1, 1
        while page <= pages:
            got = self.ask(f"/api/topic/{number}?page={page}")
            if got is None:
                return posts
            posts += got["posts"]
            pages = int(got["pagination"]["pageCount"] or 1)
            page += 1
        return posts

    def robots(self, number):
        """The robot's posts in a topic: their HTML by number."""
        return {int(post["pid"]): post["content"] for post in self.topic(number)
                if int(post["uid"]) == ROBOT}

    def messages(self, user):
        """What the robot wrote to somebody in private, oldest first."""
        redis = ["redis-cli", "-p", self.env["REDIS"]]

        def get(*words):
            return subprocess.run([*redis, *words], capture_output=True, text=True,
                                  timeout=600).stdout.strip()

        number = {"alice": 2, "bob": 3}[user]
        said = []
        for room in get("zrange", f"uid:{number}:chat:rooms", "0", "-1").split():
            for message in get("zrange", f"uid:{number}:chat:room:{room}:mids", "0", "-1").split():
                if get("hget", f"message:{message}", "fromuid") == str(ROBOT):
                    said.append((int(message), get("hget", f"message:{message}", "content")))
        return [text for _, text in sorted(said)]


def configure(robot, forum, more=""):
    """Let a server of Maildirs play in the forum too."""
    token = robot.folder / "forum.token"
    token.write_text("token-gm\n")
    password = robot.folder / "forum.password"
    password.write_text("password-gm\n")
    for file in (token, password):
        file.chmod(0o600)
    path = robot.folder / "postern.conf"
    path.write_text(path.read_text() + f"\n[forum]\nkind = nodebb1\nurl = {forum.url}\n"
                    f"robot = gm\nkey_file = {token}\npassword_file = {password}\n"
                    f"category = {CATEGORY}\npoll = 1s\n{more}")


def await_topic(robot, game):
    """The number of a game's topic, once it is open."""
    return until("the topic opens", lambda: robot.count(
        "SELECT topic FROM forum_topic WHERE game = ?", int(game)), 120)
