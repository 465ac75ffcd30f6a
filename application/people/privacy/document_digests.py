"""Keyed digests of identity documents, to compare them without decryption (D-19)."""

from application.ports import Cipher
from contracts.sync.school_records import Documents

# 64 bits suffice: staff confirm each match before it has an effect
KEY_LENGTH = 16


def document_digests(papers: Documents, cipher: Cipher) -> list[str]:
    """Returns the digests of personal number, passport and birth certificate.

    A missing document has none.
    """
    return list(named_document_digests(papers, cipher).values())


def named_document_digests(papers: Documents, cipher: Cipher) -> dict[str, str]:
    """Returns the digests by the document's name in the API."""
    present = {
        "personalId": papers.personal_id,
        "passport": papers.passport_series + papers.passport_number,
        "birthCertificate": papers.birth_certificate,
    }
    return {name: cipher.digest(f"{name}:{paper}".encode())[:KEY_LENGTH] for name, paper in present.items() if paper}
