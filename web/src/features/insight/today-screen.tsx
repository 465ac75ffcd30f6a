/** The first page of the day: current and next lessons, and open tasks of the person (D-65). */
import { useTranslation } from "react-i18next";
import type { Today } from "@/api/types";
import { useRead } from "@/api/use-read";
import { formatDate } from "@/lib/dates";
import { useLive } from "@/lib/live/use-live";
import { Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { EmptyCard } from "@/ui/feedback/states";
import { Absentees } from "./absentees";
import { FirstSteps } from "./first-steps";
import { LateSheets } from "./late-sheets";
import { Lessons } from "./lessons";
import { Refused } from "./refused";
import { Section } from "./section";
import { Unmarked } from "./unmarked";
import { FailedJobs, Photos, StoppedRun } from "./waiting";

/** Refetched in the background, for lessons begin and end by the clock: the old data stays until then. */
const EVERY_MS = 30_000;

export function TodayScreen() {
  const { t } = useTranslation();
  useLive("today", ["/today"]);
  useLive("jobs", ["/today"]);
  useLive("sync", ["/today"]);
  const read = useRead("/today", undefined, { refetchInterval: EVERY_MS, staleTime: 0 });
  const today = read.data?.today;
  return (
    <Page title={t("shell.today")} note={today && `${formatDate(today.date)}, ${today.now}`}>
      <Loaded of={read}>{(data) => <Day today={data.today} />}</Loaded>
    </Page>
  );
}

function Day({ today }: { today: Today }) {
  const { running, refused, absentees, lateSheets, failedJobs, stoppedRun, photos } = today;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid gap-4">
        <FirstSteps steps={today.firstSteps} />
        <Now today={today} />
        <Unmarked today={today} />
        {running.total > 0 ? <Next today={today} /> : null}
      </div>
      <div className="grid gap-4">
        {refused ? <Refused refused={refused} today={today} /> : null}
        {lateSheets ? <LateSheets late={lateSheets} audience={today.audience} /> : null}
        {absentees ? <Absentees absentees={absentees} today={today} /> : null}
        {stoppedRun ? <StoppedRun run={stoppedRun} /> : null}
        {failedJobs ? <FailedJobs failed={failedJobs} /> : null}
        {photos ? <Photos photos={photos} /> : null}
      </div>
    </div>
  );
}

/** Current lessons; without any, the next ones; without those, the source of lessons. */
function Now({ today }: { today: Today }) {
  const { t } = useTranslation();
  const { running, next, firstSteps, audience } = today;
  if (running.total > 0)
    return (
      <Section title={t("today.running")} total={running.total} shown={running.lessons.length}>
        <Lessons lessons={running.lessons} today={today} first={firstSteps.length === 0} />
      </Section>
    );
  if (next.total > 0)
    return (
      <>
        <p className="text-base text-mut">{t("today.noneNow")}</p>
        <Next today={today} />
      </>
    );
  return (
    <EmptyCard
      title={t("today.emptyTitle")}
      text={t(audience === "admin" ? "today.emptyAdmin" : "today.emptyAcademic")}
    />
  );
}

function Next({ today }: { today: Today }) {
  const { t } = useTranslation();
  const { next } = today;
  if (next.total === 0) return null;
  return (
    <Section title={t("today.next")} total={next.total} shown={next.lessons.length}>
      <Lessons lessons={next.lessons} today={today} />
    </Section>
  );
}
