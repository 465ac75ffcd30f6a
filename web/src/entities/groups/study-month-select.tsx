/** Picks a study month of the group's course (R2-352). */
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useRead } from "@/api/use-read";
import { formatDate } from "@/lib/dates";
import { Select } from "@/ui/popover/combobox";
import { askedStudyMonth, STUDY_MONTH } from "./study-month";

type StudyMonthSelectProps = {
  groupId: number;
  /** In the place of the usual change of the address. */
  onChange?: (id: number | undefined) => void;
};

/** The study months that the group has lessons in; nothing where its course has none. */
export function StudyMonthSelect({ groupId, onChange }: StudyMonthSelectProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const { data } = useRead("/groups/{id}/curriculum", { path: { id: groupId } }, { staleTime: 60_000 });
  const held = (data?.months ?? []).filter((one) => one.lessons > 0);
  if (held.length === 0) return null;
  const go = (to: number | undefined) =>
    setSearch((before) => {
      if (to === undefined) before.delete(STUDY_MONTH);
      else before.set(STUDY_MONTH, String(to));
      return before;
    });
  return (
    <span className="w-48 max-sm:w-full">
      <Select
        label={t("groups.studyMonth")}
        value={askedStudyMonth(search)}
        onChange={onChange ?? go}
        clearable
        options={held.map(({ id, number, name, first, last }) => ({
          value: id,
          label: name || t("groups.studyMonthOf", { number }),
          hint: first && last ? `${formatDate(first)} – ${formatDate(last)}` : undefined,
        }))}
      />
    </span>
  );
}
