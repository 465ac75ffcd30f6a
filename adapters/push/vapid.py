"""The VAPID key pair of the console (RFC 8292), in the encoding of browsers."""

import base64

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

_CURVE = ec.SECP256R1()
_BYTES = 32


def new_pair() -> tuple[str, str]:
    """A new public and private key, base64url.

    The public key is the uncompressed point that browsers subscribe with, the private key the number.
    """
    key = ec.generate_private_key(_CURVE)
    return _point(key), _written(key.private_numbers().private_value.to_bytes(_BYTES, "big"))


def private_key(written: str) -> ec.EllipticCurvePrivateKey:
    """Decodes a private key. Raises ValueError."""
    return ec.derive_private_key(int.from_bytes(_read(written), "big"), _CURVE)


def public_key(written: str) -> ec.EllipticCurvePublicKey:
    """Decodes a public key. Raises ValueError."""
    return ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, _read(written))


def _point(key: ec.EllipticCurvePrivateKey) -> str:
    return _written(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _written(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def _read(written: str) -> bytes:
    return base64.urlsafe_b64decode(written + "=" * (-len(written) % 4))
