/** Announcing an exam: outcomes by name, or who stands in the way (R2-040, ui.md). */
import { Megaphone } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { RESULT_WORDS } from "@/entities/exams/exam-result";
import type { Audience } from "@/entities/groups/group-tabs";
import { useCrumb } from "@/lib/crumb";
import { Button } from "@/ui/controls/button";
import { CopyButton } from "@/ui/controls/copy-button";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { Card, Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { showDone } from "@/ui/feedback/toast";
import { type AnnouncePreview, addressOf, STALE } from "./exam-paths";

export const AnnounceScreen = () => <Announce audience="admin" />;
export const OwnAnnounceScreen = () => <Announce audience="academic" />;

function Announce({ audience }: { audience: Audience }) {
  const { t } = useTranslation();
  const { examId } = addressOf(audience, useParams());
  const [asking, setAsking] = useState(false);
  const read = useRead("/exams/{id}/announce", { path: { id: examId } });
  const announce = useChange("post", "/exams/{id}/announce", {
    invalidates: [...STALE],
    onDone: () => showDone(t("exams.announcedDone")),
  });
  const preview = read.data;
  useCrumb(useRead("/exams/{id}", { path: { id: examId } }).data?.exam.group.name);
  const send = () => announce.run({ path: { id: examId }, body: { version: preview?.version ?? 0 } });
  return (
    <Page
      title={t("exams.announce")}
      actions={
        preview && !preview.announcedAt ? (
          <Button icon={Megaphone} look="main" saves disabled={!preview.may} onClick={() => setAsking(true)}>
            {t("exams.announce")}
          </Button>
        ) : null
      }
    >
      <Loaded of={read}>{(shown) => <Outcome of={shown} />}</Loaded>
      <ConfirmDialog
        open={asking}
        title={t("exams.announce")}
        text={t("exams.announceText", { total: preview?.notified ?? 0, xp: preview?.xp ?? 0 })}
        confirm={t("exams.announce")}
        saves
        onConfirm={send}
        onClose={() => setAsking(false)}
      />
    </Page>
  );
}

function Outcome({ of: preview }: { of: AnnouncePreview }) {
  const { t } = useTranslation();
  const address = preview.publicId ? `${window.location.origin}/exam-result/${preview.publicId}` : null;
  const parts = [
    { title: t("exams.unchecked"), students: preview.unchecked },
    { title: t(RESULT_WORDS[2]), students: preview.passed },
    { title: t(RESULT_WORDS[1]), students: preview.failed },
    { title: t(RESULT_WORDS[4]), students: preview.failedExam },
    { title: t(RESULT_WORDS[3]), students: preview.absent },
  ];
  return (
    <div className="grid grid-cols-1 gap-4">
      {address ? (
        <Card title={t("exams.publicLink")}>
          <p className="mb-2 text-sm text-mut">{t("exams.publicText")}</p>
          <span className="flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate">{address}</span>
            <CopyButton text={address} />
          </span>
        </Card>
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
                <li key={student.id} className="flex min-h-10 items-center gap-3 px-4 py-1.5">
                  <span className="min-w-0 flex-1 truncate">{student.fullName}</span>
                  <span className="tabular-nums">{student.score ?? "—"}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}
