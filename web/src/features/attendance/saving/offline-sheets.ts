/**
 * Today's and tomorrow's sheets for the time without a connection (D-70): every one that was read or changed here, and
 * those of the person's own groups, fetched ahead. The stored ones fill the query cache when the connection is lost.
 */
import { cache, keyOf } from "@/api/cache";
import { type Answer, read } from "@/api/request";
import { addDays, todayIn } from "@/lib/dates";
import { canStore, type Kept, keep, keptOf, removeBefore } from "@/lib/offline/encrypted-store";
import { isOnline, onOnline } from "@/lib/online";
import { type Audience, SHEET_PATHS } from "../state/api-types";

const TODAY_PATH = "/today";
const PATHS: readonly string[] = [...Object.values(SHEET_PATHS), TODAY_PATH];
const FETCH_EACH_MS = 1_800_000;

type SheetAnswer = Answer<"get", (typeof SHEET_PATHS)[Audience]>;
type Cached = { forbidden: boolean; data?: unknown };
/** `restored`: their session goes on without an answer of the server. */
export type OfflinePerson = { userId: number; zone: string; ownGroups: boolean; restored: boolean };

const sheetIn = (answer: unknown) => (answer as Partial<SheetAnswer> | undefined)?.sheet;

/** Stores, fetches ahead and restores until the returned function is called. */
export function startOfflineSheets({ userId, zone, ownGroups, restored }: OfflinePerson): () => void {
  if (!canStore()) return () => undefined;
  const today = () => todayIn(zone);
  for (const path of PATHS) cache.setQueryDefaults([path], { gcTime: Number.POSITIVE_INFINITY });

  const store = async (path: string, data: unknown, at: number) => {
    const lesson = sheetIn(data)?.lesson;
    if (lesson && lesson.date !== today() && lesson.date !== addDays(today(), 1)) return;
    const name = lesson ? `${path} ${lesson.id}` : path;
    // On the next day it can still be sent late.
    await keep({ name, userId, at, day: addDays(lesson?.date ?? today(), 1) }, data);
  };
  const fetchAhead = async () => {
    if (!ownGroups || !isOnline()) return;
    const outcome = await read("/attendance/for-academic/upcoming-sheets");
    for (const one of outcome.data?.sheets ?? []) await store(SHEET_PATHS.academic, one, Date.now());
    if (cache.getQueryData(keyOf(TODAY_PATH)) === undefined) {
      const day = await read(TODAY_PATH);
      if (day.data) await store(TODAY_PATH, day.data, Date.now());
    }
  };
  const restore = async () => {
    for (const one of await keptOf(userId, today())) fill(one);
  };
  const quietly = (work: () => Promise<void>) => void work().catch(() => undefined);

  const ends = [
    cache.getQueryCache().subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "success") return;
      const [path] = event.query.queryKey;
      const { data, dataUpdatedAt } = event.query.state;
      const answer = (data as Cached | undefined)?.data;
      if (typeof path === "string" && PATHS.includes(path) && answer !== undefined)
        quietly(() => store(path, answer, dataUpdatedAt));
    }),
    onOnline(() => quietly(isOnline() ? fetchAhead : restore)),
  ];
  const timer = setInterval(() => quietly(fetchAhead), FETCH_EACH_MS);
  quietly(async () => {
    await removeBefore(today());
    await (restored || !isOnline() ? restore() : fetchAhead());
  });
  return () => {
    clearInterval(timer);
    for (const end of ends) end();
  };
}

/** Puts a stored answer into the query cache, under all addresses of its screen, where nothing newer is. */
function fill({ name, at, value }: Kept): void {
  const path = name.split(" ")[0] ?? "";
  if (!PATHS.includes(path)) return;
  const lesson = sheetIn(value)?.lesson;
  const keys = lesson
    ? [
        keyOf(path, { query: { lessonId: lesson.id } }),
        keyOf(path, { query: { groupId: lesson.group.id, scheduleId: lesson.scheduleId ?? 0, date: lesson.date } }),
      ]
    : [keyOf(path)];
  for (const key of keys) {
    const shown = cache.getQueryState(key);
    if (shown?.data === undefined || shown.dataUpdatedAt < at)
      cache.setQueryData(key, { forbidden: false, data: value }, { updatedAt: at });
  }
}
