/** Edits a student (R1-080). Concurrent changes are shown inline (D-8). */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { invalidate } from "@/api/cache";
import { ApiError } from "@/api/errors";
import type { StudentCard } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { useCrumb } from "@/lib/crumb";
import { Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { showDone, showError } from "@/ui/feedback/toast";
import { EditStudent as LIMITS } from "@/ui/form/limits/api-limits";
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
  const known = /^[1-9]\d{0,17}$/.test(id);
  const read = useRead("/students/{id}", { path: { id: id as unknown as number } }, { enabled: known });
  useCrumb(read.data && (read.data.student.fullName.trim() || t("kit.unknownPerson")));
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
  const ground = useFormSetup(false);
  const like = useDuplicates(student.id);
  const saving = useChange("put", "/students/{id}/update", {
    invalidates: ["/students/{id}", "/students/{id}/history", "/students/all", "/students/filter-objects"],
    quiet: true,
    onForbidden: showError,
    onError: (error) => {
      if (staleCard(error)) void invalidate("/students/{id}", "/students/all");
      else toastUnlessInline(FIELDS)(error);
    },
  });
  const told = staleCard(saving.error);
  const newest = told && told.version > student.version ? told : student;
  const draft = `student-${student.id}`;
  const asked = (values: StudentFormValues) => toCheckRequest(values, ground.papersOpen, toFormValues(newest));
  const form = useForm<StudentFormValues>({
    start: toFormValues(newest),
    limits: LIMITS,
    draft,
    unkept: DOCUMENTS,
    saving: { ...saving, pending: saving.pending || like.checking },
    check: (values) => validateStudent(values, ground.today, t),
    send: async (values) => {
      if (!(await like.pass(asked(values)))) return focusOnNotice();
      const body = toUpdateRequest(values, newest.version, ground.papersOpen);
      return saving.run({ path: { id: student.id }, body });
    },
    onSaved: () => {
      showDone(t("student.saved"));
      void navigate(`/students/${student.id}`, { replace: true });
    },
  });
  const { conflicting, take } = useLatestVersion(form, { version: newest.version, words: toFormValues(newest) }, draft);
  const differ = Object.keys(conflicting).length > 0;
  const beside = (field: StudentField): ReactNode =>
    field in conflicting ? (
      <ConflictHint words={labelOf(field, conflicting[field] ?? "")} onTake={() => take(field)} />
    ) : undefined;
  return (
    <StudentForm
      form={form}
      label={t("student.edit")}
      student={newest}
      ground={ground}
      like={like}
      asked={asked}
      beside={beside}
      told={
        differ || told ? (
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

/** Value that another person wrote in the meantime; it can replace the typed one. */
function ConflictHint({ words, onTake }: { words: string; onTake: () => void }) {
  const { t } = useTranslation();
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-warn">
      <span className="[overflow-wrap:anywhere]">{t("student.theirs", { value: words || t("kit.none") })}</span>
      <button type="button" onClick={onTake} className="min-h-8 underline max-sm:min-h-11">
        {t("student.takeTheirs")}
      </button>
    </span>
  );
}
