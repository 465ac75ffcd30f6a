/** Identity papers in the form: typed at once, or opened for a reason where there are some already (D-58). */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { StudentCard } from "@/api/types";
import { useCan } from "@/entities/access/can";
import { Button } from "@/ui/controls/button";
import { useFormControl } from "@/ui/form/form";
import { TextField } from "@/ui/form/text-field";
import { DOCUMENTS } from "../form/student-form-values";
import { RevealDialog, type Revealed } from "./reveal-dialog";

export const PRIVATE_INFO = "users:private_info";

type PapersFieldsProps = { student: StudentCard | null; open: boolean; onOpen: () => void };

export function DocumentFields({ student, open, onOpen }: PapersFieldsProps) {
  const { t } = useTranslation();
  const { fields } = useFormControl();
  const reads = useCan(PRIVATE_INFO);
  const [asking, setAsking] = useState(false);
  const [revealed, setRevealed] = useState<Revealed | null>(null);
  // Set after the first render: revealed values are the starting values, not changes.
  useEffect(() => {
    if (!open || !revealed) return;
    for (const paper of DOCUMENTS) fields.resetField(paper, { defaultValue: revealed[paper] });
    setRevealed(null);
  }, [open, revealed, fields]);
  if (open) return <Typed />;
  const has = student?.hasPersonalData ?? false;
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-sm text-mut">{t(has ? "student.papersMasked" : "student.noPapers")}</p>
      {has && !reads ? null : (
        <Button onClick={() => (has ? setAsking(true) : onOpen())}>
          {t(has ? "student.reveal" : "student.papersType")}
        </Button>
      )}
      {student && asking ? (
        <RevealDialog
          student={student}
          onClose={() => setAsking(false)}
          onRevealed={(papers) => {
            setRevealed(papers);
            onOpen();
          }}
        />
      ) : null}
    </div>
  );
}

function Typed() {
  const { t } = useTranslation();
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <TextField
          name="passportSeries"
          label={t("student.passportSeries")}
          help={t("student.passportSeriesHelp")}
          autoComplete="off"
          maxLength={8}
        />
        <TextField
          name="passportNumber"
          label={t("student.passportNumber")}
          help={t("student.passportNumberHelp")}
          autoComplete="off"
          inputMode="numeric"
          maxLength={12}
        />
      </div>
      <TextField
        name="personalId"
        label={t("students.personalId")}
        help={t("student.personalIdHelp")}
        autoComplete="off"
        inputMode="numeric"
        maxLength={24}
      />
      <TextField
        name="birthCertificate"
        label={t("students.birthCertificate")}
        help={t("student.certificateHelp")}
        autoComplete="off"
        maxLength={40}
      />
    </>
  );
}
