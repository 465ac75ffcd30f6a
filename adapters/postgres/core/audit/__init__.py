"""The audit log underneath: its one writer, the chain of seals and the keys of its subjects."""
