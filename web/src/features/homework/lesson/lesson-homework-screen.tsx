/** Homework of one lesson: the task, and the work of every student by status (R2-045, R2-047). */
import { ClipboardCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { useZone } from "@/entities/access/use-zone";
import { RecordHistory } from "@/entities/audit/record-history";
import type { Audience } from "@/entities/groups/group-tabs";
import { FileList } from "@/entities/homework/attachments";
import { Variants } from "@/entities/homework/variants";
import { VoicePlayer } from "@/entities/homework/voice-recorder";
import { useLanguage } from "@/i18n/use-language";
import { useCrumb } from "@/lib/crumb";
import { formatDateTime } from "@/lib/dates";
import { formatDecimal } from "@/lib/format/numbers";
import { buttonClass } from "@/ui/controls/button";
import { Fact, Facts } from "@/ui/display/fact";
import { Card, Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { HomeworkMenu } from "../giving/homework-menu";
import { Heading } from "../heading";
import {
  addressOf,
  chatPath,
  checksHomework,
  type GroupAddress,
  givesHomework,
  type HomeworkCard,
  historyPath,
  homeworkPath,
  idOf,
  tabPath,
  type WorkRow,
} from "../homework-paths";
import { useLessonName } from "../use-lesson-name";
import { WAITING } from "../work-status";
import { RemindButton } from "./remind-button";
import { Works } from "./works";

export const LessonHomeworkScreen = () => <LessonHomework audience="admin" />;
export const OwnLessonHomeworkScreen = () => <LessonHomework audience="academic" />;

function LessonHomework({ audience }: { audience: Audience }) {
  const { t } = useTranslation();
  const params = useParams();
  const at = addressOf(audience, params);
  const read = useRead(homeworkPath(audience), { query: { homeworkId: idOf(params.homeworkId) } });
  const title = read.data ? nameOf(read.data.homework) : t("homework.one");
  const lesson = read.data?.homework.lesson;
  const lessonName = useLessonName();
  useCrumb(read.data?.homework.group.name);
  return (
    <Page
      title={title}
      head={<Heading of={title} note={lesson && lessonName(lesson)} />}
      actions={read.data ? <Actions at={at} homework={read.data.homework} works={read.data.submissions} /> : null}
    >
      <Loaded of={read}>
        {({ homework, submissions }) => (
          <div className="grid grid-cols-[minmax(0,1fr)_340px] items-start gap-4 max-lg:grid-cols-1">
            <div className="grid grid-cols-1 gap-4">
              <Works at={at} homework={homework} works={submissions} />
              <Card title={t("audits.history")}>
                <RecordHistory path={historyPath(audience)} id={homework.id} />
              </Card>
            </div>
            <Task homework={homework} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

const nameOf = ({ topic, description }: HomeworkCard) => topic?.name ?? (description.split("\n")[0] || description);

type ActionsProps = { at: GroupAddress; homework: HomeworkCard; works: readonly WorkRow[] };

function Actions({ at, homework, works }: ActionsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const checks = useCan(checksHomework(at.audience));
  const reminds = useCan(givesHomework(at.audience), "update");
  const next = works.find(({ status }) => status === WAITING);
  const lesson = { id: homework.id, lessonId: homework.lesson.id };
  return (
    <>
      {reminds && homework.counts.uncompleted > 0 ? (
        <RemindButton groupId={at.groupId} homeworkId={homework.id} />
      ) : null}
      {checks && next ? (
        <Link to={chatPath(at, lesson, next)} data-main="" className={buttonClass("main")}>
          <ClipboardCheck aria-hidden strokeWidth={1.8} />
          {t("homework.check")}
        </Link>
      ) : null}
      <HomeworkMenu
        at={at}
        homework={homework}
        name={nameOf(homework)}
        onDeleted={() => void navigate(tabPath(at), { replace: true })}
      />
    </>
  );
}

function Task({ homework }: { homework: HomeworkCard }) {
  const { t } = useTranslation();
  const zone = useZone();
  const language = useLanguage();
  const lessonName = useLessonName();
  const { lesson } = homework;
  return (
    <Card title={t("homework.task")}>
      <div className="grid grid-cols-1 gap-4">
        {homework.variants.length > 0 ? (
          <Variants variants={homework.variants} />
        ) : (
          <p className="text-base whitespace-pre-wrap [overflow-wrap:anywhere]">{homework.description}</p>
        )}
        {homework.voice ? <VoicePlayer voice={homework.voice} /> : null}
        <FileList files={homework.attachments} />
        <Facts>
          <Fact wide name={t("homework.lesson")} value={lessonName(lesson)} />
          <Fact name={t("homework.givenAt")} value={formatDateTime(homework.givenAt, zone)} />
          <Fact name={t("homework.deadline")} value={formatDateTime(homework.deadline, zone)} />
          <Fact name={t("homework.by")} value={homework.createdBy?.name} />
          <Fact
            name={t("homework.generating.source")}
            value={t(homework.source === 1 ? "homework.fromDatabase" : "homework.ofTeacher")}
          />
          <Fact
            name={t("homework.statistics.averageScore")}
            value={homework.averageScore === null ? undefined : formatDecimal(homework.averageScore, language)}
            missing={t("homework.noScore")}
          />
        </Facts>
      </div>
    </Card>
  );
}
