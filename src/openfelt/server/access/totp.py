"""One-time codes by time (RFC 6238): six digits, SHA-1, thirty seconds, as every app shows them.

It is our own because it is one HMAC and a remainder: less to read than a package to trust.
"""

import hmac
from base64 import b32encode
from typing import Final
from urllib.parse import quote

STEP_S: Final = 30
DIGITS: Final = 6
# A phone's clock may be this many steps off.
DRIFT: Final = 1


def code_at(secret: bytes, step: int) -> str:
    """Return the code of a step (RFC 4226, 5.3)."""
    drawn = hmac.digest(secret, step.to_bytes(8, "big"), "sha1")
    at = drawn[-1] & 0x0F
    number = int.from_bytes(drawn[at : at + 4], "big") & 0x7FFF_FFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def step_of(secret: bytes, code: str, now_s: int) -> int | None:
    """Return the step whose code this is, None if it is no code of about now."""
    now = now_s // STEP_S
    found = None
    for step in range(now - DRIFT, now + DRIFT + 1):
        if step >= 0 and hmac.compare_digest(code_at(secret, step).encode(), code.encode()):
            found = step
    return found


def uri(secret: bytes, person: str) -> str:
    """Return what an app is given to show this person's codes."""
    text = b32encode(secret).decode().rstrip("=")
    return f"otpauth://totp/OpenFelt:{quote(person, safe='')}?secret={text}&issuer=OpenFelt"
