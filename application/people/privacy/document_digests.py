"""Keyed digests of identity documents, to compare them without decryption (D-19)."""

from application.ports import Cipher
from contracts.sync.school_records import Documents

# 64 bits suffice: staff confirm each match before it has an effect
KEY_LENGTH = 16


def document_digests(documents: Documents, cipher: Cipher) -> list[str]:
    """Returns the digests of personal number, passport and birth certificate.

    A missing document has none.
    """
    return list(named_document_digests(documents, cipher).values())


def named_document_digests(documents: Documents, cipher: Cipher) -> dict[str, str]:
    """Returns the digests by the document's name in the API."""
    present = {
        "personalId": documents.personal_id,
        "passport": documents.passport_series + documents.passport_number,
        "birthCertificate": documents.birth_certificate,
    }
    return {name: cipher.digest(f"{name}:{paper}".encode())[:KEY_LENGTH] for name, paper in present.items() if paper}
