"""Verifies the messages of webhooks (Standard Webhooks)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import time
from typing import Mapping


def is_genuine(headers: Mapping[str, str], body: bytes, secret: str, tolerance_seconds: float = 300) -> bool:
    """Whether a message is genuine and recent: its headers, its body as it arrived, and the secret (whsec_…)."""
    named = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp = named.get("webhook-id", ""), named.get("webhook-timestamp", "")
    try:
        age = abs(time.time() - int(timestamp))
        key = base64.b64decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret)
    except ValueError:
        return False
    if age > tolerance_seconds:
        return False
    signed = f"{message_id}.{timestamp}.".encode() + body
    wanted = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = [one[len("v1,") :] for one in named.get("webhook-signature", "").split(" ") if one.startswith("v1,")]
    return any(hmac.compare_digest(one.encode(), wanted.encode()) for one in given)
