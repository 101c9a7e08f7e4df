"""What the package makes of services with which things go wrong; CAUSEWAY_URL is before all of them."""

import asyncio
import inspect
import os

from causeway import AsyncCauseway, Causeway, CausewayError, EpisodeInput

base = os.environ["CAUSEWAY_URL"]
episode: EpisodeInput = {"id": "trouble", "task": "Meet trouble"}
real = Causeway(url=base + "/real")

try:
    Causeway(url=base + "/real", token="cw_wrong").why("trouble/outcome")
except CausewayError as error:
    print(f"wrong token: {error.code}")

try:
    Causeway(url=base + "/lost", timeout=2).record(episode)
except CausewayError as error:
    print(f"no answer: {error.code}")
    print(f"with the key of the error: {real.record(episode, key=error.key)['change']}")
print(f"with another key: {real.record(episode)['change']}")

print(f"behind a proxy that stumbles: {Causeway(url=base + '/proxy').record(episode)['change']}")

for name, client in (("other", Causeway(url=base + "/other")), ("nobody", Causeway(url="http://127.0.0.1:1", attempts=1))):
    try:
        client.recall("anything")
    except CausewayError as error:
        print(f"{name}: {error.code}")

busy = Causeway(url=base + "/busy", attempts=2)
try:
    busy.send("mutation { anything }")
except CausewayError as error:
    print(f"busy: {error.code}")
try:
    busy.recall("anything")
except CausewayError as error:
    print(f"busy: {error.code}")

try:
    real.record({"id": "no/slash", "task": "Be refused"})
except CausewayError as error:
    print(f"refused: {error.code} {error.field}, hint {'given' if error.hint else 'missing'}")


async def beside() -> None:
    async with AsyncCauseway(url=base + "/real") as memory, AsyncCauseway(url=base + "/busy", attempts=2) as turned_away:
        receipt, found = await asyncio.gather(memory.record(episode), memory.recall("trouble"))
        print(f"async: {receipt['change']}, {found['hits'][0]['episode']['key']}")
        try:
            await turned_away.recall("anything")
        except CausewayError as error:
            print(f"async: {error.code}")


asyncio.run(beside())
for name, method in inspect.getmembers(Causeway, inspect.isfunction):
    if not name.startswith("_") and name != "close" and inspect.signature(method) != inspect.signature(getattr(AsyncCauseway, name)):
        print(f"AsyncCauseway.{name} differs from Causeway.{name}")
