"""An example client of causeway. It needs Python 3.11 or later and nothing else."""

import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid
from pathlib import Path
from typing import Any

OPERATIONS = (Path(__file__).parent.parent / "operations.graphql").read_text(encoding="utf-8")

# The codes with which a call may be made again as it is.
PASSING = {"UNAVAILABLE", "CONFLICT", "CONCURRENCY_LIMIT_EXCEEDED", "JOB_LIMIT_EXCEEDED"}


class CausewayError(Exception):
    """What the service answered instead of data. Programs decide by the code."""

    def __init__(self, code: str, message: str, hint: str = "", request_id: str = ""):
        super().__init__(f"{message} ({code})")
        self.code, self.hint, self.request_id = code, hint, request_id


class Client:
    """Sends the operations of ../operations.graphql, mostly for one project."""

    def __init__(self, url: str, project: str, token: str = "", attempts: int = 5):
        self.endpoint, self.project, self.token, self.attempts = url + "/graphql", project, token, attempts

    def call(self, operation: str, **variables: Any) -> dict[str, Any]:
        """Returns the data of an answer. While the service is busy the call is made again,
        after 0.2 s, then twice as long each time, give or take a half; a write may be
        repeated, as it carries an idempotency key."""
        pause = 0.2
        for attempt in range(1, self.attempts + 1):
            try:
                return self.once(operation, variables)
            except CausewayError as error:
                if error.code not in PASSING or attempt == self.attempts:
                    raise
            time.sleep(pause * random.uniform(0.5, 1.5))
            pause *= 2
        raise AssertionError("unreachable")

    def once(self, operation: str, variables: dict[str, Any]) -> dict[str, Any]:
        body = {"query": OPERATIONS, "operationName": operation, "variables": {"project": self.project} | variables}
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        request = urllib.request.Request(self.endpoint, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                answer = json.load(response)
        except urllib.error.HTTPError as error:  # an answer too, of a request that was not executed
            answer = json.load(error)
        except OSError as error:
            raise CausewayError("UNAVAILABLE", f"{self.endpoint}: {error}") from error
        if answer.get("errors"):
            first = answer["errors"][0]
            more = first.get("extensions", {})
            raise CausewayError(more.get("code", ""), first["message"], more.get("hint", ""), more.get("requestId", ""))
        return answer["data"]


MONDAY = {
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
TUESDAY = {
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


def record(client: Client) -> None:
    """Writes both episodes. Each write has a key of its own, made before the first attempt:
    however often the call is made with it, it writes once and has one receipt."""
    for episode in (MONDAY, TUESDAY):
        key = str(uuid.uuid4())
        for what in ("recorded", "repeated"):
            receipt = client.call("Record", input=episode, key=key)["recordEpisode"]["receipt"]
            print(f"{what} {receipt['episodeKey']}: {receipt['change']}")


def recall(client: Client) -> None:
    """Asks in other words than the episode has."""
    hits = client.call("Recall", text="a kiosk shows an old price")["recall"]["hits"]
    print(f"recall: {hits[0]['episode']['key']}")


def path(client: Client) -> None:
    """Asks how one decision led to another."""
    answer = client.call("Path", **{"from": "monday/d001", "to": "tuesday/d001"})["causalPath"]
    hops = answer["paths"][0]["hops"]
    labels = [hops[0]["from"]["label"]] + [hop["to"]["label"] for hop in hops]
    print("path: " + " -> ".join(labels))


def context(client: Client) -> None:
    """Asks for what to read before a task; the text goes into a prompt."""
    answer = client.call("Context", task="keep prices in the kiosks")["contextFor"]
    print(f"context: {answer['tokens']} of {answer['budget']} tokens, {answer['text'].splitlines()[0]}")


FILES = [
    {
        "name": "wednesday.json",
        "content": json.dumps({"id": "wednesday", "task": "Tell the kiosks when a price changes", "outcome": "success"}),
    },
    {
        "name": "thursday.json",
        "content": json.dumps({"id": "thursday", "task": "Count the tickets sold at old prices", "outcome": "partial"}),
    },
]


def imports(client: Client) -> None:
    """Has two files imported, which goes on by itself as a job, and asks how far it is."""
    started = client.call("Import", files=FILES, key=str(uuid.uuid4()))["importEpisodes"]["job"]
    while True:
        job = client.call("Progress", job=started["id"])["job"]
        print(f"import: {job['done']} of {job['total']}", file=sys.stderr)
        if job["state"] != "RUNNING":
            break
        time.sleep(0.2)
    report = job["report"]
    if report is None:
        raise CausewayError(job["error"]["code"], job["error"]["message"])
    counts = f"{report['created']} new, {report['unchanged']} there before, {report['refused']} refused"
    print(f"imported: {job['state']}, {counts}")


def mistake(client: Client) -> None:
    """Shows how a program tells errors apart: by their code, never by the message."""
    try:
        client.call("Path", project="no-such-project", **{"from": "anything", "to": "else"})
    except CausewayError as error:
        if error.code != "PROJECT_NOT_FOUND":
            raise
        print(f"error: {error.code} ({error.hint})")


def main() -> None:
    client = Client(
        os.environ.get("CAUSEWAY_URL") or "http://127.0.0.1:8484",
        os.environ.get("CAUSEWAY_PROJECT") or "clients",
        os.environ.get("CAUSEWAY_TOKEN", ""),
    )
    for step in (record, recall, path, context, imports, mistake):
        step(client)


if __name__ == "__main__":
    try:
        main()
    except CausewayError as error:
        sys.exit(f"client: {error}")
