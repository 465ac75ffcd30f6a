/** The entries of the palette: screens, actions, saved views, people and groups that match what is typed. */
import { useTranslation } from "react-i18next";
import { useRead } from "@/api/use-read";
import { SCREENS } from "@/app/screens";
import { mayOpen, menuOf } from "@/app/shell/menu";
import { useCan } from "@/entities/access/can";
import { START_SYNC } from "@/entities/access/permissions";
import { roleName } from "@/entities/access/role-name";
import { useSession } from "@/entities/access/session";
import { openSyncDialog } from "@/entities/access/start-sync";
import { isToMark } from "@/entities/attendance/marking";
import { groupPagePath } from "@/features/groups/group-labels";
import { markAddress } from "@/features/insight/addresses";
import type { TextKey } from "@/i18n/texts";
import { foldLoose, matchLevel } from "@/lib/folding";
import { formatPhone } from "@/lib/format/phone";
import { useDebounced } from "@/lib/use-debounced";

export const ENOUGH_LETTERS = 2;
const STUDENTS = 8;
const OTHERS = 5;
const SEARCH_DEBOUNCE_MS = 200;

export type Hit = {
  key: string;
  name: string;
  detail?: string | undefined;
  /** The address to go to, or what to do instead. */
  to?: string;
  run?: () => void;
  person?: { id: number; photo: string | null };
};

export type Section = { title: TextKey; hits: Hit[]; busy?: boolean };

/** Every word of the query begins some word of the entry. */
const matches = (text: string, { name, detail }: Hit): boolean =>
  text.trim() === "" || matchLevel(text, `${name} ${detail ?? ""}`) !== null;

/** The screen of a path, where the person may open it. */
function useMayOpen(): (path: string) => boolean {
  const { permissions } = useSession();
  return (path) => SCREENS.some((screen) => screen.path === path && mayOpen(screen, permissions));
}

function useScreens(text: string): Section {
  const { t } = useTranslation();
  const { permissions } = useSession();
  const hits = menuOf(permissions).flatMap((top) =>
    [top, ...top.children].flatMap((entry) =>
      entry.to
        ? [{ key: entry.to, to: entry.to, name: t(entry.label), detail: entry === top ? undefined : t(top.label) }]
        : [],
    ),
  );
  return { title: "shell.paletteScreens", hits: hits.filter((hit) => matches(text, hit)) };
}

/** The commonest actions; offered once something is typed. */
function useActions(text: string): Section {
  const { t } = useTranslation();
  const opens = useMayOpen();
  const lesson = useLessonOfNow(text.trim() !== "");
  const hits: Hit[] = [];
  if (opens("/students/add")) hits.push({ key: "add", to: "/students/add", name: t("shell.studentAdd") });
  if (useCan(START_SYNC.permission, START_SYNC.action))
    hits.push({ key: "synchronise", run: openSyncDialog, name: t("shell.paletteSynchronise") });
  if (lesson) hits.push({ key: "mark", ...lesson, name: t("shell.paletteMark") });
  return { title: "shell.paletteActions", hits: text.trim() ? hits.filter((hit) => matches(text, hit)) : [] };
}

/** The address of the sheet of a lesson that is held now and is to be marked. */
function useLessonOfNow(wanted: boolean): Pick<Hit, "to" | "detail"> | undefined {
  const may = { all: useCan("all_groups:attendance", "update"), own: useCan("my_groups:attendance", "update") };
  const today = useRead("/today", undefined, { enabled: wanted && (may.all || may.own) }).data?.today;
  if (!today || !(today.audience === "admin" ? may.all : may.own)) return undefined;
  const lesson = today.running.lessons.find(
    (one) => isToMark(one) && one.lateSentAt === null && one.takes !== "over" && one.takes !== "not_begun",
  );
  if (!lesson) return undefined;
  const { id, group, staff, scheduleId, date } = lesson;
  return {
    to: markAddress({ id, groupId: group.id, staffId: staff.id, scheduleId, date }, today.audience),
    detail: `${group.name}, ${lesson.beginTime}`,
  };
}

/** The screens of the lists that have views, by the name of the list. */
const LISTS: Readonly<Record<string, string>> = {
  students: "/students",
  groups: "/groups",
  "my-groups": "/my-groups",
  teachers: "/teachers",
  academics: "/users/academic",
  assistants: "/assistants",
  staff: "/users/staff",
  authors: "/users/authors",
  audits: "/audits",
  jobs: "/jobs",
  roles: "/control",
};

function useViews(text: string): Section {
  const { t } = useTranslation();
  const opens = useMayOpen();
  const views = useRead("/views", undefined, { enabled: text.trim() !== "" }).data?.views ?? [];
  const hits = views.flatMap(({ id, list, name, value }): Hit[] => {
    const path = LISTS[list];
    const label = SCREENS.find((screen) => screen.path === path)?.menu?.label;
    if (!path || !opens(path)) return [];
    const query = new URLSearchParams(value.address).toString();
    return [{ key: String(id), to: query ? `${path}?${query}` : path, name, detail: label && t(label) }];
  });
  return { title: "shell.paletteViews", hits: text.trim() ? hits.filter((hit) => matches(text, hit)) : [] };
}

/** The query, once typing has paused; `off` until it is long enough. */
function useQuery(text: string): { value: string; off: boolean; pending: boolean } {
  const value = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS);
  const off = value.length < ENOUGH_LETTERS || text.trim().length < ENOUGH_LETTERS;
  return { value, off, pending: value !== text.trim() };
}

type Named = { fullName: string };

/** Namesakes among the people found are told apart by what else is known of them. */
function apart<P extends Named>(people: readonly P[], known: (person: P) => string | undefined | null) {
  const count = new Map<string, number>();
  for (const { fullName } of people) count.set(foldLoose(fullName), (count.get(foldLoose(fullName)) ?? 0) + 1);
  return (person: P) => ((count.get(foldLoose(person.fullName)) ?? 0) > 1 ? known(person) : null);
}

const line = (...facts: (string | null | undefined)[]) => facts.filter(Boolean).join(" · ");
const branches = ({ offices }: { offices: readonly { name: string }[] }) => offices.map(({ name }) => name).join(", ");

function useStudents(text: string): Section {
  const { value, off, pending } = useQuery(text);
  const may = useCan("users:students");
  const found = useRead(
    "/students/all",
    { query: { value, page: 1, perPage: STUDENTS } },
    { enabled: may && !off, keepPreviousData: true },
  );
  const students = (may && !off && found.data?.students) || [];
  const other = apart(students, ({ mobile, phoneNumber }) => formatPhone(mobile ?? phoneNumber ?? ""));
  const hits = students.map((student) => ({
    key: String(student.id),
    to: `/students/${student.id}`,
    name: student.fullName,
    detail: line(student.hId, other(student), branches(student)),
    person: student,
  }));
  return { title: "shell.paletteStudents", hits, busy: may && !off && (found.busy || pending) };
}

function useTeachers(text: string): Section {
  const { value, off, pending } = useQuery(text);
  const may = useMayOpen()("/teachers/:id");
  const found = useRead(
    "/kpi/all",
    { query: { value, page: 1, perPage: OTHERS } },
    { enabled: may && !off, keepPreviousData: true },
  );
  const hits = ((may && !off && found.data?.teachers) || []).map((teacher) => ({
    key: String(teacher.id),
    to: `/teachers/${teacher.id}`,
    name: teacher.fullName,
    detail: line(teacher.hId, branches(teacher)),
    person: teacher,
  }));
  return { title: "shell.paletteTeachers", hits, busy: may && !off && (found.busy || pending) };
}

function useStaff(text: string): Section {
  const { t } = useTranslation();
  const { value, off, pending } = useQuery(text);
  const may = useCan("users:staff");
  const found = useRead(
    "/users/staff",
    { query: { value, page: 1, perPage: OTHERS } },
    { enabled: may && !off, keepPreviousData: true },
  );
  const hits = ((may && !off && found.data?.academics) || []).map((staff) => ({
    key: String(staff.id),
    to: `/users/staff/${staff.id}`,
    name: staff.fullName,
    detail: line(staff.login, roleName(staff.role, t)),
    person: staff,
  }));
  return { title: "shell.paletteStaff", hits, busy: may && !off && (found.busy || pending) };
}

/** Groups that the person may see: all of their branches, else their own. */
function useGroups(text: string): Section {
  const { value, off, pending } = useQuery(text);
  const all = useCan("all_groups");
  const own = useCan("my_groups");
  const may = all || own;
  const found = useRead(
    // Both calls return the same shape.
    (all ? "/groups/all" : "/groups/for-academic/all") as "/groups/all",
    { query: { value, page: 1, perPage: OTHERS } },
    { enabled: may && !off, keepPreviousData: true },
  );
  const hits = ((may && !off && found.data?.groups) || []).map((group) => ({
    key: String(group.id),
    to: groupPagePath(all ? "admin" : "academic", group),
    name: group.name,
    detail: line(group.course.name, group.office.name),
  }));
  return { title: "shell.paletteGroups", hits, busy: may && !off && (found.busy || pending) };
}

export function useHits(text: string): Section[] {
  return [
    useScreens(text),
    useActions(text),
    useViews(text),
    useStudents(text),
    useTeachers(text),
    useStaff(text),
    useGroups(text),
  ];
}
