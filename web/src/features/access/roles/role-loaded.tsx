/** A role by the id in the address: loading, missing, forbidden, failed, or loaded. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ApiError } from "@/api/errors";
import type { RoleDetail } from "@/api/types";
import { type QueryState, useRead } from "@/api/use-read";
import { buttonClass } from "@/ui/controls/button";
import { Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { SkeletonLines } from "@/ui/feedback/skeleton";
import { NotFound } from "@/ui/feedback/states";
import { parseId } from "./role-labels";

type RoleReading = QueryState<{ role: RoleDetail }> & { unknown: boolean };

export function useRole(text: string | undefined): RoleReading {
  const id = parseId(text);
  const read = useRead("/roles/{id}/detail", { path: { id: id ?? 0 } }, { enabled: id !== null });
  const missing = read.error instanceof ApiError && read.error.status === 404;
  return { ...read, unknown: id === null || missing };
}

interface RoleLoadedProps {
  of: RoleReading;
  title: string;
  children: (role: RoleDetail) => ReactNode;
}

export function RoleLoaded({ of, title, children }: RoleLoadedProps) {
  if (of.unknown) return <MissingRole />;
  if (of.data) return children(of.data.role);
  return (
    <Page title={title}>
      <Loaded of={of} skeleton={<SkeletonLines lines={10} />}>
        {() => null}
      </Loaded>
    </Page>
  );
}

export function MissingRole() {
  const { t } = useTranslation();
  return (
    <Page title={t("roles.missingTitle")} head={<span />}>
      <NotFound
        heading="h1"
        title={t("roles.missingTitle")}
        text={t("roles.missingText")}
        action={
          <Link to="/control" className={buttonClass()}>
            {t("roles.back")}
          </Link>
        }
      />
    </Page>
  );
}
