import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { StudentRow } from "@/api/types";
import { Dialog } from "@/ui/dialog/dialog";

/** How many categories a student learns in; opens their list (R1-117). */
export function CategoriesCell({ student }: { student: StudentRow }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { categories } = student;
  if (categories.length === 0) return <span className="text-mut">—</span>;
  const name = student.fullName || t("kit.unknownPerson");
  const count = t("students.categoriesCount", { total: categories.length });
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${t("students.columns.categories")}: ${count}`}
        className="-mx-1.5 h-7 rounded px-1.5 underline decoration-line-strong decoration-dotted underline-offset-4 hover:bg-hover"
        onClick={() => setOpen(true)}
      >
        {count}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} size="small" title={t("students.categoriesOf", { name })}>
        <ul className="grid gap-1">
          {categories.map((category) => (
            <li key={category.id} className="rounded-md bg-sunken px-3 py-2 text-base">
              {category.hName}
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
