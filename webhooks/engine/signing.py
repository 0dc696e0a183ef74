"""How a delivery is signed: the scheme of Standard Webhooks (https://www.standardwebhooks.com), for which receivers have libraries.

What is signed is the delivery's id, the time in seconds since 1970 and the body, with points between them; the signature is their
HMAC-SHA256 in base64 after ``v1,``. The secret is shown as ``whsec_`` and its bytes in base64.
"""

import base64
import hashlib
import hmac
from collections.abc import Mapping
from typing import Final

PREFIX: Final = "whsec_"


def secret_text(secret: bytes) -> str:
    """The secret as a receiver's settings take it."""
    return PREFIX + base64.b64encode(secret).decode()


def signature_of(secret: bytes, number: str, seconds: int, body: bytes) -> str:
    """The signature of a body that is sent under this id at this time (seconds since 1970)."""
    signed = f"{number}.{seconds}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(secret, signed, hashlib.sha256)).decode()


def headers_of(secret: bytes, number: str, seconds: int, body: bytes) -> Mapping[str, str]:
    """The headers by which the receiver knows the delivery, its time and that it is ours."""
    return {
        "webhook-id": number,
        "webhook-timestamp": str(seconds),
        "webhook-signature": signature_of(secret, number, seconds, body),
    }
