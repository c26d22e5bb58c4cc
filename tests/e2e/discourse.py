# SPDX-License-Identifier: MIT
"""A small forum of our own that gives the answers which Discourse documents for its API
(docs.discourse.org): no Discourse, only what this test needs of one, with all a real one may do to
a robot: ask for time, lose answers, queue, lock, delete, refuse its key.
"""
import datetime
import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

CATEGORY = 3
USERS = {"gm": 1, "alice": 2, "bob": 3}
KEY = "k3y-of-gm"


def cook(raw):
    """Markdown to HTML, as much of it as posts here use."""
    out, paragraph, code = [], [], None

    def text(line):
        line = line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        line = re.sub(r"!\[([^\]]*)\]\(([^)]*)\)", r'<img src="\2" alt="\1">', line)
        line = re.sub(r"`([^`]*)`", r"<code>\1</code>", line)
        return re.sub(r"\\(.)", r"\1", line)

    def close():
        if paragraph:
            out.append("<p>" + "<br>\n".join(text(line) for line in paragraph) + "</p>")
            paragraph.clear()

    quote = []
    for line in raw.split("\n") + [""]:
        if quote and not line.startswith(">"):
            out.append('<aside class="quote"><blockquote>' + cook("\n".join(quote)) +
                       "</blockquote></aside>")
            quote = []
        if line.startswith("```"):
            close()
            if code is None:
                code = []
            else:
                out.append("<pre><code>" + "\n".join(code) + "\n</code></pre>")
                code = None
        elif code is not None:
            code.append(line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))
        elif line.startswith(">"):
            close()
            quote.append(line[1:].lstrip(" "))
        elif line.strip():
            paragraph.append(line)
        else:
            close()
    return "\n".join(out)


class Discourse:
    """The forum: posts and topics by number."""

    def __init__(self):
        self.lock = threading.RLock()
        self.posts, self.topics, self.uploads = {}, {}, []
        self.last = 0           # number of the newest post
        self.ahead_s = 0        # of the clock: for a robot on shifted time
        self.deleted = []       # posts
        self.key = KEY
        self.refuse = []        # (status, body, headers) for the next writes of the robot
        self.lose_answer = 0    # so many writes are done and never answered
        self.closed = set()     # topics that take no posts
        self.seen = []          # requests, "POST /posts.json"
        self.down = False
        self.moderated = False  # the robot's posts wait for a moderator
        self.pending = {}       # them, by number
        self.newcomer = False   # the robot may show no picture and name nobody
        self.robot = "gm"       # the name of its account
        self.on_write = None    # called with "before" and "after", and what, at each write
        forum = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def handle_any(self):
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length)
                with forum.lock:
                    answer = forum.answer(self.command, self.path, body, self.headers)
                if answer is None:
                    self.close_connection = True
                    self.connection.close()
                    return
                status, told, more = answer
                data = json.dumps(told).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                for name, value in more.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)

            do_GET = do_POST = do_PUT = handle_any

        class Quiet(ThreadingHTTPServer):
            def handle_error(self, *_):
                """A robot that is killed closes its connection: no news."""

        self.server = Quiet(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def stamp(self):
        now = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=self.ahead_s)
        return now.strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    # ---- what people and the robot do ----

    def add(self, user, topic, raw):
        with self.lock:
            self.last += 1
            number = self.last
            now = self.stamp()
            self.posts[number] = {"id": number, "topic_id": topic, "user_id": USERS[user],
                                  "username": user, "created_at": now, "updated_at": now,
                                  "version": 1, "raw": raw, "cooked": cook(raw)}
            self.topics[topic]["posts"].append(number)
            return number

    def open(self, user, title, raw, to=None):
        with self.lock:
            topic = 100 + self.last
            self.topics[topic] = {"title": title, "to": to, "posts": [], "category": CATEGORY}
            return topic, self.add(user, topic, raw)

    def edit(self, post, raw):
        with self.lock:
            self.posts[post].update(raw=raw, cooked=cook(raw), version=self.posts[post]["version"] + 1,
                                    updated_at=self.stamp())

    def moderate(self, number, good):
        """Approve or reject what the robot wrote."""
        with self.lock:
            asked = self.pending.pop(number)
            if good:
                self.do_write(asked)

    def move(self, topic, category, title):
        """A moderator puts a topic elsewhere; its number stays, its address has another slug."""
        with self.lock:
            self.topics[topic].update(category=category, title=title)

    def delete(self, topic):
        with self.lock:
            self.deleted += [self.posts.pop(number) for number in self.topics.pop(topic)["posts"]]

    def private_to(self, user):
        """What the robot wrote to somebody alone."""
        with self.lock:
            return [self.posts[n]["raw"] for t in self.topics.values() if t["to"] == user
                    for n in t["posts"]]

    def robots(self, topic):
        with self.lock:
            return [self.posts[n] for n in self.topics[topic]["posts"]
                    if self.posts[n]["username"] == "gm"]

    # ---- the API ----

    def answer(self, method, path, body, headers):
        self.seen.append(f"{method} {path}")
        if self.down:
            return None
        if headers.get("Api-Key") != self.key or headers.get("Api-Username") != self.robot:
            return 401, {"errors": ["You need to be logged in."], "error_type": "not_logged_in"}, {}
        if method == "GET":
            told = self.read(path)
            return (200, told, {}) if told is not None else \
                (404, {"errors": ["not found"], "error_type": "not_found"}, {})
        if self.refuse and not path.startswith("/uploads"):
            return self.refuse.pop(0)
        self.notice("before", method, path, body)
        told = self.write(method, path, body)
        self.notice("after", method, path, body)
        if self.lose_answer:
            self.lose_answer -= 1
            return None
        return told

    def notice(self, when, method, path, body):
        """What kind of write it is: for whoever ends the robot in the midst of one."""
        if not self.on_write:
            return
        if path.startswith("/uploads"):
            what = "upload"
        elif method == "PUT":
            what = "edit"
        else:
            asked = json.loads(body)
            what = ("message" if "target_recipients" in asked else
                    "post" if "topic_id" in asked else "topic")
        self.on_write(when, what)

    def show_topic(self, number):
        topic = self.topics[number]
        slug = re.sub("[^a-z0-9]+", "-", topic["title"].lower())
        return {"id": number, "title": topic["title"], "category_id": topic["category"], "slug": slug,
                "archetype": "private_message" if topic["to"] else "regular",
                "post_stream": {"stream": topic["posts"],
                                "posts": [self.posts[n] for n in topic["posts"][:20]]}}

    def read(self, path):
        if path == f"/u/{self.robot}.json":
            return {"user": {"id": USERS["gm"], "username": self.robot}}
        if path == f"/posts/{self.robot}/pending.json":
            return {"pending_posts": [{"id": number, "raw_text": asked["raw"]}
                                      for number, asked in self.pending.items()]}
        if path == f"/topics/created-by/{self.robot}.json":
            mine = [n for n, t in self.topics.items()
                    if not t["to"] and self.posts[t["posts"][0]]["username"] == "gm"]
            return {"topic_list": {"topics": [{"id": n} for n in sorted(mine, reverse=True)]}}
        if path == "/posts.json":
            shown = [p for p in self.posts.values() if not self.topics[p["topic_id"]]["to"]]
            return {"latest_posts": sorted(shown, key=lambda p: -p["id"])[:50]}
        if path.startswith("/topics/private-messages"):
            mine = [n for n, t in self.topics.items()
                    if (t["to"] == "gm" if "sent" not in path else t["to"] not in (None, "gm"))]
            return {"topic_list": {"topics": [{"id": n} for n in sorted(mine, reverse=True)]}}
        found = re.fullmatch(r"/posts/(\d+)\.json", path)
        if found:
            return self.posts.get(int(found.group(1)))
        found = re.fullmatch(r"/t/(\d+)\.json", path)
        if found and int(found.group(1)) in self.topics:
            return self.show_topic(int(found.group(1)))
        found = re.match(r"/t/(\d+)/posts\.json\?(.*)", path)
        if found:
            numbers = [int(n) for n in re.findall(r"post_ids\[\]=(\d+)", found.group(2))]
            return {"post_stream": {"posts": [self.posts[n] for n in numbers]}}
        return None

    def write(self, method, path, body):
        if path.startswith("/uploads.json"):
            if b"\x89PNG" not in body:
                return 422, {"errors": ["no picture"]}, {}
            self.uploads.append(len(body))
            return 200, {"id": len(self.uploads),
                         "short_url": f"upload://board{len(self.uploads)}.png"}, {}
        asked = json.loads(body)
        found = re.fullmatch(r"/posts/(\d+)\.json", path)
        if found:
            post = int(found.group(1))
            if post not in self.posts:
                return 404, {"errors": ["not found"], "error_type": "not_found"}, {}
            self.posts[post].update(raw=asked["post"]["raw"], cooked=cook(asked["post"]["raw"]))
            return 200, {"post": self.posts[post]}, {}
        if "topic_id" in asked and asked["topic_id"] not in self.topics:
            return 404, {"errors": ["not found"], "error_type": "not_found"}, {}
        if asked.get("topic_id") in self.closed:
            return 403, {"errors": ["You are not permitted to view the requested resource."],
                         "error_type": "invalid_access"}, {}
        if self.newcomer and "target_recipients" not in asked and \
                re.search(r"!\[|(?<![`\w])@\w", asked["raw"]):
            return 422, {"errors": ["Sorry, new users can't put images in posts."]}, {}
        if self.moderated and "target_recipients" not in asked:
            number = 9000 + len(self.seen)
            self.pending[number] = asked
            return 200, {"action": "enqueued", "success": True,
                         "pending_post": {"id": number, "raw": asked["raw"]}}, {}
        return 200, self.do_write(asked), {}

    def do_write(self, asked):
        """A new post of the robot, as it stands then."""
        if "topic_id" in asked:
            post = self.add("gm", asked["topic_id"], asked["raw"])
        else:
            _, post = self.open("gm", asked["title"], asked["raw"], asked.get("target_recipients"))
        return self.posts[post]
