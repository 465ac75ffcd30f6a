/** New student (R1-079): typed, checked for duplicates, saved once. */
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { RegisterStudent } from "@/api/limits";
import { useChange } from "@/api/use-change";
import { useOnlyOffice } from "@/entities/access/choices";
import { Page } from "@/ui/display/page";
import { showDone, showError } from "@/ui/feedback/toast";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";
import { focusOnNotice, StudentForm, useFormSetup } from "./student-form";
import {
  DOCUMENTS,
  emptyValues,
  FIELDS,
  type StudentFormValues,
  toCheckRequest,
  toCreateRequest,
} from "./student-form-values";
import { validateStudent } from "./student-rules";
import { useDuplicates } from "./use-duplicates";

export function AddStudentScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const setup = useFormSetup(true);
  const duplicates = useDuplicates();
  const made = useRef({ id: 0, name: "" });
  const saving = useChange("post", "/students", {
    invalidates: ["/students/all", "/students/filter-objects"],
    quiet: true,
    onDone: ({ student }) => {
      made.current = student;
    },
    onForbidden: showError,
    onError: toastUnlessInline(FIELDS),
  });
  const toCheck = (values: StudentFormValues) => toCheckRequest(values, setup.papersOpen);
  const onlyOffice = useOnlyOffice();
  const form = useForm<StudentFormValues>({
    start: emptyValues(onlyOffice),
    limits: RegisterStudent,
    draft: "student-new",
    unsavedFields: DOCUMENTS,
    saving: { ...saving, pending: saving.pending || duplicates.checking },
    check: (values) => validateStudent(values, setup.today, t),
    send: async (values) => {
      if (await duplicates.pass(toCheck(values))) return saving.run({ body: toCreateRequest(values) });
      return focusOnNotice();
    },
    onSaved: () => {
      const { id, name } = made.current;
      showDone(t("student.added", { name: name || t("kit.unknownPerson") }));
      void navigate(`/students/${id}`, { replace: true });
    },
  });
  return (
    <Page title={t("student.addTitle")} narrow>
      <div className="card p-5 max-sm:p-4">
        <StudentForm
          form={form}
          label={t("student.addTitle")}
          student={null}
          setup={setup}
          duplicates={duplicates}
          toCheck={toCheck}
          submit={t("students.add")}
        />
      </div>
    </Page>
  );
}
