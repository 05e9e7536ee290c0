"""A server of Python's own on loopback, in a thread, for sites that a test makes up or passes on."""

import threading
from http.server import ThreadingHTTPServer


class Loopback:
    """Serves with a handler from now until it is closed."""

    def __init__(self, handler):
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.01}
        )
        self._thread.start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
