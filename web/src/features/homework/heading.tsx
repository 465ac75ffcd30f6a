type HeadingProps = {
  of: string;
  /** A line of a phone alone, where it stands far below otherwise. */
  note?: string | undefined;
};

/** The heading of a page below a group: the phone's header names the group or the kind of page, so it stays there. */
export function Heading({ of, note }: HeadingProps) {
  return (
    <div className="min-w-0">
      <h1 className="text-xl font-[650] tracking-[-0.01em] text-ink-strong [overflow-wrap:anywhere] max-sm:text-lg">
        {of}
      </h1>
      {note ? <p className="text-sm text-mut sm:hidden">{note}</p> : null}
    </div>
  );
}
