"""The storage of the audit log: its writer, chain of seals and subject keys."""
