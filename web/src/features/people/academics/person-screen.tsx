/** A teacher or assistant, in the account view and among assistants: data, groups, photo, history (D-16). */
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import type { AcademicCard } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useCan } from "@/entities/access/can";
import { RecordHistory } from "@/entities/audit/record-history";
import { nameOf } from "@/entities/people/person-name";
import { MEGABYTE } from "@/entities/people/photo/picture";
import { PortraitBox } from "@/entities/people/photo/portrait-box";
import { PhotoCheckTag } from "@/entities/people/staff-tags";
import { useCrumb } from "@/lib/crumb";
import { useTabParam } from "@/lib/use-tab-param";
import { Button, buttonClass } from "@/ui/controls/button";
import { Tabs } from "@/ui/controls/tabs";
import { Card, Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { NotFound } from "@/ui/feedback/states";
import { showDone } from "@/ui/feedback/toast";
import { AccountFacts, PersonFacts } from "./academic-facts";
import { AcademicHead } from "./academic-head";
import { ACADEMIC, type Kind, pageOf, STALE } from "./academic-labels";
import { useAcademicActions } from "./account/academic-actions";
import { TaughtGroups } from "./groups/taught-groups";
import { usePerson } from "./use-person";

export const AcademicScreen = () => <PersonScreen kind="academic" />;
export const AssistantScreen = () => <PersonScreen kind="assistant" />;

function PersonScreen({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  const { id = "" } = useParams();
  const { read, person, missing } = usePerson(kind, id);
  useCrumb(person && nameOf(person, t));
  if (missing) return <MissingPerson back={kind === "academic" ? "/users/academic" : "/assistants"} />;
  if (!person) {
    return (
      <Page title={t(kind === "academic" ? "shell.academic" : "shell.assistant")}>
        <Loaded of={read}>{() => null}</Loaded>
      </Page>
    );
  }
  return (
    <Page
      title={nameOf(person, t)}
      head={<AcademicHead person={person} level="h1" />}
      actions={<Actions kind={kind} person={person} />}
    >
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,440px)_minmax(0,1fr)]">
        <div className="grid gap-4">
          <Card title={t("staff.person")}>
            <PersonFacts person={person} />
          </Card>
          <Card title={t("staff.account")}>
            <AccountFacts person={person} />
          </Card>
        </div>
        <Card>
          <Parts kind={kind} person={person} />
        </Card>
      </div>
    </Page>
  );
}

function Actions({ kind, person }: { kind: Kind; person: AcademicCard }) {
  const actions = useAcademicActions(kind);
  return (
    <>
      {actions.offer(person).map(({ label, icon, fixed, run }) => (
        <Button key={label} icon={icon} saves fixed={fixed} onClick={run}>
          {label}
        </Button>
      ))}
      {actions.dialog}
    </>
  );
}

type Part = "groups" | "photo" | "history";

/** Tabs of the person; the open one is in the address (?tab=photo). */
function Parts({ kind, person }: { kind: Kind; person: AcademicCard }) {
  const { t } = useTranslation();
  const whole = useCan(ACADEMIC);
  const [open, show] = useTabParam<Part>(whole ? ["groups", "photo", "history"] : ["groups"]);
  const groups = {
    value: "groups" as const,
    label: t("academics.groups"),
    content: (
      <>
        <TaughtGroups
          path={kind === "academic" ? "/academic/{id}/groups" : "/assistant/{id}/groups"}
          id={person.id}
          attendances={(groupId) => `${pageOf(kind)(person.id)}/${groupId}/attendances`}
        />
        {kind === "academic" ? (
          <Link to={`/users/academic/${person.id}/group`} className="mt-3 inline-block text-sm underline">
            {t("academics.allGroups")}
          </Link>
        ) : null}
      </>
    ),
  };
  const tabs = whole
    ? [
        groups,
        { value: "photo" as const, label: t("academics.photo"), content: <PhotoBox person={person} /> },
        {
          value: "history" as const,
          label: t("audits.history"),
          content: <RecordHistory path="/academic/{id}/history" id={person.id} />,
        },
      ]
    : [groups];
  return <Tabs<Part> label={nameOf(person, t)} value={open} onChange={show} tabs={tabs} />;
}

/** No such person, or not in the reader's branches: the server does not distinguish them (D-12). */
export function MissingPerson({ back }: { back: string }) {
  const { t } = useTranslation();
  return (
    <Page title={t("academics.missingTitle")} head={<span />}>
      <NotFound
        heading="h1"
        title={t("academics.missingTitle")}
        text={t("academics.missingText")}
        action={
          <Link to={back} className={buttonClass()}>
            {t("academics.back")}
          </Link>
        }
      />
    </Page>
  );
}

/** Photo of a teacher or assistant (R1-194, D-34, D-61). */
function PhotoBox({ person }: { person: AcademicCard }) {
  const { t } = useTranslation();
  const judging = useChange("put", "/academic/{id}/photo-check", {
    invalidates: STALE,
    onDone: () => showDone(t("photo.judged")),
  });
  return (
    <PortraitBox
      of={person}
      most={5 * MEGABYTE}
      whose={{ academicId: String(person.id) }}
      stale={STALE}
      mayChange={useCan(ACADEMIC, "update")}
      onJudge={(suitable) => void judging.run({ path: { id: person.id }, body: { suitable } })}
      judging={judging.pending}
    >
      <PhotoCheckTag of={person} always />
    </PortraitBox>
  );
}
