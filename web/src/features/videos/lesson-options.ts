/** The lessons of a group that a video may belong to: at most seven days ahead, the newest first (D-94). */
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { type Answer, read } from "@/api/request";
import { useZone } from "@/entities/access/use-zone";
import type { VideoRow } from "@/entities/videos/video-types";
import { addDays, currentTime, formatDate, todayIn, toInstant, toMillis } from "@/lib/dates";
import type { Option } from "@/ui/popover/option";

type Lesson = Answer<"get", "/groups/{id}/lessons">["lessons"][number];

const DAYS_AHEAD = 7;
const PAGE = 100;

const AHEAD_MS = DAYS_AHEAD * 24 * 60 * 60 * 1000;

async function allLessons(groupId: number, toDate: string, signal: AbortSignal): Promise<Lesson[]> {
  const lessons: Lesson[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page, perPage: PAGE, toDate };
    const { data, refusal } = await read("/groups/{id}/lessons", { path: { id: groupId }, query, signal });
    if (!data) throw refusal;
    lessons.push(...data.lessons);
    if (lessons.length >= data.total || data.lessons.length === 0) return lessons;
  }
}

export const lessonName = ({ number, topic }: Pick<Lesson, "number" | "topic">, t: TFunction): string =>
  topic ? t("videos.lesson", { number, topic }) : t("videos.lessonBare", { number });

/** The lesson of a video: its number, with its topic where it has one. */
export const videoLesson = ({ number, name }: VideoRow["lesson"], t: TFunction): string =>
  lessonName({ number, topic: name === String(number) ? null : name }, t);

export interface LessonOptions {
  options: Option<number>[];
  nameOf: (id: number) => string;
  loading: boolean;
  error: unknown;
  refetch: () => void;
}

export function useLessonOptions(groupId: number): LessonOptions {
  const { t } = useTranslation();
  const zone = useZone();
  const until = addDays(todayIn(zone), DAYS_AHEAD);
  const query = useQuery({
    queryKey: ["/groups/{id}/lessons", "all", groupId, until],
    queryFn: ({ signal }) => allLessons(groupId, until, signal),
  });
  const lessons = query.data ?? [];
  // On the last day only those that begin within seven days to the minute, as the server counts.
  const isNear = ({ date, beginTime }: Lesson) =>
    date < until || toMillis(toInstant(date, beginTime, zone)) <= currentTime().getTime() + AHEAD_MS;
  return {
    options: lessons.filter(isNear).map((lesson) => ({
      value: lesson.id,
      label: lessonName(lesson, t),
      end: formatDate(lesson.date).slice(0, 5),
    })),
    nameOf: (id) => {
      const lesson = lessons.find((one) => one.id === id);
      return lesson ? lessonName(lesson, t) : "";
    },
    loading: query.isPending,
    error: query.error,
    refetch: () => void query.refetch(),
  };
}
