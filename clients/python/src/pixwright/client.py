"""What programs do with a Pixwright server: send files, run tools, wait, fetch results, alone or in batches."""

from __future__ import annotations

import mimetypes
import os
import re
import secrets
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Union
from urllib.parse import quote as escape

from .errors import PixwrightError
from .http import Http

Task = Dict[str, Any]
OPEN = ("queued", "running")
FIRST_POLL, LONGEST_POLL = 0.3, 2.0
SIGN_TRIES = 3


@dataclass(frozen=True)
class File:
    """A file to work on, as `Client.open` makes it. Its bytes are sent when a call needs them, once."""

    path: Path

    @property
    def name(self) -> str:
        return self.path.name


@dataclass(frozen=True)
class BatchOutcome:
    """What became of an input: a task that has ended, or the error that kept it from becoming one."""

    task: Optional[Task] = None
    error: Optional[PixwrightError] = None


class Client:
    """
    origin: where the server is, such as https://pixwright.example.
    key: an API key (pxk_…); or token: that of a login; or neither: a visitor, whose random id is client_uid.
    language: of sentences and names, "en" or "zh".
    give_up_after: seconds for which failures of the network and an overloaded server are waited out.
    """

    def __init__(
        self,
        origin: str,
        key: Optional[str] = None,
        *,
        token: Optional[str] = None,
        client_uid: Optional[str] = None,
        language: str = "en",
        give_up_after: float = 600,
    ) -> None:
        headers = {"lang": language}
        if key:
            headers["authorization"] = f"Bearer {key}"
        elif token:
            headers["token"] = token
        else:
            headers["clientUid"] = client_uid or secrets.token_hex(16)
        self._http = Http(origin, headers, give_up_after)
        self._sent: Dict[File, str] = {}
        self._lock = Lock()

    def open(self, path: Union[str, "os.PathLike[str]"]) -> File:
        """A file on disk as an input of a call."""
        found = Path(path)
        if not found.is_file():
            raise FileNotFoundError(str(found))
        return File(found)

    def upload(self, file: Union[File, str, "os.PathLike[str]"]) -> str:
        """Sends a file, in parts if it is large, and returns its path on the server, which calls take as an input."""
        opened = file if isinstance(file, File) else self.open(file)
        for attempt in range(1, SIGN_TRIES + 1):
            try:
                return self._upload_once(opened)
            except PixwrightError as error:
                # A signature is valid for 15 minutes, and an unfinished upload for an hour: begin anew.
                if error.status not in (403, 404) or attempt == SIGN_TRIES:
                    raise
        raise AssertionError("unreachable")

    def _upload_once(self, file: File) -> str:
        size = file.path.stat().st_size
        content_type = mimetypes.guess_type(file.name)[0] or ""
        signing = {"fileName": file.name[-255:], "fileSize": size, "contentType": content_type}
        signed = self._http.patiently("POST", "/web/tos/new-get-signature-norecord", body=signing)
        done = {"key": signed["key"], "uploadId": signed["uploadId"]}
        if signed["uploadId"] is None:
            content = file.path.read_bytes()
            self._http.repeat(lambda _: self._http.send(signed["method"], signed["url"], content, signed["headers"]))
        else:
            self._send_parts(file, size, signed)
        return str(self._http.patiently("POST", "/web/tos/complete", body=done)["path"])

    def _send_parts(self, file: File, size: int, signed: Mapping[str, Any]) -> None:
        part_size = int(signed["partSize"])
        with file.path.open("rb") as stream:
            for number in range(1, -(-size // part_size) + 1):
                content = stream.read(part_size)

                def send(_: int, number: int = number, content: bytes = content) -> None:
                    body = {"key": signed["key"], "uploadId": signed["uploadId"], "partNumber": number}
                    target = self._http.call("POST", "/web/tos/part", body=body)
                    self._http.send("PUT", target["url"], content, target["headers"])

                self._http.repeat(send)

    def _place(self, value: Any) -> Any:
        """The value with the path of each file in its place."""
        if isinstance(value, (list, tuple)):
            return [self._place(one) for one in value]
        if not isinstance(value, File):
            return value
        with self._lock:
            known = self._sent.get(value)
        if known is None:
            known = self.upload(value)
            with self._lock:
                self._sent[value] = known
        return known

    def start(self, path: str, input: Mapping[str, Any], idempotency_key: Optional[str] = None) -> Task:
        """Starts the task of a call and returns it as it stands. The same key never starts a second one."""
        key = idempotency_key or secrets.token_hex(16)
        try:
            return self._start_once(path, input, key)
        except PixwrightError as error:
            if error.status != 404:
                raise
            # The server has deleted uploads meanwhile.
            with self._lock:
                self._sent.clear()
            return self._start_once(path, input, key if idempotency_key else secrets.token_hex(16))

    def _start_once(self, path: str, input: Mapping[str, Any], key: str) -> Task:
        files = [one for value in input.values() for one in (value if isinstance(value, (list, tuple)) else [value])]
        first = next((one for one in files if isinstance(one, File)), None)
        hints = {"fileName": first.name[-255:], "fileSize": first.path.stat().st_size} if first else {}
        body = {**hints, **{name: self._place(value) for name, value in input.items()}, "wait": 0}
        try:
            task: Task = self._http.patiently("POST", path, body=body, headers={"Idempotency-Key": key})
            return task
        except PixwrightError as error:
            # A task that fails at once is told by an error, but it is a task nevertheless.
            if error.task:
                return error.task
            raise

    def find(self, task_id: str) -> Task:
        """A task as it stands."""
        task: Task = self._http.patiently("GET", f"/web/task/{escape(task_id, safe='')}")
        return task

    def wait(self, task: Union[Task, str], on_change: Optional[Callable[[Task], None]] = None) -> Task:
        """The task once it has ended."""
        known = self.find(task) if isinstance(task, str) else task
        pause = FIRST_POLL
        while True:
            if on_change:
                on_change(known)
            if known["status"] not in OPEN:
                return known
            time.sleep(pause)
            pause = min(LONGEST_POLL, pause * 1.3)
            known = self.find(known["taskId"])

    def run(
        self, path: str, input: Mapping[str, Any], on_change: Optional[Callable[[Task], None]] = None
    ) -> Task:
        """Runs a call to its end. Files are `client.open(…)`, paths that `upload` returned, or http(s) links."""
        return self.wait(self.start(path, input), on_change)

    def run_batch(
        self, path: str, inputs: Sequence[Mapping[str, Any]], batch_id: Optional[str] = None, at_once: int = 8
    ) -> List[BatchOutcome]:
        """Runs a call on each input, some at once, and returns what became of them in their order."""
        batch = batch_id or secrets.token_hex(16)

        def run_one(input: Mapping[str, Any]) -> BatchOutcome:
            key = secrets.token_hex(16)
            while True:
                try:
                    return BatchOutcome(task=self.wait(self.start(path, {**input, "batchId": batch}, key)))
                except PixwrightError as error:
                    if error.code != "TOO_MANY_OPEN_TASKS":
                        return BatchOutcome(error=error)
                    time.sleep(error.retry_after or 5)

        with ThreadPoolExecutor(max_workers=at_once) as pool:
            return list(pool.map(run_one, inputs))

    def cancel(self, task_id: str) -> Task:
        """Stops a task and releases what it holds."""
        task: Task = self._http.patiently("POST", f"/web/task/{escape(task_id, safe='')}/cancel")
        return task

    def quote(self, path: str, input: Mapping[str, Any]) -> Dict[str, Any]:
        """What a call would cost and how long it would take, also before its files are sent. Starts nothing."""
        payload = {name: value for name, value in input.items() if not isinstance(value, File)}
        quote: Dict[str, Any] = self._http.patiently("POST", "/web/task/quote", body={"tool": path, "payload": payload})
        return quote

    def call(self, method: str, path: str, **options: Any) -> Any:
        """Any other call of the API, repeated while that may help; returns the data of its answer."""
        return self._http.patiently(method, path, **options)

    def save(self, task: Task, folder: Union[str, "os.PathLike[str]"] = ".") -> List[Path]:
        """Pays what the result costs, once, and writes its files into a folder, under names that are free there."""
        place = Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        saved = []
        for index, file in enumerate((task.get("result") or {}).get("files", [])):
            target = _free_name(place, safe_name(file["name"]))
            self._http.repeat(lambda _: self._save_one(task["taskId"], index, file, target))
            saved.append(target)
        return saved

    def _save_one(self, task_id: str, index: int, file: Mapping[str, Any], target: Path) -> None:
        path = f"/web/task/{escape(task_id, safe='')}/download"
        address = self._http.call("POST", path, body={"fileIndex": index})["url"]
        part = target.with_name(target.name + ".part")
        try:
            part.unlink(missing_ok=True)
            with self._http.fetch(address) as answer, part.open("xb") as stream:
                shutil.copyfileobj(answer, stream)
            if file["size"] > 0 and part.stat().st_size != file["size"]:
                raise PixwrightError("SERVER_UNREACHABLE", 0, f"{file['name']} arrived incomplete")
            os.replace(part, target)
        except OSError as cause:
            raise PixwrightError("SERVER_UNREACHABLE", 0, str(cause)) from cause
        finally:
            part.unlink(missing_ok=True)


def safe_name(name: str) -> str:
    """A name from a server as one that stays in its folder and hides nothing."""
    last = next((part for part in reversed(re.split(r"[/\\]", name)) if part.strip(" .")), "")
    clean = re.sub(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]", "", last)
    clean = re.sub(r'[<>:"|?*]', "_", clean).strip(" .")
    stem, extension = os.path.splitext(clean)
    short = (stem.encode()[: 200 - len(extension.encode())].decode(errors="ignore") + extension) or "file"
    reserved = re.match(r"(?i)(con|prn|aux|nul|com\d|lpt\d)\s*(\.|$)", short)
    return f"_{short}" if reserved else short


def _free_name(folder: Path, name: str) -> Path:
    stem, extension = os.path.splitext(name)
    number, place = 1, folder / name
    while place.exists() or place.is_symlink():
        number += 1
        place = folder / f"{stem} ({number}){extension}"
    return place


__all__ = ["BatchOutcome", "Client", "File"]
