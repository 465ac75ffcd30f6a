"""How equal papers are found without opening any: a keyed digest of each paper alone (D-19)."""

from application.ports import Cipher
from contracts.sync.school_records import Documents

# 64 bits: enough to tell, and who is found is looked at before anything is said
KEY_LENGTH = 16


def paper_keys(papers: Documents, cipher: Cipher) -> list[str]:
    """A key for each paper that there is: the personal number, the passport, the birth certificate."""
    return list(named_paper_keys(papers, cipher).values())


def named_paper_keys(papers: Documents, cipher: Cipher) -> dict[str, str]:
    """The same by the paper's name on the wire."""
    there = {
        "personalId": papers.personal_id,
        "passport": papers.passport_series + papers.passport_number,
        "birthCertificate": papers.birth_certificate,
    }
    return {name: cipher.digest(f"{name}:{paper}".encode())[:KEY_LENGTH] for name, paper in there.items() if paper}
