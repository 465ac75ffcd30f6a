/** A new holiday: its day, its name, and the branches without lessons (D-153). */
import { useTranslation } from "react-i18next";
import { AddHoliday } from "@/api/limits";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { useCentreReason } from "@/entities/access/centre";
import { useSession } from "@/entities/access/session";
import { dateProblem, parseDate } from "@/lib/dates";
import { showDone, showError } from "@/ui/feedback/toast";
import { CheckField, MultiSelectField } from "@/ui/form/choice-fields";
import { DateField } from "@/ui/form/date-field";
import { Form, SubmitButton } from "@/ui/form/form";
import { TextField } from "@/ui/form/text-field";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";

interface HolidayFormValues {
  /** DD.MM.YYYY */
  date: string;
  name: string;
  /** `yes` or nothing. */
  wholeCentre: string;
  /** Ids parted by commas. */
  officeIds: string;
}

const FIELDS = ["date", "name", "officeIds"] as const;

export function HolidayForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const { profile } = useSession();
  const centre = useCentreReason();
  const offices = useRead("/offices").data?.offices ?? [];
  const own = profile?.offices ?? [];
  const saving = useChange("post", "/holidays", {
    invalidates: ["/holidays", "/groups/for-admin/{id}/attendances", "/groups/for-academic/{id}/attendances"],
    quiet: true,
    onDone: () => showDone(t("holidays.added")),
    onForbidden: showError,
    onError: toastUnlessInline(FIELDS),
  });
  const form = useForm<HolidayFormValues>({
    start: {
      ...{ date: "", name: "", wholeCentre: centre === undefined ? "yes" : "" },
      officeIds: centre !== undefined && own.length === 1 ? String(own[0]?.id) : "",
    },
    limits: { name: AddHoliday.name },
    draft: "holiday-new",
    saving,
    check: ({ date, wholeCentre, officeIds }) => {
      const problem = dateProblem(date);
      const wrong = problem ? t(`form.day.${problem}`) : undefined;
      return {
        date: date.trim() ? wrong : t("form.required"),
        officeIds: wholeCentre || officeIds ? undefined : t("form.required"),
      };
    },
    send: ({ date, name, wholeCentre, officeIds }) =>
      saving.run({
        body: { date: parseDate(date) ?? "", name, officeIds: wholeCentre ? [] : officeIds.split(",").map(Number) },
      }),
    onSaved: onDone,
  });
  return (
    <Form of={form} label={t("holidays.add")}>
      <DateField name="date" label={t("holidays.date")} required />
      <TextField name="name" label={t("holidays.name")} autoComplete="off" required />
      <CheckField
        name="wholeCentre"
        label={t("holidays.wholeCentre")}
        help={centre ?? t("holidays.wholeCentreHelp")}
        disabled={centre !== undefined}
      />
      {form.fields.watch("wholeCentre") ? null : (
        <MultiSelectField
          name="officeIds"
          label={t("holidays.offices")}
          options={offices.map(({ id, name }) => ({ value: String(id), label: name }))}
          placeholder={t("kit.choose")}
          help={t("holidays.officesHelp")}
          required
        />
      )}
      <p className="text-sm text-mut">{t("holidays.effect")}</p>
      <div>
        <SubmitButton>{t("kit.add")}</SubmitButton>
      </div>
    </Form>
  );
}
