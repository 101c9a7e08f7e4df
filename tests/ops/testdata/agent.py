"""A scripted agent, instrumented with OpenInference, that sends its spans with the OpenTelemetry SDK.

    python agent.py TRIPS

Every third trip fails. It prints "acknowledged TRACE SPAN" for each span whose export was answered, and "trip N" after each trip.
"""

import sys
import threading
import time

from openinference.instrumentation import TracerProvider, using_session
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExportResult


saying = threading.Lock()


def say(line: str) -> None:
    """Prints a line in one piece: the exporter has a thread of its own."""
    with saying:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


class Telling(OTLPSpanExporter):
    """The exporter of the SDK, which says what was acknowledged."""

    def export(self, spans):
        result = super().export(spans)
        if result is SpanExportResult.SUCCESS:
            for span in spans:
                say(f"acknowledged {span.context.trace_id:032x} {span.context.span_id:016x}")
        return result


provider = TracerProvider(resource=Resource.create({"service.name": "travel-shop"}))
provider.add_span_processor(BatchSpanProcessor(Telling(), schedule_delay_millis=50, max_export_batch_size=20))
tracer = provider.get_tracer("toy-agent")


class SoldOut(Exception):
    pass


@tracer.tool(name="search_flights")
def search_flights(to: str) -> str:
    return f"SK1 and SK2 to {to}"


@tracer.tool(name="book_flight")
def book_flight(flight: str, left: int) -> str:
    if left == 0:
        raise SoldOut("no seat left")
    return f"booked {flight}"


@tracer.agent(name="travel")
def travel(wish: str, left: int) -> str:
    search_flights("Oslo")
    return book_flight("SK2", left)


def main(trips: int) -> None:
    for trip in range(trips):
        with using_session(f"trip-{trip}"):
            try:
                travel("Book a flight to Oslo", 0 if trip % 3 == 0 else 1)
            except SoldOut:
                pass
        say(f"trip {trip}")
        time.sleep(0.02)
    provider.shutdown()


main(int(sys.argv[1]))
