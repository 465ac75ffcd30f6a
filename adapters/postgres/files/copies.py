"""Copies of the rows of files: another record refers to the same bytes (D-104)."""


def copy_files(from_entity: str, to_entity: str) -> str:
    """The statement that copies files from records, $1, to other ones, $2.

    Each copy has a public id of its own; the bytes are found by their digest. Both arguments are in the code, never
    input.
    """
    random = "translate(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')"
    return f"""
    insert into files (public_id, kind, digest, media_type, size, name, entity, entity_id, created_by)
    select {random}, f.kind, f.digest, f.media_type, f.size, f.name, '{to_entity}', n.to_id, f.created_by
    from unnest($1::bigint[], $2::bigint[]) n (from_id, to_id)
    join files f on f.entity = '{from_entity}' and f.entity_id = n.from_id order by n.to_id, f.id
    """  # noqa: S608
