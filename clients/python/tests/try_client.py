"""Run by client/examples.test.ts, which starts a server and puts large.bmp and broken.bmp into the working folder."""

import os
from pathlib import Path
from types import SimpleNamespace

from pixwright import Client, PixwrightError, http
from pixwright.client import safe_name

CONVERT = "/web/picture/format/newPicFormat"
ORIGIN, KEY = os.environ["PIXWRIGHT_SERVER"], os.environ["PIXWRIGHT_KEY"]

hostile = ["../x", "..", "", "C:\\a\\b", "/etc/passwd", ".bashrc", "CON", "a\x00b", "x" * 999, "图" * 200]
for name in hostile:
    safe = safe_name(name)
    assert safe not in ("", ".", "..") and not set("/\\\0") & set(safe) and len(safe.encode()) <= 255, name

client = Client(ORIGIN, KEY)
task = client.run(CONVERT, {"imageUrl": client.open("large.bmp"), "format": "jpg", "width": 50})
(saved,) = client.save(task, "large")
assert saved == Path("large/large.jpg") and saved.read_bytes()[:2] == bytes([255, 216])
assert client.save(task, "large") == [Path("large/large (2).jpg")]

broken = client.run(CONVERT, {"imageUrl": client.open("broken.bmp"), "format": "png"})
assert broken["status"] == "failed" and broken["error"]["error"] == "FILE_CORRUPT", broken


def refusal(client: Client) -> PixwrightError:
    try:
        client.find(task["taskId"])
    except PixwrightError as error:
        return error
    raise AssertionError("no error")


assert refusal(Client(ORIGIN, "pxk_" + "A" * 43)).code == "KEY_INVALID"
assert refusal(Client(ORIGIN)).status == 404
assert refusal(Client("http://127.0.0.1:1", give_up_after=1)).status == 0

clock = [0.0]
http.time = SimpleNamespace(monotonic=lambda: clock[0], sleep=lambda _: clock.__setitem__(0, clock[0] + 30))


def tries(*failures: PixwrightError) -> int:
    """How often is called what fails in this order, half a minute apart."""
    calls = []

    def run(_: int) -> None:
        calls.append(1)
        if len(calls) <= len(failures):
            raise failures[len(calls) - 1]

    try:
        http.Http(ORIGIN, {}, 600).repeat(run)
    except PixwrightError:
        pass
    return len(calls)


away = [PixwrightError("SERVER_UNREACHABLE", 0, "")] * 6
told = PixwrightError("UNEXPECTED", 500, "", request_id="one")
foreign = PixwrightError("UNEXPECTED", 500, "")
assert tries(*away, *[told] * 4) == 11 and tries(*[told] * 9) == 5
assert tries(*away, *[foreign] * 5) == 12 and tries(*[foreign] * 9) == 6
print("fine")
