/** The chosen homework: edited as a draft, or its draft beside what is published. */
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { AddDatabaseHomework } from "@/api/limits";
import { readAgainAfterConflict } from "@/api/read-again";
import { useChange } from "@/api/use-change";
import { useCentreCan } from "@/entities/access/centre";
import { useZone } from "@/entities/access/use-zone";
import { filesOf, WorkFilesField, WorkTextField } from "@/entities/homework/work-form-fields";
import {
  DATABASE,
  DATABASE_READS,
  type DatabaseHomework,
  type DatabaseLesson,
} from "@/entities/homework-database/database-types";
import { useKindName } from "@/entities/homework-database/homework-kind";
import { formatDateTime } from "@/lib/dates";
import { Button } from "@/ui/controls/button";
import { Segmented } from "@/ui/controls/segmented";
import { showDone, showError } from "@/ui/feedback/toast";
import { ConflictHint } from "@/ui/form/conflict-hint";
import { readDraft } from "@/ui/form/drafts";
import { Form, SubmitButton } from "@/ui/form/form";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";
import { useLatestVersion } from "@/ui/form/use-latest-version";
import { HomeworkDiff } from "./homework-diff";
import { type Chosen, isGone, NEW } from "./lesson-model";

type HomeworkPanelProps = {
  lesson: DatabaseLesson;
  chosen: Chosen;
  onChoose: (homework: Chosen) => void;
  /** Something is being written: its button is the next step. */
  onEditing: (editing: boolean) => void;
};

export function HomeworkPanel({ lesson, chosen, onChoose, onEditing }: HomeworkPanelProps) {
  const homework = lesson.homework.find(({ id }) => id === chosen);
  const creates = useCentreCan(DATABASE, "create");
  const updates = useCentreCan(DATABASE, "update");
  const edits = homework !== undefined && updates && !isGone(homework);
  const [view, setView] = useState<{ of: Chosen; view: View }>();
  const tellEditing = useCallback(
    (editing: boolean) => {
      // What is being written stays in view until it is saved, whatever others save meanwhile.
      if (editing) setView({ of: chosen, view: "edit" });
      onEditing(editing);
    },
    [chosen, onEditing],
  );
  const isWritten = homework !== undefined && readDraft(draftOf(homework)) !== null;
  const standard = isWritten || homework?.change === null || !homework?.published ? "edit" : "diff";
  const shown = !edits ? "diff" : view?.of === chosen ? view.view : standard;
  if (chosen === NEW && creates) return <NewHomework lesson={lesson} onChoose={onChoose} onEditing={onEditing} />;
  if (!homework) return null;
  return (
    <Existing
      homework={homework}
      view={shown}
      onView={edits ? (next) => setView({ of: chosen, view: next }) : undefined}
      onEditing={tellEditing}
      onSaved={() => setView(undefined)}
      onClose={() => onChoose(null)}
    />
  );
}

type View = "edit" | "diff";

const draftOf = ({ id }: DatabaseHomework) => `homework-db-${id}`;

const panelClass = "card mt-4";
const headClass = "flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5";

type ExistingProps = {
  homework: DatabaseHomework;
  view: View;
  onView: ((view: View) => void) | undefined;
  onEditing: HomeworkPanelProps["onEditing"];
  onSaved: () => void;
  onClose: () => void;
};

function Existing({ homework, view, onView, onEditing, onSaved, onClose }: ExistingProps) {
  const { t } = useTranslation();
  const zone = useZone();
  const name = useKindName()(homework);
  return (
    <section aria-label={name} className={panelClass}>
      <header className={headClass}>
        <h2 className="text-base font-[650] text-ink-strong">{name}</h2>
        <span className="text-xs text-mut">
          {[t("homeworkDatabase.savedAt", { at: formatDateTime(homework.savedAt, zone) }), homework.savedBy?.name]
            .filter(Boolean)
            .join(" · ")}
        </span>
        {onView ? (
          <span className="ml-auto">
            <Segmented
              label={t("homeworkDatabase.view")}
              value={view}
              onChange={onView}
              options={[
                { value: "edit", label: t("homeworkDatabase.editView") },
                { value: "diff", label: t("homeworkDatabase.diffView") },
              ]}
            />
          </span>
        ) : null}
      </header>
      {view === "diff" ? (
        <HomeworkDiff of={homework} />
      ) : (
        <EditHomework key={homework.id} homework={homework} onEditing={onEditing} onSaved={onSaved} onClose={onClose} />
      )}
    </section>
  );
}

type Values = { description: string; attachments: string; [field: string]: string };

const FIELDS = ["description", "attachments"] as const;
const bodyOf = ({ description, attachments }: Values) => ({
  description: description.trim(),
  attachments: filesOf(attachments).map(({ fileId }) => fileId),
});

type EditHomeworkProps = Omit<ExistingProps, "view" | "onView">;

function EditHomework({ homework, onEditing, onSaved, onClose }: EditHomeworkProps) {
  const { t } = useTranslation();
  const zone = useZone();
  const draft = draftOf(homework);
  const save = useChange("put", "/homework-db/{id}", {
    invalidates: [...DATABASE_READS],
    quiet: true,
    onForbidden: showError,
    onError: (error) => {
      toastUnlessInline(FIELDS)(error);
      readAgainAfterConflict(error, DATABASE_READS);
    },
    onDone: () => {
      showDone(t("homeworkDatabase.draftSaved"));
      onSaved();
    },
  });
  const start = { description: homework.description, attachments: JSON.stringify(homework.attachments) };
  const form = useForm<Values>({
    start,
    limits: { description: AddDatabaseHomework.description },
    draft,
    saving: save,
    send: (values) => save.run({ path: { id: homework.id }, body: { ...bodyOf(values), version: homework.version } }),
  });
  const typed = String(form.fields.watch("attachments") ?? "");
  // Each read has fresh links, which are no difference.
  const attachments = sameFiles(typed, start.attachments) ? typed : start.attachments;
  const newest = { version: homework.version, values: { ...start, attachments } };
  const { conflicting, take } = useLatestVersion(form, newest, draft);
  useEditing(form.changed, onEditing);
  const { description: text, attachments: files } = conflicting;
  return (
    <div className="p-4">
      <Form of={form} label={t("homeworkDatabase.editView")}>
        {text === undefined && files === undefined ? null : (
          <div role="alert" className="grid gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
            <p>
              {t("homeworkDatabase.changedMeanwhile", {
                by: homework.savedBy?.name ?? "",
                at: formatDateTime(homework.savedAt, zone),
              })}
            </p>
            {text === undefined ? null : (
              <ConflictHint
                text={text || t("homeworkDatabase.noText")}
                take={t("homeworkDatabase.takeText")}
                onTake={() => take("description")}
              />
            )}
            {files === undefined ? null : (
              <ConflictHint
                text={filesOf(files)
                  .map(({ name }) => name)
                  .join(", ")}
                take={t("homeworkDatabase.takeFiles")}
                onTake={() => take("attachments")}
              />
            )}
          </div>
        )}
        <Fields onClose={onClose} />
      </Form>
    </div>
  );
}

const idsOf = (written: string) =>
  filesOf(written)
    .map(({ fileId }) => fileId)
    .join();
const sameFiles = (one: string, other: string) => idsOf(one) === idsOf(other);

/** Tells while something is being written. */
function useEditing(editing: boolean, onEditing: HomeworkPanelProps["onEditing"]): void {
  useEffect(() => {
    onEditing(editing);
    return () => onEditing(false);
  }, [editing, onEditing]);
}

type NewHomeworkProps = Pick<HomeworkPanelProps, "lesson" | "onChoose" | "onEditing">;

function NewHomework({ lesson, onChoose, onEditing }: NewHomeworkProps) {
  useEditing(true, onEditing);
  const { t } = useTranslation();
  const add = useChange("post", "/homework-db", {
    invalidates: [...DATABASE_READS],
    quiet: true,
    onForbidden: showError,
    onError: toastUnlessInline(FIELDS),
    onDone: ({ homework }) => {
      showDone(t("homeworkDatabase.draftSaved"));
      onChoose(homework.id);
    },
  });
  const form = useForm<Values>({
    start: { description: "", attachments: "" },
    limits: { description: AddDatabaseHomework.description },
    draft: `homework-db-new-${lesson.id}`,
    saving: add,
    send: (values) => add.run({ body: { lessonId: lesson.id, ...bodyOf(values) } }),
  });
  const hasMain = lesson.homework.some((one) => one.kind === "main" && !isGone(one));
  return (
    <section aria-label={t("homeworkDatabase.newHomework")} className={panelClass}>
      <header className={headClass}>
        <h2 className="text-base font-[650] text-ink-strong">{t("homeworkDatabase.newHomework")}</h2>
        <span className="text-xs text-mut">
          {t(hasMain ? "homeworkDatabase.becomesVariant" : "homeworkDatabase.becomesMain")}
        </span>
      </header>
      <div className="p-4">
        <Form of={form} label={t("homeworkDatabase.newHomework")}>
          <Fields onClose={() => onChoose(null)} />
        </Form>
      </div>
    </section>
  );
}

function Fields({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <WorkTextField label={t("homeworkDatabase.text")} limit={AddDatabaseHomework.description} />
      <WorkFilesField path="/upload/homework-db-attachments" />
      <div className="flex flex-wrap gap-2 max-sm:[&>*]:flex-1">
        <SubmitButton>{t("homeworkDatabase.saveDraft")}</SubmitButton>
        <Button onClick={onClose}>{t("kit.close")}</Button>
      </div>
    </>
  );
}
