import { useTranslation } from "react-i18next";
import type { StaffCard } from "@/api/types";
import { roleName } from "@/entities/access/role-name";
import { PersonHead } from "@/entities/people/person-head";
import { PhotoCheckTag } from "@/entities/people/staff-tags";
import { CopyButton } from "@/ui/controls/copy-button";
import { AccountTags } from "./staff-labels";

/** Header: photo and its review state, name, login, role, states. */
export function StaffHead({ staff, level }: { staff: StaffCard; level: "h1" | "h3" }) {
  const { t } = useTranslation();
  return (
    <PersonHead
      person={staff}
      level={level}
      line={
        <>
          <span>{roleName(staff.role, t)}</span>
          <span className="flex items-center">
            {staff.login}
            <CopyButton text={staff.login} label={t("staff.copyLogin")} />
          </span>
        </>
      }
      tags={
        <>
          <AccountTags staff={staff} />
          <PhotoCheckTag of={staff} always />
        </>
      }
    />
  );
}
