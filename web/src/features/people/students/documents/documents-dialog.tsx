/** Identity documents of a student (R1-042): masked, in full for a reason and for the moment (D-58). */

import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { download } from "@/api/download";
import type { StudentCard } from "@/api/types";
import { useRead } from "@/api/use-read";
import { Can } from "@/entities/access/can";
import { nameOf } from "@/entities/people/person-name";
import { Button, IconButton } from "@/ui/controls/button";
import { CopyButton } from "@/ui/controls/copy-button";
import { Dialog } from "@/ui/dialog/dialog";
import { Loaded } from "@/ui/feedback/loaded";
import { showFileError } from "@/ui/feedback/toast";
import type { StudentDialogProps } from "../actions/student-action";
import { PRIVATE_INFO } from "./document-fields";
import { RevealDialog, type Revealed } from "./reveal-dialog";

export function DocumentsDialog({ student, onClose }: StudentDialogProps) {
  const { t } = useTranslation();
  const name = nameOf(student, t);
  const read = useRead("/students/{id}", { path: { id: student.id } });
  return (
    <Dialog open size="small" onClose={onClose} title={t("student.papersOf", { name })}>
      <Loaded of={read}>{({ student }) => <DocumentsList student={student} />}</Loaded>
    </Dialog>
  );
}

/** The full numbers are gone as soon as this is. */
export function DocumentsList({ student }: { student: StudentCard }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [shown, setShown] = useState<Revealed | null>(null);
  const { papers } = student;
  const rows = [
    ["passport", papers.passport, shown && `${shown.passportSeries}${shown.passportNumber}`],
    ["personalId", papers.personalId, shown?.personalId],
    ["birthCertificate", papers.birthCertificate, shown?.birthCertificate],
  ] as const;
  return (
    <div className="grid gap-3">
      <dl className="grid gap-2">
        {rows.map(([paper, masked, full]) => (
          <div key={paper} className="min-h-12 rounded-md bg-sunken px-3 py-1.5">
            <dt className="text-xs text-mut">{t(`students.${paper}`)}</dt>
            <dd className="flex min-h-7 items-center gap-2 text-base text-ink-strong tabular-nums">
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{full || masked || "—"}</span>
              {full ? (
                <>
                  <CopyButton text={full} label={`${t(`students.${paper}`)}: ${t("kit.copy")}`} />
                  <PaperDownload studentId={student.id} paper={paper} />
                </>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
      {student.hasPersonalData ? (
        <Can permission={PRIVATE_INFO} otherwise={<p className="text-xs text-mut">{t("student.papersHint")}</p>}>
          <div className="flex flex-wrap items-center gap-3">
            <Button size="small" saves={!shown} onClick={() => (shown ? setShown(null) : setAsking(true))}>
              {t(shown ? "student.hide" : "student.reveal")}
            </Button>
            <p className="min-w-0 flex-1 text-xs text-mut">{t("student.revealText")}</p>
          </div>
        </Can>
      ) : (
        <p className="text-xs text-mut">{t("student.noPapers")}</p>
      )}
      {asking ? <RevealDialog student={student} onClose={() => setAsking(false)} onRevealed={setShown} /> : null}
    </div>
  );
}

/** An identity document as a file, after the documents were revealed for a reason (R1-042, R1-375, D-58). */
const KINDS = { passport: "passport", personalId: "personal-id", birthCertificate: "birth-certificate" } as const;

function PaperDownload({ studentId, paper }: { studentId: number; paper: keyof typeof KINDS }) {
  const { t } = useTranslation();
  const [fetching, setFetching] = useState(false);
  const fetchIt = () => {
    setFetching(true);
    const kind = KINDS[paper];
    download({ path: "/student-groups/info-file", query: { studentId, kind }, name: `${kind}-${studentId}.txt` })
      .catch(showFileError)
      .finally(() => setFetching(false));
  };
  return (
    <IconButton
      icon={Download}
      label={`${t(`students.${paper}`)}: ${t("student.download")}`}
      disabled={fetching}
      onClick={fetchIt}
    />
  );
}
