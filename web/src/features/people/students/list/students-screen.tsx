/** Students of the person's branches. */
import { BookUser, ClipboardPen, FileUp, HandHelping, ListFilter, type LucideIcon, UserPlus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { Can } from "@/entities/access/can";
import { Button, buttonClass } from "@/ui/controls/button";
import { ActionsMenu } from "@/ui/table/row-menu";
import { usePasteColumn } from "../bulk/paste-column";
import { StudentsList } from "./students-list";

export function StudentsScreen() {
  const { t } = useTranslation();
  const paste = usePasteColumn();
  return (
    <>
      <StudentsList
        title={t("shell.students")}
        actions={
          <>
            <ByWhom />
            {paste.button}
            <Can permission="users:students" action="create">
              <Link to="/students/import" className={buttonClass()}>
                <FileUp aria-hidden strokeWidth={1.8} />
                {t("students.importFromFile")}
              </Link>
            </Can>
          </>
        }
        main={
          <Can permission="users:students" action="create">
            <Link to="/students/add" className={buttonClass("main")}>
              <UserPlus aria-hidden strokeWidth={1.8} />
              {t("students.add")}
            </Link>
          </Can>
        }
      />
      {paste.dialog}
    </>
  );
}

/** Links to the lists by assistant, by staff, by author (D-17). */
function ByWhom() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const to = (kind: "assistants" | "staffs" | "authors", icon: LucideIcon) => ({
    label: t(`students.by.${kind}`),
    icon,
    run: () => void navigate(`/users/students/${kind}`),
  });
  const actions = [to("assistants", HandHelping), to("staffs", ClipboardPen), to("authors", BookUser)];
  return <ActionsMenu actions={actions} trigger={<Button icon={ListFilter}>{t("students.by.title")}</Button>} />;
}
