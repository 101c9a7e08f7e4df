#!/usr/bin/env bash
# An example client of causeway with curl and jq.
set -euo pipefail

url=${CAUSEWAY_URL:-http://127.0.0.1:8484}
project=${CAUSEWAY_PROJECT:-clients}
operations=$(cat "$(dirname "$0")/../operations.graphql")

# send [OPTION...] posts its input and prints the answer. The token is read from a file
# descriptor, as every user of the machine can see the command lines of others.
send() {
  curl -s --max-time 60 "$url/graphql" -H 'Content-Type: application/json' --data-binary @- "$@" \
    --config <(if [ -n "${CAUSEWAY_TOKEN:-}" ]; then echo "header = \"Authorization: Bearer $CAUSEWAY_TOKEN\""; fi)
}

# once OPERATION VARIABLES prints the answer to one request.
once() {
  jq -n --arg query "$operations" --arg name "$1" --argjson variables "$2" \
    '{query: $query, operationName: $name, variables: $variables}' |
    send || echo '{"errors": [{"message": "nothing answers", "extensions": {"code": "UNAVAILABLE"}}]}'
}

# call OPERATION VARIABLES prints the data of the answer; else it prints the first error to
# standard error and fails. While the service is busy the call is made again after pauses that
# double; a write may be repeated, as it carries an idempotency key.
call() {
  local answer code pause
  for pause in 0.2 0.4 0.8 1.6 ""; do
    answer=$(once "$1" "$2")
    code=$(jq -r '.errors[0].extensions.code // empty' <<<"$answer")
    case $code in
      UNAVAILABLE | CONFLICT | CONCURRENCY_LIMIT_EXCEEDED | JOB_LIMIT_EXCEEDED | RESOURCE_EXHAUSTED) if [ -n "$pause" ]; then sleep "$pause"; else break; fi ;;
      *) break ;;
    esac
  done
  if jq -e '.errors' >/dev/null <<<"$answer"; then
    jq -c '.errors[0]' <<<"$answer" >&2
    return 1
  fi
  jq '.data' <<<"$answer"
}

# with VARIABLES adds the project.
with() { jq -c --arg project "$project" '{project: $project} + .' <<<"$1"; }

monday='{
  "id": "monday", "startedAt": "2026-05-04T09:00:00Z", "outcome": "SUCCESS",
  "task": "Make the price list faster", "tags": ["prices"],
  "decisions": [{
    "id": "d001", "at": "2026-05-04T09:30:00Z", "type": "DESIGN", "outcome": "SUCCESS",
    "context": "Each page asks for all prices", "options": ["Keep prices for an hour", "Ask for fewer prices"],
    "chosen": "Keep prices for an hour", "rationale": "Prices change once a day."
  }]
}'

# The event says what caused it: a decision of the other episode, by its key.
tuesday='{
  "id": "tuesday", "startedAt": "2026-05-05T08:00:00Z", "outcome": "FAILURE",
  "task": "Find out why kiosks sell at old prices", "tags": ["prices", "kiosks"],
  "lessons": ["What is kept has to know when it is outdated."],
  "events": [{
    "id": "e001", "at": "2026-05-05T08:05:00Z", "type": "ERROR", "content": "Kiosk 7 sold at the prices of yesterday",
    "causedBy": ["monday/d001"], "leadsTo": ["d001"]
  }],
  "decisions": [{
    "id": "d001", "at": "2026-05-05T08:20:00Z", "type": "RECOVERY", "outcome": "PARTIAL",
    "context": "How to get the new prices to the kiosks", "chosen": "Throw away what was kept"
  }]
}'

# new_key prints what names one write. It is made before the first attempt: however often the
# call is made with it, it writes once and has one receipt.
new_key() { od -An -N16 -tx1 /dev/urandom | tr -d ' \n'; }

for episode in "$monday" "$tuesday"; do
  variables=$(with "$(jq -nc --argjson input "$episode" --arg key "$(new_key)" '{input: $input, key: $key}')")
  for what in recorded repeated; do
    call Record "$variables" | jq -r --arg what "$what" '.recordEpisode.receipt | "\($what) \(.episodeKey): \(.change)"'
  done
done

# In other words than the episode has.
call Recall "$(with '{"text": "a kiosk shows an old price", "first": 3}')" |
  jq -r '"recall: \(.recall.hits[0].episode.key)"'

# What led to a decision, nearest first.
call Why "$(with '{"of": "tuesday/d001"}')" |
  jq -r '.occurrence.causes.edges | "why: \([.[].node.label] | join(", "))"'

# How one decision led to another.
call Path "$(with '{"source": "monday/d001", "target": "tuesday/d001"}')" |
  jq -r '.causalPath.paths[0].hops | "path: \([.[0].source.label, .[].target.label] | join(" -> "))"'

# What another option would have led to; two episodes cannot tell, and the answer says so.
call WhatIf "$(with '{"episode": "monday", "decision": "d001", "alternative": "Ask for fewer prices"}')" |
  jq -r '"what if: \(.whatIf.status)"'

# What to read before a task; the text goes into a prompt.
call Context "$(with '{"task": "keep prices in the kiosks", "budget": 400}')" |
  jq -r '.contextFor | "context: \(.tokens) of \(.budget) tokens, \(.text | split("\n")[0])"'

# What a workflow did while it runs. An event is on disk when the call returns; one with an id that is there is not added again.
events='[
  {"id": "6a1c2f9e-52f4-4b0e-9d3f-2b7f6c1d0a01", "workflowId": "prices-update", "type": "WORKFLOW_START",
   "at": "2026-05-05T08:00:00Z", "data": {"context": {"workflowType": "release", "domain": "prices"}}},
  {"id": "6a1c2f9e-52f4-4b0e-9d3f-2b7f6c1d0a02", "workflowId": "prices-update", "type": "TASK_COMPLETE", "taskId": "copy",
   "at": "2026-05-05T08:00:02Z", "data": {"result": {"status": "success", "executionTimeMs": 1200}}}
]'
call Capture "$(with "$(jq -nc --argjson events "$events" --arg key "$(new_key)" '{events: $events, key: $key}')")" |
  jq -r '.captureEvents.receipts | "captured: \(length) events, \(.[0].unchanged)"'

# Two files are imported, which goes on by itself as a job. The service tells how far it is
# as server-sent events; at the end the report is asked for.
files='[
  {"name": "wednesday.json", "content": "{\"id\": \"wednesday\", \"task\": \"Tell the kiosks when a price changes\", \"outcome\": \"success\"}"},
  {"name": "thursday.json", "content": "{\"id\": \"thursday\", \"task\": \"Count the tickets sold at old prices\", \"outcome\": \"partial\"}"}
]'
started=$(call Import "$(with "$(jq -nc --argjson files "$files" --arg key "$(new_key)" '{files: $files, key: $key}')")")
job=$(jq -c '{job: .importEpisodes.job.id}' <<<"$started")
jq -n --arg query "$(cat "$(dirname "$0")/follow.graphql")" --argjson variables "$job" '{query: $query, variables: $variables}' |
  send -N -H 'Accept: text/event-stream' |
  sed -n 's/^data: //p' | grep . | jq -r --unbuffered '.data.jobProgress | "import: \(.done) of \(.total)"' >&2
call Progress "$job" |
  jq -r '.job | "imported: \(.state), \(.report.created) new, \(.report.unchanged) there before, \(.report.refused) refused"'

# Errors are told apart by their code, never by the message.
if error=$(call Path '{"project": "no-such-project", "source": "anything", "target": "else"}' 2>&1); then
  echo "client: a project that is not there was asked" >&2
  exit 1
fi
jq -r '"error: \(.extensions.code) (\(.extensions.hint))"' <<<"$error"
