"""Records an episode, then asks what to read before a task and why the episode failed."""

from causeway import Causeway

memory = Causeway("prices")
memory.record({"id": "monday", "task": "Make the price list faster", "outcome": "FAILURE", "decisions": [{"id": "d001", "chosen": "Keep prices for an hour", "effects": ["outcome"]}]})
print(memory.context("Keep prices in the kiosks")["text"])
print([cause["node"]["label"] for cause in memory.why("monday/outcome")["edges"]])
