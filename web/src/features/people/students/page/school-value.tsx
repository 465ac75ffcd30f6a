import { useTranslation } from "react-i18next";
import { invalidate } from "@/api/cache";
import { newId } from "@/api/ids";
import { change, read } from "@/api/request";
import type { StudentCard } from "@/api/types";
import { useChange } from "@/api/use-change";
import { Can } from "@/entities/access/can";
import { formatDate } from "@/lib/dates";
import { formatPhone } from "@/lib/format/phone";
import { Button } from "@/ui/controls/button";
import { showError, showUndo } from "@/ui/feedback/toast";
import { type StickyField, toFormValues, toProfileRequest, toUpdateRequest } from "../form/student-form-values";

const READ = ["/students/{id}", "/students/{id}/history", "/students/all"] as const;

function useWords(field: StickyField) {
  const { t } = useTranslation();
  return {
    name: t(field === "phoneNumber" ? "students.phone" : `students.${field}`),
    value: (value: string | null) => {
      if (field === "gender" && value) return t(value === "1" ? "students.male" : "students.female");
      return (field === "birthDate" ? formatDate(value) : formatPhone(value ?? "")) || t("kit.none");
    },
  };
}

/** Marks a field that was changed here and differs from the school's value, which can be taken (D-49). */
export function SchoolValue({ student, field }: { student: StudentCard; field: StickyField }) {
  const { t } = useTranslation();
  const texts = useWords(field);
  const taking = useChange("delete", "/students/{student_id}/sticky/{field}", {
    invalidates: [...READ],
    onDone: () =>
      showUndo(t("students.schoolValueTaken"), () => {
        putBack(student.id, field, toFormValues(student)[field]).catch(showError);
      }),
  });
  const mark = student.sticky.find((one) => one.field === field);
  if (!mark) return null;
  return (
    <dd className="text-xs text-warn [overflow-wrap:anywhere]">
      {t("students.differsFromSchool")} <span className="inline-block">{texts.value(mark.schoolValue)}</span>
      <Can permission="users:students" action="update">
        <span className="block">
          <Button
            look="quiet"
            size="small"
            saves
            pending={taking.pending}
            aria-label={`${texts.name}: ${t("students.takeSchoolValue")}`}
            onClick={() => void taking.run({ path: { student_id: student.id, field } })}
            className="-ml-2.5 underline"
          >
            {t("students.takeSchoolValue")}
          </Button>
        </span>
      </Can>
    </dd>
  );
}

/** Restores a field after the school's value was taken. */
async function putBack(id: number, field: StickyField, value: string): Promise<void> {
  const { data, refusal } = await read("/students/{id}", { path: { id } });
  if (refusal) throw refusal;
  const values = { ...toFormValues(data.student), [field]: value };
  const { version } = data.student;
  const key = { idempotencyKey: newId() };
  const put =
    field === "gender" || field === "birthDate"
      ? await change("put", "/students/{id}/update", {
          path: { id },
          body: toUpdateRequest(values, version, false),
          ...key,
        })
      : await change("put", "/students/{id}/update-profile", {
          path: { id },
          body: toProfileRequest(values, version),
          ...key,
        });
  if (put.refusal) throw put.refusal;
  await invalidate(...READ);
}
