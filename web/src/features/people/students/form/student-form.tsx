/** The frame of a student's form, for a new one and for one that is there: photo, person, contact, papers, notice. */
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { StudentCard } from "@/api/types";
import { useCan } from "@/entities/access/can";
import { useSession } from "@/entities/access/session";
import { useZone } from "@/entities/access/use-zone";
import { PhotoField } from "@/entities/people/photo/photo-field";
import { todayIn } from "@/lib/dates";
import { CancelLink, Form, SubmitButton } from "@/ui/form/form";
import type { FormControl } from "@/ui/form/use-form";
import { DocumentFields, PRIVATE_INFO } from "../documents/document-fields";
import { DuplicateNotice } from "./duplicate-notice";
import { ContactFields, PersonFields } from "./student-fields";
import type { StudentField, StudentFormValues } from "./student-form-values";
import type { DuplicateQuery, useDuplicates } from "./use-duplicates";

/** Today at the centre, and whether documents may be edited and are revealed. */
export function useFormSetup(openAtOnce: boolean) {
  const zone = useZone();
  const papersAllowed = useCan(PRIVATE_INFO, "update");
  const [opened, setOpened] = useState(false);
  return {
    today: todayIn(zone),
    papersAllowed,
    papersOpen: papersAllowed && (openAtOnce || opened),
    openPapers: () => setOpened(true),
    own: useSession().profile,
  };
}

type StudentFormProps = {
  form: FormControl<StudentFormValues>;
  label: string;
  student: StudentCard | null;
  setup: ReturnType<typeof useFormSetup>;
  duplicates: ReturnType<typeof useDuplicates>;
  /** Live duplicate check while typing. */
  toCheck: (values: StudentFormValues) => DuplicateQuery | null;
  beside?: (field: StudentField) => ReactNode;
  /** Above the fields. */
  notice?: ReactNode;
  submit: string;
};

export function StudentForm(props: StudentFormProps) {
  const { form, label, student, setup, duplicates, toCheck, notice, submit, beside = () => undefined } = props;
  const { t } = useTranslation();
  const uploads = useCan("users:students", "update");
  const name = student?.fullName ?? "";
  return (
    <Form of={form} label={label}>
      {notice}
      <PhotoField
        name="photo"
        of={name}
        present={student?.photo ?? null}
        path="/upload/student-photo"
        mayUpload={uploads}
      />
      <div className="grid gap-6 lg:grid-cols-2">
        <Part title={t("students.person")}>
          <PersonFields beside={beside} />
        </Part>
        <div className="grid content-start gap-6">
          <Part title={t("student.contact")}>
            <ContactFields beside={beside} fresh={student === null} />
          </Part>
          {setup.papersAllowed ? (
            <Part title={t("students.papers")}>
              <DocumentFields student={student} open={setup.papersOpen} onOpen={setup.openPapers} />
            </Part>
          ) : null}
        </div>
      </div>
      {student?.hId ? <p className="text-sm text-mut">{t("student.staysMended")}</p> : null}
      <DuplicateNotice duplicates={duplicates} toCheck={toCheck} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{submit}</SubmitButton>
        <CancelLink to={student ? `/students/${student.id}` : "/students"} />
      </div>
    </Form>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid content-start gap-4">
      <legend className="mb-3 text-base font-[650] text-ink-strong">{title}</legend>
      {children}
    </fieldset>
  );
}

/** A submission that was held back shows why: the notice's button gets the focus. */
export function focusOnNotice(): undefined {
  requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-sure]")?.focus());
}
