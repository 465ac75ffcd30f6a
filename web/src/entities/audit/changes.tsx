/** Fields that a change altered: before → after; of a set the added and removed items. */
import { ArrowRight } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AuditChange } from "@/api/types";
import { RecordLink } from "./record-page";

// of a long set the first ones are shown, the rest when asked for
const FIRST = 3;

export function Changes({ changes }: { changes: readonly AuditChange[] }) {
  return (
    <dl className="grid gap-2">
      {changes.map((change) => (
        <div key={change.field} className="min-w-0">
          <dt className="text-xs text-mut">
            <Label change={change} />
          </dt>
          <dd className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-sm [overflow-wrap:anywhere]">
            {change.added.length + change.removed.length > 0 ? <Members change={change} /> : <Sides change={change} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A label may end with the name of a record: the mark of a student. */
function Label({ change }: { change: AuditChange }) {
  const { label, referents } = change;
  const about = referents.find(({ name }) => label.endsWith(`: ${name}`));
  if (!about) return label;
  return (
    <>
      {label.slice(0, -about.name.length)}
      <RecordLink record={about} />
    </>
  );
}

function Value({ text, change: { referents } }: { text: string; change: AuditChange }) {
  const record = referents.find(({ name }) => name === text);
  return record ? <RecordLink record={record} /> : text;
}

function Sides({ change }: { change: AuditChange }) {
  const { t } = useTranslation();
  const { before, after } = change;
  const empty = <span className="text-mut">{t("audits.empty")}</span>;
  return (
    <>
      <span className="sr-only">{t("audits.before")}</span>
      {before === null ? (
        empty
      ) : (
        <del className="text-mut decoration-1">
          <Value text={before} change={change} />
        </del>
      )}
      <ArrowRight aria-hidden size={13} className="shrink-0 text-mut" />
      <span className="sr-only">{t("audits.after")}</span>
      {after === null ? (
        empty
      ) : (
        <ins className="font-[550] text-ink-strong no-underline">
          <Value text={after} change={change} />
        </ins>
      )}
    </>
  );
}

function Members({ change }: { change: AuditChange }) {
  const { t } = useTranslation();
  const [whole, setWhole] = useState(false);
  const all = [
    ...change.added.map((name) => ({ name, isAdded: true })),
    ...change.removed.map((name) => ({ name, isAdded: false })),
  ];
  // one more is as short as the words that would hide it
  const shown = whole || all.length <= FIRST + 1 ? all : all.slice(0, FIRST);
  const hidden = all.length - shown.length;
  return (
    <>
      {shown.map(({ name, isAdded }) =>
        isAdded ? (
          <ins key={`+${name}`} className="rounded bg-good-soft px-1.5 text-good no-underline">
            <span className="sr-only">{t("audits.added")}: </span>
            <span aria-hidden>+ </span>
            <Value text={name} change={change} />
          </ins>
        ) : (
          <del key={`-${name}`} className="rounded bg-bad-soft px-1.5 text-bad decoration-1">
            <span className="sr-only">{t("audits.removed")}: </span>
            <span aria-hidden>− </span>
            <Value text={name} change={change} />
          </del>
        ),
      )}
      {hidden > 0 ? (
        <button
          type="button"
          className="rounded text-ink-soft underline max-sm:min-h-11"
          onClick={() => setWhole(true)}
        >
          {t("audits.andMore", { count: hidden })}
        </button>
      ) : null}
    </>
  );
}
