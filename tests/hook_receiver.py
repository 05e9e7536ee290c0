"""A real receiver of webhooks on loopback."""

import contextlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class HookReceiver:
    """Keeps the headers and bodies that come, and answers with a status."""

    def __init__(self):
        self.requests = []
        self.status = 204
        self.headers = {}  # of the answer
        received = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                received.requests.append((self.path, dict(self.headers), body))
                self.send_response(received.status)
                for name, value in received.headers.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"


@contextlib.contextmanager
def hook_receiver():
    """Serve a receiver for as long as the block lasts."""
    receiver = HookReceiver()
    thread = threading.Thread(target=receiver.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield receiver
    finally:
        receiver.server.shutdown()
        receiver.server.server_close()
        thread.join()
