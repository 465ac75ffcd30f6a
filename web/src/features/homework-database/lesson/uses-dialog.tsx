/** The groups that a homework of the database was given to (D-104). */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRead } from "@/api/use-read";
import { formatDate } from "@/lib/dates";
import { Dialog } from "@/ui/dialog/dialog";
import { PlainTag } from "@/ui/display/status-tag";
import { Loaded } from "@/ui/feedback/loaded";
import { Pager } from "@/ui/table/pager";

const STANDARD_SIZE = 20;

export function UsesDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState(STANDARD_SIZE);
  const read = useRead(
    "/homework-db/{id}/uses",
    { path: { id }, query: { page, perPage } },
    { keepPreviousData: true },
  );
  const resize = (size: number) => {
    setPerPage(size);
    setPage(1);
  };
  return (
    <Dialog open onClose={onClose} title={t("homeworkDatabase.uses.title")} text={t("homeworkDatabase.copyNote")}>
      <Loaded of={read}>
        {({ uses, total, groups }) => (
          <>
            <p className="mb-2 text-sm text-mut">{t("homeworkDatabase.uses.total", { groups, total })}</p>
            <ul className="divide-y divide-line-soft">
              {uses.map((use) => (
                <li key={use.homeworkId} className="grid gap-0.5 py-2 text-sm">
                  <span className="flex flex-wrap items-center gap-2">
                    <strong className="font-[550] text-ink-strong">{use.group.name}</strong>
                    <span className="text-mut tabular-nums">{formatDate(use.lessonDate)}</span>
                    {use.isEdited ? <PlainTag>{t("homeworkDatabase.uses.edited")}</PlainTag> : null}
                    <span className="ml-auto text-mut">{t("homeworkDatabase.edition", { number: use.edition })}</span>
                  </span>
                  <span className="text-mut">
                    {[use.topic, use.givenBy?.name, t("homeworkDatabase.uses.students", { count: use.students })]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                </li>
              ))}
            </ul>
            {total > STANDARD_SIZE ? (
              <Pager page={page} perPage={perPage} total={total} onPage={setPage} onResize={resize} />
            ) : null}
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
