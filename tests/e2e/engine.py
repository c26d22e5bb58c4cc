# SPDX-License-Identifier: MIT
"""The engine that copies a ledger to a second host: Litestream, as it comes, beside posternd."""
import os
import shutil
import signal
import subprocess

PROGRAM = os.environ.get("POSTERN_LITESTREAM", "")


class Engine:
    """Litestream for one robot; url: a folder, or what its configuration calls an SFTP replica."""

    def __init__(self, robot, replica, keys=""):
        self.robot = robot
        self.replica = replica
        self.keys = keys
        self.process = None
        self.config = robot.folder.parent / f"{robot.folder.name}.litestream.yml"
        self.log_path = robot.folder.parent / f"{robot.folder.name}.litestream.log"

    def write(self, snapshots="1h", pages=1000):
        place = self.keys or f"        type: file\n        path: {self.replica}\n"
        self.config.write_text(
            f"dbs:\n  - path: {self.robot.folder}/postern.db\n    monitor-interval: 10ms\n"
            f"    min-checkpoint-page-count: {pages}\n"
            f"    replicas:\n      - name: second\n{place}"
            f"        sync-interval: 10ms\n        snapshot-interval: {snapshots}\n")

    def start(self):
        if not self.config.exists():
            self.write()
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen([PROGRAM, "replicate", "-config", self.config],
                                            stdout=log, stderr=log, stdin=subprocess.DEVNULL)

    def lives(self):
        return self.process is not None and self.process.poll() is None

    def signal(self, number):
        if self.lives():
            self.process.send_signal(number)

    def kill(self):
        self.signal(signal.SIGKILL)
        if self.process:
            self.process.wait()
        self.process = None

    def begin_anew(self):
        """As the manual tells: without its folder beside the ledger it copies everything again."""
        self.kill()
        shutil.rmtree(self.robot.folder / ".postern.db-litestream", ignore_errors=True)
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()


def follow(robot, where, more=""):
    """Let a robot wait for its replica."""
    path = robot.folder / "postern.conf"
    lines = [line for line in path.read_text().split("\n") if not line.startswith("follower")]
    text = "\n".join(lines)
    path.write_text(text.replace("[server]\n", f"[server]\nfollower = {where}\n{more}"))
