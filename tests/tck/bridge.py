"""Speaks the bridge protocol of the agent-memory TCK to a causeway service: bridge.py URL PORT.

A message is an episode with the text as its task; its session is the session. A trace of reasoning is an
episode with its steps as decisions and its tool calls as events. Entities, preferences and facts have no
place in causeway, so what asks for them is answered with 501 and counts as failed.
"""

import json
import sys
import urllib.request
import uuid
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PROJECT = "tck"
EPISODES = """query ($project: String!, $filter: EpisodeFilter, $after: String) {
  episodes(project: $project, filter: $filter, first: 100, after: $after) {
    pageInfo { hasNextPage endCursor }
    edges { node { key session startedAt task outcome extra
      decisions { id: key context chosen rationale } events { id: key content } } }
  }
}"""
RECORD = """mutation ($project: String!, $input: EpisodeInput!) {
  recordEpisode(project: $project, input: $input) { receipt { change } }
}"""
RECALL = """query ($project: String!, $text: String!, $filter: EpisodeFilter, $first: Int!) {
  recall(project: $project, text: $text, filter: $filter, first: $first) { hits { episode { key extra startedAt } } }
}"""
DELETE = "mutation ($project: String!, $key: String!) { deleteEpisode(project: $project, key: $key) { removedId } }"
PURGE = "mutation ($project: String!) { purgeProject(project: $project, confirm: $project) { removedId } }"


class Refused(Exception):
    """What the service refuses, with the code of its first error."""


def ask(query, **variables):
    body = json.dumps({"query": query, "variables": {"project": PROJECT, **variables}}).encode()
    request = urllib.request.Request(URL + "/graphql", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as response:
        answer = json.load(response)
    if answer.get("errors"):
        raise Refused(answer["errors"][0]["extensions"]["code"], answer["errors"][0]["message"])
    return answer["data"]


def now():
    return datetime.now(timezone.utc).isoformat(timespec="microseconds").replace("+00:00", "Z")


def episodes(tag, session=None):
    """All episodes with a tag, in the order in which they were recorded."""
    found, after, wanted = [], None, {"tags": [tag]}
    if session is not None:
        wanted["session"] = session
    while True:
        try:
            page = ask(EPISODES, filter=wanted, after=after)["episodes"]
        except Refused as refused:
            if refused.args[0] == "PROJECT_NOT_FOUND":
                return []
            raise
        found += [edge["node"] for edge in page["edges"]]
        if not page["pageInfo"]["hasNextPage"]:
            break
        after = page["pageInfo"]["endCursor"]
    for node in found:
        node["extra"] = json.loads(node["extra"])
    return sorted(found, key=lambda node: node["extra"]["at"])


# Messages


def message(node):
    extra = node["extra"]
    return {"id": node["key"], "role": extra["role"], "content": extra["content"], "timestamp": extra["at"], "metadata": extra["metadata"]}


def add_message(session_id, role, content, metadata=None):
    key, at = str(uuid.uuid4()), now()
    extra = {"role": role, "content": content, "metadata": metadata or {}, "at": at}
    ask(RECORD, input={
        "id": key, "session": session_id, "startedAt": at, "task": content.strip()[:4000] or "(nothing)", "tags": ["message"], "extra": json.dumps(extra),
    })
    return message({"key": key, "extra": extra})


def get_conversation(session_id, limit=None):
    found = episodes("message", session_id)
    told = [message(node) for node in (found if limit is None else found[:limit])]
    times = [node["extra"]["at"] for node in found] or [now()]
    return {"id": str(uuid.uuid5(uuid.NAMESPACE_URL, session_id)), "session_id": session_id, "messages": told, "title": None, "created_at": times[0], "updated_at": times[-1]}


def search_messages(query, session_id=None, limit=10, threshold=0.7):
    wanted = {"tags": ["message"]}
    if session_id is not None:
        wanted["session"] = session_id
    hits = ask(RECALL, text=query, filter=wanted, first=limit)["recall"]["hits"]
    return [message({**hit["episode"], "extra": json.loads(hit["episode"]["extra"])}) for hit in hits]


def list_sessions(limit=100):
    sessions = {}
    for node in episodes("message"):
        sessions.setdefault(node["session"], []).append(node["extra"]["at"])
    return [{"session_id": s, "message_count": len(at), "created_at": at[0], "updated_at": at[-1]} for s, at in list(sessions.items())[:limit]]


def delete_message(message_id):
    try:
        ask(DELETE, key=message_id)
    except Refused as refused:
        if refused.args[0] in ("NOT_FOUND", "PROJECT_NOT_FOUND"):
            return {"deleted": False}
        raise
    return {"deleted": True}


def clear_session(session_id):
    for node in episodes("message", session_id):
        ask(DELETE, key=node["key"])


# Reasoning


def trace_of(node):
    extra = node["extra"]
    steps = []
    for n, d in enumerate(node["decisions"]):
        step = d["id"].split("/")[1]
        steps.append({
            "id": step, "trace_id": node["key"], "step_number": n + 1, "thought": d["context"], "action": d["chosen"], "observation": d["rationale"],
            "tool_calls": [call for call in extra["calls"] if call["step"] == step],
        })
    return {
        "id": node["key"], "session_id": node["session"], "task": node["task"], "steps": steps, "outcome": extra["outcome"], "success": extra["success"],
        "started_at": extra["at"], "completed_at": extra["completed"],
    }


def keep(trace, calls):
    """Records a trace: an episode, or the next revision of it."""
    outcome = {True: "SUCCESS", False: "FAILURE"}.get(trace["success"], "UNKNOWN")
    extra = {"at": trace["started_at"], "completed": trace["completed_at"], "outcome": trace["outcome"], "success": trace["success"], "calls": calls}
    steps = [{"id": s["id"], "type": "OTHER", "reportedType": "step", "context": s["thought"] or "", "chosen": s["action"] or "", "rationale": s["observation"] or ""} for s in trace["steps"]]
    events = [{"id": c["id"], "type": "TOOL_CALL", "content": c["tool_name"], "causedBy": [c["step"]]} for c in calls]
    ask(RECORD, input={
        "id": trace["id"], "session": trace["session_id"], "startedAt": trace["started_at"], "task": trace["task"], "outcome": outcome, "tags": ["trace"],
        "decisions": steps, "events": events, "extra": json.dumps(extra),
    })


def calls_of(trace):
    return [call for step in trace["steps"] for call in step["tool_calls"]]


def start_trace(session_id, task):
    trace = {"id": str(uuid.uuid4()), "session_id": session_id, "task": task, "steps": [], "outcome": None, "success": None, "started_at": now(), "completed_at": None}
    keep(trace, [])
    return trace


def get_trace_with_steps(trace_id):
    return next((trace_of(node) for node in episodes("trace") if node["key"] == trace_id), None)


def add_step(trace_id, thought=None, action=None, observation=None):
    trace = get_trace_with_steps(trace_id)
    step = {"id": str(uuid.uuid4()), "trace_id": trace_id, "step_number": len(trace["steps"]) + 1, "thought": thought, "action": action, "observation": observation, "tool_calls": []}
    trace["steps"].append(step)
    keep(trace, calls_of(trace))
    return step


def record_tool_call(step_id, tool_name, arguments=None, result=None, status="success", duration_ms=None, error=None):
    for node in episodes("trace"):
        trace = trace_of(node)
        if any(step["id"] == step_id for step in trace["steps"]):
            call = {
                "id": str(uuid.uuid4()), "step": step_id, "tool_name": tool_name, "arguments": arguments or {}, "result": result, "status": status,
                "duration_ms": duration_ms, "error": error,
            }
            keep(trace, calls_of(trace) + [call])
            return call
    raise KeyError("no such step")


def complete_trace(trace_id, outcome=None, success=None):
    trace = get_trace_with_steps(trace_id)
    trace.update(outcome=outcome, success=success, completed_at=now())
    keep(trace, calls_of(trace))
    return trace


def list_traces(session_id=None, limit=100):
    return [trace_of(node) for node in episodes("trace", session_id)][:limit]


def get_tool_stats(tool_name=None):
    by_tool = {}
    for trace in list_traces(limit=10_000):
        for call in calls_of(trace):
            by_tool.setdefault(call["tool_name"], []).append(call)
    out = []
    for name, calls in by_tool.items():
        good = sum(call["status"] == "success" for call in calls)
        took = [call["duration_ms"] for call in calls if call["duration_ms"] is not None]
        out.append({
            "name": name, "total_calls": len(calls), "successful_calls": good, "failed_calls": sum(call["status"] in ("failure", "error", "timeout") for call in calls),
            "success_rate": good / len(calls), "avg_duration_ms": sum(took) / len(took) if took else None,
        })
    return [stat for stat in out if tool_name in (None, stat["name"])]


def get_similar_traces(task, limit=10, success_only=False):
    wanted = {"tags": ["trace"], **({"outcomes": ["SUCCESS"]} if success_only else {})}
    hits = ask(RECALL, text=task, filter=wanted, first=limit)["recall"]["hits"]
    return [trace for trace in (get_trace_with_steps(hit["episode"]["key"]) for hit in hits) if trace]


def setup():
    return {"ok": True, "protocol_version": "0.1.0"}


def teardown():
    return None


def clear_all_data():
    try:
        ask(PURGE)
    except Refused as refused:
        if refused.args[0] != "PROJECT_NOT_FOUND":
            raise


KNOWN = {
    f.__name__: f
    for f in (
        setup, teardown, clear_all_data, add_message, get_conversation, search_messages, list_sessions, delete_message, clear_session, start_trace, add_step,
        record_tool_call, complete_trace, get_trace_with_steps, list_traces, get_tool_stats, get_similar_traces,
    )
}


class Bridge(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        text = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        method = KNOWN.get(self.path.strip("/"))
        try:
            if method is None:
                self.answer(501, {"error": "causeway has no place for this: " + self.path.strip("/")})
                return
            answer = method(**json.loads(text or b"{}"))
            no_content = answer is None and self.path.strip("/") in ("teardown", "clear_all_data", "clear_session")
            self.answer(204 if no_content else 200, answer)
        except Exception as error:  # the suite is told whatever it is
            self.answer(400, {"error": f"{type(error).__name__}: {error}"})

    def answer(self, status, value):
        body = b"" if status == 204 else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    URL = sys.argv[1].rstrip("/")
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2])), Bridge).serve_forever()
