"""The stated bound on memory, enforced by the system."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from benchmarks.outofcore import in_limited_process, write_table  # noqa: E402

from tnvs import TNVS, Trace  # noqa: E402

ROOM = 100e6  # bytes beyond what Python, its libraries and the compiled code take


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits and tells the address space")
def test_four_times_the_room_that_the_system_gives(tmp_path):
    path = tmp_path / "table.npy"
    write_table(path, 2500, 20_000)
    assert path.stat().st_size >= 4 * ROOM
    found = in_limited_process(path, f"+{ROOM:.0f}", n_jobs=1, most=2)
    assert not found["fits"]
    assert found["peak MB"] <= found["limit MB"]
    table = np.load(path)
    selector = TNVS(max_features=2, relevance_threshold=0.01, n_jobs=2).fit(table[:, 1:], table[:, 0])
    ours, right = Trace.from_json(path.with_suffix(".json")), selector.trace_
    assert len(right.steps) == 2
    assert ours.without_timings().steps == right.without_timings().steps
    assert ours.data == right.data
    np.testing.assert_array_equal(ours.labels, right.labels)
