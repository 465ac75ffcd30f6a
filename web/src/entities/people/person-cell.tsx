import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Avatar } from "@/ui/display/avatar";

type PersonCellProps = {
  name: string | null | undefined;
  id?: number | undefined;
  photo?: string | null | undefined;
  /** The line under the name: an id, a phone, a role. */
  detail?: ReactNode;
  to?: string;
};

/** A person in a row: photo, name, id. */
export function PersonCell({ name, id, photo, detail, to }: PersonCellProps) {
  const { t } = useTranslation();
  const shown = name?.trim() || t("kit.unknownPerson");
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar name={name ?? ""} id={id} photo={photo} />
      <span className="min-w-0">
        {to ? (
          <Link
            to={to}
            className="block truncate max-sm:line-clamp-2 max-sm:whitespace-normal font-[550] text-ink-strong hover:text-accent-ink hover:underline"
          >
            {shown}
          </Link>
        ) : (
          <span className="block truncate max-sm:line-clamp-2 max-sm:whitespace-normal font-[550] text-ink-strong">
            {shown}
          </span>
        )}
        {detail === undefined || detail === null ? null : (
          <span className="block truncate text-xs leading-[15px] text-mut">{detail}</span>
        )}
      </span>
    </span>
  );
}
