"""Ctrl-C in the middle of a long fit."""

import subprocess
import sys

import pytest

LONG_FIT = """
import os, signal, sys, threading, time
import numpy as np
from tnvs import TNVS

rng = np.random.default_rng(0)
X, y = rng.normal(size=(3000, 1500)), rng.normal(size=3000)
selector = TNVS(relevance_threshold=-1e9, max_features=None, n_jobs=int(sys.argv[1]))
sent = []

def press(step):
    if not sent:
        sent.append(None)
        threading.Timer(0.3, strike).start()

def strike():
    sent[0] = time.perf_counter()
    os.kill(os.getpid(), signal.SIGINT)

try:
    selector.fit(X, y, callback=press)
except KeyboardInterrupt:
    print("interrupted", hasattr(selector, "trace_"), time.perf_counter() - sent[0])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals work otherwise there")
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_interrupt_leaves_the_estimator_unfitted(n_jobs):
    done = subprocess.run(
        [sys.executable, "-c", LONG_FIT, str(n_jobs)], capture_output=True, text=True, timeout=120, check=True
    )
    word, fitted, seconds = done.stdout.split()
    assert (word, fitted) == ("interrupted", "False")
    assert float(seconds) < 20  # usually a tenth of a second; the fit itself would take many minutes
