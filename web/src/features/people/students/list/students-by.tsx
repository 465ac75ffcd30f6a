/** Students by assistant, by registering staff, by course author (D-17): first the person, then their students. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useSearchParams } from "react-router";
import { useRead } from "@/api/use-read";
import { matchLevel } from "@/lib/folding";
import { Avatar } from "@/ui/display/avatar";
import { Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { EmptyCard } from "@/ui/feedback/states";
import type { Filter } from "@/ui/list/list-address";
import { STUDENT_RULES } from "./student-filters";
import { StudentsList } from "./students-list";

const KINDS = {
  assistants: { query: "assistantId", one: "assistant", choose: "chooseAssistant" },
  staffs: { query: "staffId", one: "staff", choose: "chooseStaff" },
  authors: { query: "authorId", one: "author", choose: "chooseAuthor" },
} as const;
type Kind = keyof typeof KINDS;

export const StudentsByAssistants = () => <StudentsBy kind="assistants" />;
export const StudentsByStaffs = () => <StudentsBy kind="staffs" />;
export const StudentsByAuthors = () => <StudentsBy kind="authors" />;

function StudentsBy({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  const [address] = useSearchParams();
  const { query, one, choose } = KINDS[kind];
  const read = useRead("/students/filter-objects");
  const people = read.data?.[kind] ?? [];
  const title = t(`students.by.${kind}`);
  if (!address.get(query)) {
    return (
      <Page title={title}>
        <p className="mb-4 text-base text-mut">{t(`students.by.${choose}`)}</p>
        <Loaded of={read}>{() => <Chooser people={people} query={query} />}</Loaded>
      </Page>
    );
  }
  const choices = people.map(({ id, name }) => ({ value: String(id), label: name.trim() || t("kit.unknownPerson") }));
  const own: Filter = { kind: "one", name: query, label: t(`students.by.${one}`), choices };
  const rules = { ...STUDENT_RULES, filters: [{ kind: "one" as const, name: query }, ...STUDENT_RULES.filters] };
  return <StudentsList title={title} rules={rules} filters={[own]} />;
}

function Chooser({ people, query }: { people: readonly { id: number; name: string }[]; query: string }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [text, setText] = useState("");
  if (people.length === 0) return <EmptyCard title={t("students.by.nobodyTitle")} text={t("students.by.nobodyText")} />;
  const found = people.filter(({ name }) => !text.trim() || matchLevel(text, name) !== null);
  return (
    <>
      <input
        type="search"
        data-page-search
        className="field mb-4 max-w-96"
        aria-label={t("students.by.find")}
        placeholder={t("students.by.find")}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {found.length === 0 ? <p className="text-base text-mut">{t("kit.nothingFound")}</p> : null}
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {found.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={`${pathname}?${query}=${id}`}
              className="card flex min-h-12 items-center gap-3 px-3 py-2 hover:bg-hover"
            >
              <Avatar name={name} id={id} />
              <span className="min-w-0 truncate font-[550] text-ink-strong">
                {name.trim() || t("kit.unknownPerson")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
