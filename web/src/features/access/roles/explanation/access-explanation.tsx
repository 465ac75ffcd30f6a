import { useDeferredValue, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AccessQuestion } from "@/api/types";
import { useRead } from "@/api/use-read";
import type { Action } from "@/entities/access/permissions";
import { screenNames } from "@/lib/screen-names";
import { Button } from "@/ui/controls/button";
import { Loaded } from "@/ui/feedback/loaded";
import { Select } from "@/ui/popover/combobox";
import { usePermissionLabels } from "../permissions/permission-labels";
import { branchesOf, offeredBranches } from "../permissions/permission-tree";
import { ExplainedPerson } from "./explained-person";
import { useExplanationAddress } from "./use-explanation-address";

const SHOWN = 20;

type Question = { screen?: string; permission?: string; action?: Action };

/** `/students`, or `users:students update`. */
function questionOf(what: string): Question {
  if (what.startsWith("/")) return { screen: what };
  const [permission = "", action = "read"] = what.split(" ");
  return { permission, action: action as Action };
}

export function AccessExplanation() {
  const { t } = useTranslation();
  const { what, whom, put } = useExplanationAddress();
  const question = questionOf(what ?? "/control");
  return (
    <div className="grid gap-4">
      <Select
        label={t("roles.why.what")}
        options={useSubjects()}
        value={what ?? "/control"}
        searchable
        onChange={(chosen) => chosen && put({ why: chosen })}
      />
      {whom === null ? <Everyone question={question} /> : <One question={question} id={whom} />}
    </div>
  );
}

function useSubjects() {
  const { t } = useTranslation();
  const labels = usePermissionLabels();
  const all = useRead("/roles/permission-objects/all", undefined, { staleTime: Number.POSITIVE_INFINITY });
  return useMemo(() => {
    const screens = screenNames().map(({ path, labels }) => ({
      value: path,
      label: labels.map((label) => t(label)).join(" › "),
      hint: path,
    }));
    const branches = offeredBranches(branchesOf(all.data?.permissionObjects ?? []), all.data?.built ?? []);
    const rights = branches.flatMap(({ leaves }) =>
      leaves.flatMap(({ key, actions }) =>
        actions.map((action) => ({
          value: `${key} ${action}`,
          label: labels.right(key, action),
          hint: t("roles.why.permission"),
        })),
      ),
    );
    return [...screens, ...rights];
  }, [t, labels, all.data]);
}

function Everyone({ question }: { question: Question }) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [only, setOnly] = useState<"true" | "false">();
  const value = useDeferredValue(text.trim());
  const query = { ...question, perPage: SHOWN, value: value || undefined, allowed: only && only === "true" };
  const read = useRead("/users/explain", { query }, { keepPreviousData: true });
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <input
          type="search"
          className="field"
          value={text}
          aria-label={t("roles.why.who")}
          placeholder={t("roles.why.who")}
          onChange={(event) => setText(event.target.value)}
        />
        <Select
          label={t("roles.why.only")}
          clearable
          options={[
            { value: "true", label: t("roles.why.may") },
            { value: "false", label: t("roles.why.mayNot") },
          ]}
          value={only}
          onChange={setOnly}
        />
      </div>
      <Loaded of={read}>
        {({ question, users, total }) => (
          <>
            <RequiredRights question={question} />
            {users.length === 0 ? <p className="text-sm text-mut">{t("roles.why.nobody")}</p> : null}
            <ul className="grid" aria-label={t("roles.why.title")}>
              {users.map((user) => (
                <ExplainedPerson key={user.id} user={user} />
              ))}
            </ul>
            {total > users.length ? (
              <p className="text-sm text-mut">{t("roles.why.more", { count: total - users.length })}</p>
            ) : null}
          </>
        )}
      </Loaded>
    </>
  );
}

function One({ question, id }: { question: Question; id: number }) {
  const { t } = useTranslation();
  const { put } = useExplanationAddress();
  const [office, setOffice] = useState<number>();
  const offices = useRead("/offices");
  const read = useRead(
    "/users/{id}/explain",
    { path: { id }, query: { ...question, officeId: office } },
    { keepPreviousData: true },
  );
  return (
    <>
      <Select
        label={t("roles.why.office")}
        clearable
        options={(offices.data?.offices ?? []).map(({ id: value, name }) => ({ value, label: name }))}
        value={office}
        onChange={setOffice}
      />
      <Loaded of={read}>
        {({ question, user }) => (
          <>
            <RequiredRights question={question} />
            <ul aria-label={t("roles.why.title")}>
              <ExplainedPerson user={user} />
            </ul>
          </>
        )}
      </Loaded>
      <div>
        <Button size="small" onClick={() => put({ whom: null })}>
          {t("roles.why.everyone")}
        </Button>
      </div>
    </>
  );
}

function RequiredRights({ question }: { question: AccessQuestion }) {
  const { t } = useTranslation();
  const labels = usePermissionLabels();
  if (question.openTo === "everybody") return <p className="text-sm text-mut">{t("roles.why.openToAll")}</p>;
  if (question.openTo === "staff") return <p className="text-sm text-mut">{t("roles.why.openToStaff")}</p>;
  const rights = question.grants.map(({ permission, action }) => labels.right(permission, action)).join("; ");
  return <p className="text-sm text-mut">{t("roles.why.asks", { rights })}</p>;
}
