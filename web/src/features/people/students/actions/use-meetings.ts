/** When a group meets, in words: "Dush, Chor, Jum 09:00–11:00 · Karimova S." */
import type { Answer } from "@/api/request";
import { useLanguage } from "@/i18n/use-language";
import { weekdayShort } from "@/lib/dates";

type Meeting = Answer<"get", "/student-groups/groups">["groups"][number]["schedules"][number];

export function useMeetings(): (meetings: readonly Meeting[]) => string {
  const language = useLanguage();
  return (meetings) =>
    meetings
      .map(({ daysOfWeek, beginTime, endTime, teacher }) => {
        const days = daysOfWeek.map((day) => weekdayShort(day, language)).join(", ");
        const hours = beginTime && endTime ? `${beginTime}–${endTime}` : "";
        return [[days, hours].filter(Boolean).join(" "), teacher].filter(Boolean).join(" · ");
      })
      .join("; ");
}
