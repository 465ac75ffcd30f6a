import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useRead } from "@/api/use-read";
import { menuOf } from "@/app/shell/menu";
import { useCan } from "@/entities/access/can";
import { useSession } from "@/entities/access/session";
import { groupPagePath } from "@/features/groups/group-labels";
import { cx } from "@/ui/cx";
import { BareDialog } from "@/ui/dialog/bare-dialog";
import { Avatar } from "@/ui/display/avatar";
import { Spinner } from "@/ui/feedback/spinner";

const ENOUGH_LETTERS = 2;
const STUDENTS = 8;
const GROUPS = 5;
const PAUSE_MS = 200;

type Hit = {
  to: string;
  id?: number;
  name: string;
  detail?: string | undefined;
  photo?: string | null;
  person?: boolean;
};

const plain = (text: string) => text.toLocaleLowerCase().replace(/['`ʻʼ‘’]/g, "");

/** Screens of the menu with a word of their name or group that begins with the query. */
function useScreenHits(text: string): Hit[] {
  const { t } = useTranslation();
  const { permissions } = useSession();
  const all = menuOf(permissions).flatMap((top) =>
    [top, ...top.children].flatMap((entry) =>
      entry.to ? [{ to: entry.to, name: t(entry.label), detail: entry === top ? undefined : t(top.label) }] : [],
    ),
  );
  const wanted = plain(text);
  return wanted
    ? all.filter((hit) =>
        plain(`${hit.name} ${hit.detail ?? ""}`)
          .split(/\s+/)
          .some((word) => word.startsWith(wanted)),
      )
    : all;
}

/** The query, once typing has paused. */
function useAsked(text: string): { asked: string; enough: boolean } {
  const [asked, setAsked] = useState("");
  const wanted = text.trim();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return { asked, enough: wanted.length >= ENOUGH_LETTERS };
}

function useStudentHits(text: string): { hits: Hit[]; busy: boolean } {
  const { asked, enough } = useAsked(text);
  const may = useCan("users:students");
  const found = useRead(
    "/students/all",
    { query: { value: asked, page: 1, perPage: STUDENTS } },
    { enabled: may && asked.length >= ENOUGH_LETTERS, keepPreviousData: true },
  );
  if (!may || !enough) return { hits: [], busy: false };
  const hits = (found.data?.students ?? []).map((student) => ({
    to: `/students/${student.id}`,
    id: student.id,
    name: student.fullName,
    detail: [student.hId, student.offices.map((office) => office.name).join(", ")].filter(Boolean).join(" · "),
    photo: student.photo,
    person: true,
  }));
  return { hits, busy: found.busy || asked !== text.trim() };
}

/** Groups that the person may see: all of their branches, else their own. */
function useGroupHits(text: string): { hits: Hit[]; busy: boolean } {
  const { asked, enough } = useAsked(text);
  const all = useCan("all_groups");
  const own = useCan("my_groups");
  const found = useRead(
    // Both calls return the same shape.
    (all ? "/groups/all" : "/groups/for-academic/all") as "/groups/all",
    { query: { value: asked, page: 1, perPage: GROUPS } },
    { enabled: (all || own) && asked.length >= ENOUGH_LETTERS, keepPreviousData: true },
  );
  if (!(all || own) || !enough) return { hits: [], busy: false };
  const hits = (found.data?.groups ?? []).map((group) => ({
    to: groupPagePath(all ? "admin" : "academic", group),
    name: group.name,
    detail: [group.course.name, group.office.name].filter(Boolean).join(" · "),
  }));
  return { hits, busy: found.busy || asked !== text.trim() };
}

/** Jump to a screen, a student or a group by typing (Ctrl K, ⌘ K). */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useId();
  const rows = useRef<HTMLDivElement>(null);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const screens = useScreenHits(text);
  const students = useStudentHits(text);
  const groups = useGroupHits(text);
  const hits = [...screens, ...students.hits, ...groups.hits];
  const busy = students.busy || groups.busy;
  const active = Math.min(at, hits.length - 1);

  function go(hit: Hit | undefined) {
    if (!hit) return;
    onClose();
    void navigate(hit.to);
  }

  function move(to: number) {
    const next = (to + hits.length) % Math.max(1, hits.length);
    setAt(next);
    rows.current?.querySelector(`#${CSS.escape(`${list}-${next}`)}`)?.scrollIntoView({ block: "nearest" });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "ArrowDown") move(active + 1);
    else if (event.key === "ArrowUp") move(active - 1);
    // A student found for an earlier query is not the one meant.
    else if (event.key === "Enter") go(students.busy && hits[active]?.person ? undefined : hits[active]);
    else return;
    event.preventDefault();
  }

  const row = (hit: Hit, index: number) => (
    <Row
      key={hit.to}
      id={`${list}-${index}`}
      hit={hit}
      active={index === active}
      onPoint={() => setAt(index)}
      onPick={() => go(hit)}
    />
  );
  return (
    <BareDialog
      title={t("shell.palette")}
      onClose={onClose}
      className="floating top-[12dvh] left-1/2 max-h-[70dvh] w-[calc(100%-24px)] max-w-[560px] -translate-x-1/2 animate-appear rounded-xl max-sm:top-3"
    >
      <div className="flex h-12 items-center gap-2.5 border-b border-line px-4">
        <Search aria-hidden size={17} strokeWidth={1.8} className="shrink-0 text-mut" />
        <input
          role="combobox"
          aria-expanded
          aria-controls={list}
          aria-autocomplete="list"
          aria-label={t("shell.palettePlaceholder")}
          aria-activedescendant={hits.length > 0 ? `${list}-${active}` : undefined}
          autoComplete="off"
          value={text}
          placeholder={t("shell.palettePlaceholder")}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-1 bg-transparent text-base outline-none max-sm:text-lg"
        />
        {busy ? <Spinner /> : null}
      </div>
      <div
        id={list}
        ref={rows}
        role="listbox"
        aria-label={t("shell.palette")}
        className="min-h-0 overflow-y-auto p-1.5"
      >
        {screens.length > 0 ? <Heading>{t("shell.paletteScreens")}</Heading> : null}
        {screens.map(row)}
        {students.hits.length > 0 ? <Heading>{t("shell.paletteStudents")}</Heading> : null}
        {students.hits.map((hit, index) => row(hit, screens.length + index))}
        {groups.hits.length > 0 ? <Heading>{t("shell.paletteGroups")}</Heading> : null}
        {groups.hits.map((hit, index) => row(hit, screens.length + students.hits.length + index))}
      </div>
      {hits.length === 0 && !busy ? (
        <p role="status" className="px-4 py-6 text-center text-sm text-mut">
          {t(text.trim().length < ENOUGH_LETTERS ? "shell.paletteHint" : "shell.paletteEmpty")}
        </p>
      ) : null}
    </BareDialog>
  );
}

function Heading({ children }: { children: string }) {
  return (
    <div role="presentation" className="px-2.5 pt-2 pb-1 text-xs font-[550] text-mut">
      {children}
    </div>
  );
}

type RowProps = { id: string; hit: Hit; active: boolean; onPoint: () => void; onPick: () => void };

function Row({ id, hit, active, onPoint, onPick }: RowProps) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, aria-activedescendant names the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input hears the keys
    <div
      id={id}
      role="option"
      aria-selected={active}
      onPointerMove={onPoint}
      onClick={onPick}
      className={cx(
        "flex min-h-10 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 max-sm:min-h-11",
        active && "bg-hover",
      )}
    >
      {hit.person ? <Avatar name={hit.name} id={hit.id} photo={hit.photo} size="small" /> : null}
      <span className="min-w-0 flex-1 truncate text-base text-ink">{hit.name.trim() || t("kit.unknownPerson")}</span>
      <span className="truncate text-xs text-mut">{hit.detail}</span>
    </div>
  );
}
