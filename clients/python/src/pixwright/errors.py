"""The error of a call that failed."""

from __future__ import annotations

from typing import Any, Dict, Optional


class PixwrightError(Exception):
    """A call was refused, or no answer came.

    code: the name of the error, such as KEY_INVALID; SERVER_UNREACHABLE without an answer.
    status: the HTTP status; 0 without an answer.
    msg: a sentence for a person.
    """

    def __init__(
        self,
        code: str,
        status: int,
        msg: str,
        details: Any = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(f"{code}: {msg}")
        self.code = code
        self.status = status
        self.msg = msg
        self.details = details
        self.request_id = request_id
        self.retry_after = retry_after

    @property
    def task(self) -> Optional[Dict[str, Any]]:
        """The task that a call made although it was refused: one that failed at once."""
        found = self.details.get("task") if isinstance(self.details, dict) else None
        return found if isinstance(found, dict) else None
