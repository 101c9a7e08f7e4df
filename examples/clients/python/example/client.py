"""Does with the package causeway what the example clients in the other languages do."""

import json
import sys
import time
import uuid

from causeway import Causeway, CausewayError, EpisodeInput, ExecutionEventInput, ImportFileInput

MONDAY: EpisodeInput = {
    "id": "monday",
    "startedAt": "2026-05-04T09:00:00Z",
    "outcome": "SUCCESS",
    "task": "Make the price list faster",
    "tags": ["prices"],
    "decisions": [
        {
            "id": "d001",
            "at": "2026-05-04T09:30:00Z",
            "type": "DESIGN",
            "outcome": "SUCCESS",
            "context": "Each page asks for all prices",
            "options": ["Keep prices for an hour", "Ask for fewer prices"],
            "chosen": "Keep prices for an hour",
            "rationale": "Prices change once a day.",
        }
    ],
}

# The event says what caused it: a decision of the other episode, by its key.
TUESDAY: EpisodeInput = {
    "id": "tuesday",
    "startedAt": "2026-05-05T08:00:00Z",
    "outcome": "FAILURE",
    "task": "Find out why kiosks sell at old prices",
    "tags": ["prices", "kiosks"],
    "lessons": ["What is kept has to know when it is outdated."],
    "events": [
        {
            "id": "e001",
            "at": "2026-05-05T08:05:00Z",
            "type": "ERROR",
            "content": "Kiosk 7 sold at the prices of yesterday",
            "causedBy": ["monday/d001"],
            "leadsTo": ["d001"],
        }
    ],
    "decisions": [
        {
            "id": "d001",
            "at": "2026-05-05T08:20:00Z",
            "type": "RECOVERY",
            "outcome": "PARTIAL",
            "context": "How to get the new prices to the kiosks",
            "chosen": "Throw away what was kept",
        }
    ],
}


def record(memory: Causeway) -> None:
    """Writes both episodes. Each write has a key of its own; without one the package makes it. However often
    the call is made with it, it writes once and has one receipt."""
    for episode in (MONDAY, TUESDAY):
        key = str(uuid.uuid4())
        for what in ("recorded", "repeated"):
            receipt = memory.record(episode, key=key)
            print(f"{what} {receipt['episodeKey']}: {receipt['change']}")


def recall(memory: Causeway) -> None:
    """Asks in other words than the episode has."""
    hits = memory.recall("a kiosk shows an old price", first=3)["hits"]
    print(f"recall: {hits[0]['episode']['key']}")


def why(memory: Causeway) -> None:
    """Asks what led to a decision, nearest first."""
    causes = memory.why("tuesday/d001")["edges"]
    print("why: " + ", ".join(cause["node"]["label"] for cause in causes))


def path(memory: Causeway) -> None:
    """Asks how one decision led to another."""
    hops = memory.path("monday/d001", "tuesday/d001")["paths"][0]["hops"]
    labels = [hops[0]["source"]["label"]] + [hop["target"]["label"] for hop in hops]
    print("path: " + " -> ".join(labels))


def what_if(memory: Causeway) -> None:
    """Asks what another option would have led to; two episodes cannot tell, and the answer says so."""
    print("what if: " + memory.what_if("monday", "d001", "Ask for fewer prices")["status"])


def context(memory: Causeway) -> None:
    """Asks for what to read before a task; the text goes into a prompt."""
    answer = memory.context("keep prices in the kiosks", budget=400)
    print(f"context: {answer['tokens']} of {answer['budget']} tokens, {answer['text'].splitlines()[0]}")


EVENTS: list[ExecutionEventInput] = [
    {
        "id": "6a1c2f9e-52f4-4b0e-9d3f-2b7f6c1d0a01",
        "workflowId": "prices-update",
        "type": "WORKFLOW_START",
        "at": "2026-05-05T08:00:00Z",
        "data": {"context": {"workflowType": "release", "domain": "prices"}},
    },
    {
        "id": "6a1c2f9e-52f4-4b0e-9d3f-2b7f6c1d0a02",
        "workflowId": "prices-update",
        "type": "TASK_COMPLETE",
        "taskId": "copy",
        "at": "2026-05-05T08:00:02Z",
        "data": {"result": {"status": "success", "executionTimeMs": 1200}},
    },
]


FILES: list[ImportFileInput] = [
    {
        "name": "wednesday.json",
        "content": json.dumps({"id": "wednesday", "task": "Tell the kiosks when a price changes", "outcome": "success"}),
    },
    {
        "name": "thursday.json",
        "content": json.dumps({"id": "thursday", "task": "Count the tickets sold at old prices", "outcome": "partial"}),
    },
]


def capture(memory: Causeway) -> None:
    """Reports what a workflow did while it runs. An event is on disk when the call returns; one with an id that is there is
    not added again. In the loop of an agent an EventBuffer does it without making it wait."""
    receipts = memory.capture_events(EVENTS)
    print(f"captured: {len(receipts)} events, {str(receipts[0]['unchanged']).lower()}")


def imports(memory: Causeway) -> None:
    """Has two files imported, which goes on by itself as a job, and asks how far it is."""
    started = memory.import_files(FILES)
    while True:
        job = memory.job(started)
        print(f"import: {job['done']} of {job['total']}", file=sys.stderr)
        if job["state"] != "RUNNING":
            break
        time.sleep(0.2)
    report = job["report"]
    if report is None:
        sys.exit(f"the import is {job['state']}: {job['error']}")
    counts = f"{report['created']} new, {report['unchanged']} there before, {report['refused']} refused"
    print(f"imported: {job['state']}, {counts}")


def mistake() -> None:
    """Shows how a program tells errors apart: by their code, never by the message."""
    with Causeway("no-such-project") as memory:
        try:
            memory.path("anything", "else")
        except CausewayError as error:
            if error.code != "PROJECT_NOT_FOUND":
                raise
            print(f"error: {error.code} ({error.hint})")


def main() -> None:
    with Causeway() as memory:
        for step in (record, recall, why, path, what_if, context, capture, imports):
            step(memory)
    mistake()


if __name__ == "__main__":
    try:
        main()
    except CausewayError as error:
        sys.exit(f"client: {error}")
