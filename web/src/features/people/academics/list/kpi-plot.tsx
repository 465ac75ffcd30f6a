/** The KPIs of the teachers of a page, in the order of the list, above it (R2-067, D-77). */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Answer } from "@/api/request";
import type { TeacherRow } from "@/api/types";
import type { QueryState } from "@/api/use-read";
import { usePhone } from "@/lib/use-phone";
import { initialsOf } from "@/ui/display/avatar";
import { Skeleton } from "@/ui/feedback/skeleton";
import { BarLinePlot } from "@/ui/plot/bar-line-plot";
import type { PlotData, PlotPlace } from "@/ui/plot/plot";

/** The parts of a teacher's KPI, in the order of their bars. */
export const PARTS = ["attendanceKpi", "homeworkKpi", "examKpi"] as const;
/** Teachers that a plot has room for, three bars each. */
export const ROOM = { desk: 50, phone: 20 };
const HEIGHT = { desk: 172, phone: 150 };

export function KpiPlot({ of: read }: { of: QueryState<Answer<"get", "/kpi/all">> }) {
  const { t } = useTranslation();
  const size = usePhone() ? "phone" : "desk";
  const teachers = read.data?.teachers;
  const plot = useMemo<PlotData | null>(() => {
    if (!teachers || teachers.length === 0) return null;
    return {
      label: t("academics.kpiPlot.label"),
      placeName: t("staff.columns.fullName"),
      barNames: PARTS.map((part) => t(`academics.columns.${part}`)),
      lineName: t("academics.columns.kpi"),
      unjoined: true,
      percent: true,
      begin: "first",
      places: placesOf(teachers, ROOM[size], t("kit.unknownPerson")),
    };
  }, [t, teachers, size]);
  // The list below says why nothing can be shown, or that there is nobody.
  if (read.state === "failed" || read.state === "forbidden" || (teachers && !plot)) return null;
  return (
    <section className="card mb-4 px-4 pt-3.5 pb-2.5 max-sm:mb-3 max-sm:px-3">
      {plot ? (
        <div className={read.isPlaceholder ? "opacity-60" : undefined}>
          <BarLinePlot
            plot={plot}
            height={HEIGHT[size]}
            head={
              <h2 className="text-sm font-[650] text-ink-strong">
                {t("academics.kpiPlot.title", { count: plot.places.length })}
              </h2>
            }
          />
        </div>
      ) : (
        <Skeleton className="h-52 w-full" />
      )}
    </section>
  );
}

/** The first teachers of a page that there is room for. */
export function placesOf(teachers: readonly TeacherRow[], room: number, unnamed: string): PlotPlace[] {
  const shown = teachers.slice(0, room).map((teacher) => ({ teacher, name: teacher.fullName.trim() || unnamed }));
  const names = shown.map(({ name }) => name);
  return shown.map(({ teacher, name }) => ({
    tick: tickOf(name, names),
    shortTick: initialsOf(name),
    name,
    bars: PARTS.map((part) => teacher[part] ?? null),
    line: teacher.kpi ?? null,
  }));
}

/** The surname, with as few initials as set it apart from namesakes: "Karimova N.". */
function tickOf(name: string, names: readonly string[]): string {
  const isAlone = (initials: number) =>
    names.filter((other) => withInitials(other, initials) === withInitials(name, initials)).length === 1;
  return withInitials(name, [0, 1, 2].find(isAlone) ?? 2);
}

function withInitials(name: string, count: number): string {
  const [surname = name, ...others] = name.split(/\s+/);
  return [surname, ...others.slice(0, count).map((word) => `${word[0]?.toLocaleUpperCase()}.`)].join(" ");
}
