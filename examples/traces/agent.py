"""A travel agent of smolagents, traced by OpenInference and sent by the OpenTelemetry SDK. Its model is a script.

    pip install -r requirements.txt
    export OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:8484 OTEL_SERVICE_NAME=travel
    python agent.py TRIPS

The flight SK2 is sold out, so that every third trip fails. At the end it prints the number of spans.
"""

import sys

from openinference.instrumentation.smolagents import SmolagentsInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from smolagents import ChatMessage, LogLevel, MessageRole, Model, ToolCallingAgent, tool
from smolagents.models import ChatMessageToolCall, ChatMessageToolCallFunction


class Script(Model):
    """A model that says the next of its lines, and tells of a tool that failed."""

    def __init__(self, flight: str):
        super().__init__(model_id="script")
        self.lines = [("search_flights", {"to": "Oslo"}), ("book_flight", {"flight": flight}), ("final_answer", {"answer": f"booked {flight}"})]

    def generate(self, messages, **_):
        name, arguments = self.lines.pop(0)
        if "no seat left" in str(messages[-1].content):
            arguments = {"answer": "sold out"}
        call = ChatMessageToolCall(id=name, type="function", function=ChatMessageToolCallFunction(name=name, arguments=arguments))
        return ChatMessage(role=MessageRole.ASSISTANT, content=f"I call {name}.", tool_calls=[call])


@tool
def search_flights(to: str) -> str:
    """Finds flights.

    Args:
        to: where to
    """
    return f"SK1 and SK2 go to {to}"


@tool
def book_flight(flight: str) -> str:
    """Books a flight.

    Args:
        flight: the number of the flight
    """
    if flight == "SK2":
        raise RuntimeError("no seat left")
    return f"booked {flight}"


class Counter(SpanProcessor):
    """Counts the spans that ended."""

    spans = 0

    def on_end(self, span):
        self.spans += 1


def main(trips: int) -> None:
    counter, provider = Counter(), TracerProvider()
    provider.add_span_processor(counter)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    SmolagentsInstrumentor().instrument(tracer_provider=provider)
    tracer = provider.get_tracer("travel")
    for trip in range(trips):
        agent = ToolCallingAgent(tools=[search_flights, book_flight], model=Script("SK2" if trip % 3 == 0 else "SK1"), verbosity_level=LogLevel.OFF)
        try:
            with tracer.start_as_current_span("trip"):
                if agent.run("Book a flight to Oslo") == "sold out":
                    raise RuntimeError("no seat left")
        except RuntimeError as err:
            print(f"trip {trip}: {err}", file=sys.stderr)
    provider.shutdown()
    print(counter.spans)


main(int(sys.argv[1]))
