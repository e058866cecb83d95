"""Being stopped: once, in order, and with nobody left behind.

Ctrl-C reaches a command and all its workers at once. The command alone hears it, and the signal that asks a program to
end means the same: what is done is kept and told. Workers go when their command is gone, however it went.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def heard_once() -> Iterator[None]:
    """The first signal raises KeyboardInterrupt; later ones, while things are put in order, are not heard."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: object) -> NoReturn:
        for one in _SIGNALS:
            signal.signal(one, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = {one: signal.signal(one, stop) for one in _SIGNALS}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


@contextmanager
def deaf() -> Iterator[None]:
    """Processes that are started meanwhile never hear Ctrl-C; what this one should have heard, it hears afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def go_with_parent() -> None:
    """End this process when the one that started it is gone, whatever it does then."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_and_go, args=(parent,), daemon=True).start()


def _wait_and_go(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)
