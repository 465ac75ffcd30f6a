import { useTranslation } from "react-i18next";
import type { StaffCard } from "@/api/types";
import { CopyButton } from "@/ui/controls/copy-button";
import { Avatar } from "@/ui/display/avatar";
import { AccountTags, nameOf, PhotoCheckTag } from "./staff-labels";

/** Header: photo and its review state, name, login, role, states. */
export function StaffHead({ staff, level: Heading }: { staff: StaffCard; level: "h1" | "h3" }) {
  const { t } = useTranslation();
  return (
    <div className="flex min-w-0 items-center gap-4">
      <Avatar name={staff.fullName} id={staff.id} photo={staff.photo} size="large" />
      <div className="min-w-0">
        <Heading className="text-xl font-[650] tracking-[-0.01em] text-ink-strong [overflow-wrap:anywhere]">
          {nameOf(staff, t)}
        </Heading>
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-mut">
          <span>{staff.role.name}</span>
          <span className="flex items-center">
            {staff.login}
            <CopyButton text={staff.login} label={t("staff.copyLogin")} />
          </span>
        </p>
        <p className="mt-1 flex flex-wrap gap-1.5">
          <AccountTags staff={staff} />
          <PhotoCheckTag staff={staff} always />
        </p>
      </div>
    </div>
  );
}
