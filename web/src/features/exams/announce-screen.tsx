/** Announcing an exam: outcomes by name, or who stands in the way (R2-040, ui.md). */
import { Megaphone } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { invalidate } from "@/api/cache";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { useZone } from "@/entities/access/use-zone";
import { RESULT_WORDS } from "@/entities/exams/exam-result";
import type { Audience } from "@/entities/groups/group-tabs";
import { useCrumb } from "@/lib/crumb";
import { formatDateTime } from "@/lib/dates";
import { Button } from "@/ui/controls/button";
import { CopyButton } from "@/ui/controls/copy-button";
import { Card, Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { showDone } from "@/ui/feedback/toast";
import { AnnounceDialog } from "./announce-dialog";
import { type AnnouncePreview, addressOf, monthsOf, publicAddress, STALE } from "./exam-paths";
import { reasonOf, useFailingReasons } from "./use-failing-reasons";

export const AnnounceScreen = () => <Announce audience="admin" />;
export const OwnAnnounceScreen = () => <Announce audience="academic" />;

function Announce({ audience }: { audience: Audience }) {
  const { t } = useTranslation();
  const { examId } = addressOf(audience, useParams());
  const [asking, setAsking] = useState(false);
  const [sent, setSent] = useState(false);
  const announced = useRef<HTMLElement>(null);
  const read = useRead("/exams/{id}/announce", { path: { id: examId } });
  const announce = useChange("post", "/exams/{id}/announce", {
    invalidates: [...STALE],
    onDone: () => {
      showDone(t("exams.announcedDone"));
      setSent(true);
    },
    // what stands in the way now is shown
    onError: () => void invalidate("/exams/{id}/announce"),
  });
  const preview = read.data;
  const exam = useRead("/exams/{id}", { path: { id: examId } }).data?.exam;
  useCrumb(exam?.group.name);
  const isAnnounced = Boolean(preview?.announcedAt);
  // the button that was pressed is gone: the keyboard goes on at what has taken its place
  useEffect(() => {
    if (sent && isAnnounced && !asking) announced.current?.focus();
  }, [sent, isAnnounced, asking]);
  return (
    <Page
      title={t("exams.announce")}
      actions={
        preview && !isAnnounced ? (
          <Button icon={Megaphone} look="main" saves disabled={!preview.may} onClick={() => setAsking(true)}>
            {t("exams.announce")}
          </Button>
        ) : null
      }
    >
      <Loaded of={read}>{(shown) => <Outcome of={shown} announced={announced} />}</Loaded>
      {preview && asking ? (
        <AnnounceDialog
          preview={preview}
          about={exam ? `${monthsOf(exam)}, ${exam.group.name}` : ""}
          onConfirm={() => announce.run({ path: { id: examId }, body: { version: preview.version } })}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Page>
  );
}

type OutcomeProps = { of: AnnouncePreview; announced: RefObject<HTMLElement | null> };

function Outcome({ of: preview, announced }: OutcomeProps) {
  const { t } = useTranslation();
  const zone = useZone();
  const reasons = useFailingReasons();
  const address = publicAddress(preview.publicId);
  const parts = [
    { title: t("exams.unchecked"), students: preview.unchecked },
    { title: t(RESULT_WORDS[2]), students: preview.passed },
    { title: t(RESULT_WORDS[1]), students: preview.failed },
    { title: t(RESULT_WORDS[4]), students: preview.failedExam },
    { title: t(RESULT_WORDS[3]), students: preview.absent },
  ];
  return (
    <div className="grid grid-cols-1 gap-4">
      {preview.announcedAt ? (
        <section ref={announced} tabIndex={-1} aria-label={t("exams.announcedDone")} className="focus:outline-none">
          <Card title={`${t("exams.announcedDone")} · ${formatDateTime(preview.announcedAt, zone)}`}>
            <p className="mb-2 text-sm text-mut">{t("exams.publicText")}</p>
            <span className="flex items-center gap-2">
              <a href={address} target="_blank" rel="noreferrer" className="min-w-0 flex-1 truncate text-accent-ink">
                {address}
              </a>
              <CopyButton text={address} />
            </span>
          </Card>
        </section>
      ) : null}
      {preview.message && !preview.announcedAt ? <p className="text-base text-bad">{preview.message}</p> : null}
      {preview.deadlineOver || preview.announcedAt ? null : (
        <p className="text-base text-warn">{t("exams.stillOpen")}</p>
      )}
      {preview.announcedAt ? null : <p className="text-sm text-mut">{t("exams.correctedLater")}</p>}
      {parts
        .filter(({ students }) => students.length > 0)
        .map(({ title, students }) => (
          <section key={title} aria-label={title}>
            <h2 className="mb-2 text-base font-[650] text-ink-strong">
              {title} <span className="ml-1 font-normal text-mut tabular-nums">{students.length}</span>
            </h2>
            <ul className="card divide-y divide-line-soft">
              {students.map((student) => (
                <li key={student.id} className="flex min-h-10 flex-wrap items-center gap-x-3 px-4 py-1.5">
                  <span className="min-w-0 flex-1 truncate">{student.fullName}</span>
                  <span className="text-sm text-mut">{reasonOf(student, reasons)}</span>
                  <span className="tabular-nums">{student.score ?? "—"}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}
