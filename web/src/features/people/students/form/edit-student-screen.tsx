/** Edits a student (R1-080). Concurrent changes are shown inline (D-8). */

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { invalidate } from "@/api/cache";
import { ApiError } from "@/api/errors";
import { EditStudent as LIMITS } from "@/api/limits";
import type { StudentCard } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { nameOf } from "@/entities/people/person-name";
import { useCrumb } from "@/lib/crumb";
import { isRecordId } from "@/lib/record-id";
import { Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { showDone, showError } from "@/ui/feedback/toast";
import { ConflictHint } from "@/ui/form/conflict-hint";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";
import { useLatestVersion } from "@/ui/form/use-latest-version";
import { MissingStudent } from "../page/missing-student";
import { useFieldLabels } from "./student-fields";
import { focusOnNotice, StudentForm, useFormSetup } from "./student-form";
import {
  DOCUMENTS,
  FIELDS,
  type StudentField,
  type StudentFormValues,
  toCheckRequest,
  toFormValues,
  toUpdateRequest,
} from "./student-form-values";
import { validateStudent } from "./student-rules";
import { useDuplicates } from "./use-duplicates";

export function EditStudentScreen() {
  const { t } = useTranslation();
  const { id = "" } = useParams();
  const known = isRecordId(id);
  const read = useRead("/students/{id}", { path: { id: id as unknown as number } }, { enabled: known });
  useCrumb(read.data && nameOf(read.data.student, t));
  if (!known || (read.error instanceof ApiError && read.error.status === 404)) return <MissingStudent />;
  return (
    <Page title={read.data?.student.fullName.trim() || t("student.edit")} narrow>
      <Loaded of={read}>
        {({ student }) => (
          <div className="card p-5 max-sm:p-4">
            <Editing student={student} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Editing({ student }: { student: StudentCard }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const labelOf = useFieldLabels();
  const setup = useFormSetup(false);
  const duplicates = useDuplicates(student.id);
  const saving = useChange("put", "/students/{id}/update", {
    invalidates: ["/students/{id}", "/students/{id}/history", "/students/all", "/students/filter-objects"],
    quiet: true,
    onForbidden: showError,
    onError: (error) => {
      if (staleCard(error)) void invalidate("/students/{id}", "/students/all");
      else toastUnlessInline(FIELDS)(error);
    },
  });
  const newer = staleCard(saving.error);
  const newest = newer && newer.version > student.version ? newer : student;
  const draft = `student-${student.id}`;
  const toCheck = (values: StudentFormValues) => toCheckRequest(values, setup.papersOpen, toFormValues(newest));
  const form = useForm<StudentFormValues>({
    start: toFormValues(newest),
    limits: LIMITS,
    draft,
    unsavedFields: DOCUMENTS,
    saving: { ...saving, pending: saving.pending || duplicates.checking },
    check: (values) => validateStudent(values, setup.today, t),
    send: async (values) => {
      if (!(await duplicates.pass(toCheck(values)))) return focusOnNotice();
      const body = toUpdateRequest(values, newest.version, setup.papersOpen);
      return saving.run({ path: { id: student.id }, body });
    },
    onSaved: () => {
      showDone(t("student.saved"));
      void navigate(`/students/${student.id}`, { replace: true });
    },
  });
  const { conflicting, take } = useLatestVersion(
    form,
    { version: newest.version, values: toFormValues(newest) },
    draft,
  );
  const differ = Object.keys(conflicting).length > 0;
  const beside = (field: StudentField): ReactNode =>
    field in conflicting ? (
      <ConflictHint
        text={t("student.theirs", { value: labelOf(field, conflicting[field] ?? "") || t("kit.none") })}
        take={t("student.takeTheirs")}
        onTake={() => take(field)}
      />
    ) : undefined;
  return (
    <StudentForm
      form={form}
      label={t("student.edit")}
      student={newest}
      setup={setup}
      duplicates={duplicates}
      toCheck={toCheck}
      beside={beside}
      notice={
        differ || newer ? (
          <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
            {t("student.changedByOther")} {t(differ ? "student.compareTheirs" : "student.theirsTaken")}
          </p>
        ) : null
      }
      submit={t(differ ? "student.saveMine" : "kit.save")}
    />
  );
}

/** Present state of the card after a conflict. */
function staleCard(error: unknown): StudentCard | null {
  const stale = error instanceof ApiError && error.code === "SHARED_STALE" ? error.current : null;
  return (stale ?? null) as StudentCard | null;
}
