/** Changes of a run, field by field: a page at a time, of one kind of record or of all. */
import { ArrowRight } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Answer } from "@/api/request";
import { useRead } from "@/api/use-read";
import { Loaded } from "@/ui/feedback/loaded";
import { Pager } from "@/ui/table/pager";

type Change = Answer<"get", "/synchronization/runs/{id}/changes">["changes"][number];
type Entity = Change["entity"];

const ENTITIES = ["head_office", "teacher", "student", "course", "group", "enrolment"] as const satisfies Entity[];
const FIRST_SIZE = 10;

export function RunChanges({ id }: { id: number }) {
  const { t } = useTranslation();
  const [entity, setEntity] = useState<Entity | "">("");
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState(FIRST_SIZE);
  const name = useId();
  const query = { page, perPage, ...(entity ? { entity } : {}) };
  const read = useRead("/synchronization/runs/{id}/changes", { path: { id }, query }, { keepPreviousData: true });
  return (
    <section aria-label={t("synchronisation.changes.open")} className="grid gap-2">
      <select
        id={name}
        aria-label={t("synchronisation.columns.type")}
        className="field"
        value={entity}
        onChange={(event) => {
          setEntity(event.target.value as Entity | "");
          setPage(1);
        }}
      >
        <option value="">{t("synchronisation.changes.everything")}</option>
        {ENTITIES.map((one) => (
          <option key={one} value={one}>
            {t(`synchronisation.changes.entities.${one}`)}
          </option>
        ))}
      </select>
      <Loaded of={read}>
        {({ changes, total, hidden }) => (
          <>
            {hidden > 0 ? (
              <p className="text-xs text-mut">{t("synchronisation.changes.hidden", { count: hidden })}</p>
            ) : null}
            {total === 0 ? (
              <p className="text-sm text-mut">
                {t("synchronisation.changes.none")}. {hidden === 0 ? t("synchronisation.changes.unrecorded") : null}
              </p>
            ) : null}
            <ul className="grid gap-1.5" aria-busy={read.isPlaceholder || undefined}>
              {changes.map((change) => (
                <Changed key={change.id} change={change} />
              ))}
            </ul>
            {total > FIRST_SIZE ? (
              <Pager
                page={page}
                perPage={perPage}
                total={total}
                onPage={setPage}
                onResize={(size) => {
                  setPerPage(size);
                  setPage(1);
                }}
              />
            ) : null}
          </>
        )}
      </Loaded>
    </section>
  );
}

function Changed({ change }: { change: Change }) {
  const { t } = useTranslation();
  const shown = (value: string | null) => value ?? t("synchronisation.changes.empty");
  return (
    <li className="rounded-md bg-sunken px-3 py-2 text-sm [overflow-wrap:anywhere]">
      <p className="font-[550] text-ink-strong">{change.name || t("kit.unknownPerson")}</p>
      <p className="text-xs text-mut">
        {[
          t(`synchronisation.changes.verbs.${change.verb}`),
          t(`synchronisation.changes.entities.${change.entity}`),
          change.schoolId === null ? null : `ID ${change.schoolId}`,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {change.fields.length > 0 ? (
        <dl className="mt-1 grid gap-1">
          {change.fields.map(({ field, label, before, after }) => (
            <div key={field}>
              <dt className="text-xs text-mut">{label}</dt>
              <dd className="flex flex-wrap items-center gap-x-1.5">
                {change.verb === "created" ? null : (
                  <>
                    <del className="text-mut decoration-1">{shown(before)}</del>
                    <ArrowRight aria-hidden size={13} className="shrink-0 text-mut" />
                  </>
                )}
                <ins className="no-underline">{shown(after)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </li>
  );
}
