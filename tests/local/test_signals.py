"""A signal that comes at an awkward moment is taken down, and stops nothing but the service."""

from __future__ import annotations

import subprocess
import sys

from tests.local.process import ROOT

# A wait is broken into at every point of it, thousands of times.
PROGRAM = """
import signal
from infra.local.signals import Signals
signals = Signals([signal.SIGALRM])
came = 0
for number in range(3000):
    signal.setitimer(signal.ITIMER_REAL, (1 + number % 60) * 1e-6)
    came += signals.wait(0.002)
print(came)
"""


def test_a_signal_may_break_into_the_wait_for_it() -> None:
    command = (sys.executable, "-c", PROGRAM)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=30)
    assert int(done.stdout) > 1000
