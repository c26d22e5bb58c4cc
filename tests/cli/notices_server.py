#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A small HTTPS server for notices: a webhook, ntfy's topics and a Matrix server as their makers document them (these two are
no real servers). Prints its port; writes each request into a file, one JSON object a line; answers by its path."""
import http.server
import json
import ssl
import sys


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        with open(sys.argv[2], "a", encoding="utf-8") as out:
            print(json.dumps({"method": self.command, "path": self.path, "body": body,
                              "headers": {name.lower(): value for name, value in self.headers.items()}}), file=out)
        for word, status in (("later", 503), ("gone", 410), ("moved", 302), ("/closed", 403), ("/refused", 401)):
            if word in self.path:
                break
        else:
            status = 200
        if self.path == "/token" and self.headers.get("Authorization") != "Bearer tk_abc":
            status = 401
        self.send_response(status)
        if status == 302:
            self.send_header("Location", "/hook")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    do_POST = do_PUT = do_GET = answer

    def log_message(self, *args):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1] + ".pem", sys.argv[1] + ".key")
server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
server.serve_forever()
