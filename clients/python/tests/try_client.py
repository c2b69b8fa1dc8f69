"""Run by client/examples.test.ts, which starts a server and puts large.bmp and broken.bmp into the working folder."""

import os
from pathlib import Path

from pixwright import Client, PixwrightError
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
print("fine")
