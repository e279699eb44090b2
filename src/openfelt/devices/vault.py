"""The key of a floor's sealed values, in a file outside the journal, and what it locks."""

from base64 import b64decode, b64encode
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from openfelt.core.draw import ByteSource
from openfelt.devices.chance import SYSTEM
from openfelt.devices.port import Sealed
from openfelt.engine.key import KEY_BYTES, key_at
from openfelt.floor.seal import digest_of

_NONCE_BYTES: Final = 12
_SALT_BYTES: Final = 16


class VaultFault(Exception):
    """The key is not the one the floor's values were sealed with, or cannot be read."""


class Vault:
    """Seals texts and opens them again.  The name of a seal is locked in with its value."""

    def __init__(self, key: bytes, source: ByteSource = SYSTEM) -> None:
        if len(key) != KEY_BYTES:
            raise VaultFault(
                f"a seal key has {KEY_BYTES} bytes, this one {len(key)}: restore it from a copy"
            )
        self._cipher = ChaCha20Poly1305(key)
        self._source = source

    @classmethod
    def at(cls, path: Path) -> "Vault":
        """Read the key, or draw one where no floor has been yet."""
        return cls(key_at(path))

    def seal(self, seal: str, value: str) -> Sealed:
        """Lock a value; its salt keeps the hash from being guessed at."""
        salted = f"{self._source(_SALT_BYTES).hex()} {value}"
        nonce = self._source(_NONCE_BYTES)
        locked = self._cipher.encrypt(nonce, salted.encode(), seal.encode())
        return Sealed(digest_of(salted), b64encode(nonce + locked).decode())

    def open(self, seal: str, sealed: str) -> str:
        """Return the salted value."""
        locked = b64decode(sealed)
        try:
            value = self._cipher.decrypt(
                locked[:_NONCE_BYTES], locked[_NONCE_BYTES:], seal.encode()
            )
        except InvalidTag:
            raise VaultFault(
                f"{seal} was sealed with another key: put back the key file of this floor"
            ) from None
        return value.decode()
