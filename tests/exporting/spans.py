"""Sends spans at a rate with the OpenTelemetry SDK, and repeats a batch until it is acknowledged.

    python spans.py SPANS RATE

It prints a line for each span that was acknowledged, with the key of its occurrence, and at the end in how many seconds the spans were made.
"""

import sys
import threading
import time

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExportResult

saying = threading.Lock()

# A trace has one root and so many calls of tools.
CALLS = 59


def say(lines: str) -> None:
    """Prints lines in one piece: the exporter has a thread of its own."""
    with saying:
        sys.stdout.write(lines + "\n")
        sys.stdout.flush()


class Patient(OTLPSpanExporter):
    """The exporter of the SDK, which does not give up and says what was acknowledged."""

    def export(self, spans):
        while super().export(spans) is not SpanExportResult.SUCCESS:
            time.sleep(0.5)
        say("\n".join(f"acknowledged workflow-{s.context.trace_id:032x}/s-{s.context.span_id:016x}" for s in spans))
        return SpanExportResult.SUCCESS


def main(spans: int, rate: int) -> None:
    provider = TracerProvider()
    provider.add_span_processor(BatchSpanProcessor(Patient(timeout=5), max_queue_size=spans + 1, schedule_delay_millis=200, export_timeout_millis=300_000))
    tracer = provider.get_tracer("spans")
    begin = time.monotonic()
    made = 0
    while made < spans:
        with tracer.start_as_current_span("trip", attributes={"openinference.span.kind": "AGENT", "input.value": f"Trip {made}"}):
            for call in range(min(CALLS, spans - made - 1)):
                with tracer.start_as_current_span("get_pier", attributes={"openinference.span.kind": "TOOL", "tool.name": "get_pier", "input.value": f'{{"pier": {call}}}', "output.value": "open"}):
                    pass
        made += min(CALLS + 1, spans - made)
        time.sleep(max(0, begin + made / rate - time.monotonic()))
    say(f"sent {time.monotonic() - begin:.1f} s")
    provider.force_flush(600_000)
    provider.shutdown()


main(int(sys.argv[1]), int(sys.argv[2]))
