"""An agent that captures an event for each step of an endless loop and says so; with "drain", the one that comes after it. With "measure"
a loop of 1,000 tasks. With "ends", one that forks in the middle of its loop: each of the two processes sends what it captured itself."""

import itertools
import os
import sys
import time
import uuid

from causeway import EventBuffer

what, spool = sys.argv[1], sys.argv[2]
data = {"result": {"status": "success", "output": "x" * 200, "executionTimeMs": 3}}

if what == "drain":
    counts = EventBuffer(spool=spool).close(timeout=100)
    print(f"lost {counts.lost}, waiting {counts.waiting}")
    sys.exit()

if what == "measure":
    with EventBuffer(spool=spool) as buffer:
        took = []
        for number in range(1000):
            time.sleep(0.001)
            start = time.perf_counter()
            buffer.capture("measured", "TASK_COMPLETE", data, task=f"t{number}")
            took.append(time.perf_counter() - start)
        buffer.capture("measured", "TASK_COMPLETE", {"cannot": object()})
    took.sort()
    counts = buffer.counts()
    print(f"p50 {took[500] * 1e6:.0f} us, p99 {took[990] * 1e6:.0f} us, sum {sum(took) * 1e3:.1f} ms; {counts}")
    sys.exit(0 if counts.sent == 1000 and counts.lost == 1 else 1)

if what == "ends":
    buffer = EventBuffer(spool=spool)
    buffer.capture("forked", "TASK_COMPLETE", data, task="before")
    child = os.fork()
    for number in range(60):
        buffer.capture("forked", "TASK_COMPLETE", data, task=f"t{number}")
    counts = buffer.close(timeout=100)
    sound = counts.captured == counts.sent == (60 if child == 0 else 61) and buffer.close() == counts
    if child == 0:
        os._exit(0 if sound else 1)
    status = os.waitpid(child, 0)[1]
    print(f"child {status}, {counts}, {os.path.getsize(spool)} bytes are left")
    sys.exit(0 if sound and status == 0 and os.path.getsize(spool) == 0 else 1)

endless = EventBuffer(spool=spool, most=1_000_000)
for number in itertools.count():
    id = str(uuid.uuid4())
    endless.capture("killed", "TASK_COMPLETE", data, task=f"t{number}", id=id)
    print(id, flush=True)
