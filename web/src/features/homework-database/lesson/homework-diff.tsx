/** What is published beside the draft: removed text struck through, added text underlined (D-104). */
import { Paperclip } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useZone } from "@/entities/access/use-zone";
import type { DatabaseHomework } from "@/entities/homework-database/database-types";
import { useLanguage } from "@/i18n/use-language";
import { formatDate } from "@/lib/dates";
import { formatSize } from "@/lib/format/numbers";
import { isGone } from "./lesson-model";
import { wordDiff } from "./word-diff";

type FileCard = DatabaseHomework["attachments"][number];

const removedClass = "rounded-sm bg-bad-soft text-bad line-through";
const addedClass = "rounded-sm bg-good-soft text-good underline decoration-2 underline-offset-2";

export function HomeworkDiff({ of: homework }: { of: DatabaseHomework }) {
  const { t } = useTranslation();
  const zone = useZone();
  const { published } = homework;
  const gone = isGone(homework);
  const draft = gone ? "" : homework.description;
  const pieces = useMemo(() => wordDiff(published?.description ?? "", draft), [published?.description, draft]);
  const files = gone ? [] : homework.attachments;
  const had = published?.attachments ?? [];
  return (
    <div className="grid sm:grid-cols-2 sm:divide-x sm:divide-line max-sm:divide-y max-sm:divide-line">
      <Side
        title={
          published
            ? t("homeworkDatabase.publishedSide", {
                number: published.number,
                day: formatDate(published.publishedAt, zone),
              })
            : t("homeworkDatabase.unpublished")
        }
      >
        <p className="text-sm leading-5 whitespace-pre-wrap [overflow-wrap:anywhere]">
          {pieces.map(({ kind, text }, index) =>
            kind === "added" ? null : kind === "removed" ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
              <Marked key={index} as="del" text={text} />
            ) : (
              text
            ),
          )}
        </p>
        <Files of={had} others={files} as="del" />
      </Side>
      <Side title={t(gone ? "homeworkDatabase.states.archived" : "homeworkDatabase.draftSide")}>
        <p className="text-sm leading-5 whitespace-pre-wrap [overflow-wrap:anywhere]">
          {pieces.map(({ kind, text }, index) =>
            kind === "removed" ? null : kind === "added" && published ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
              <Marked key={index} as="ins" text={text} />
            ) : (
              text
            ),
          )}
        </p>
        <Files of={files} others={published ? had : files} as="ins" />
      </Side>
    </div>
  );
}

/** The blanks before a changed word are neither removed nor added for the eye. */
function Marked({ as: Mark, text }: { as: "ins" | "del"; text: string }) {
  const word = text.trimStart();
  return (
    <>
      {text.slice(0, text.length - word.length)}
      <Mark className={Mark === "ins" ? addedClass : removedClass}>{word}</Mark>
    </>
  );
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0 p-4">
      <h3 className="mb-1.5 text-xs text-mut">{title}</h3>
      {children}
    </section>
  );
}

/** Files by their content: one that the other side lacks is marked. */
function Files({ of, others, as: Mark }: { of: readonly FileCard[]; others: readonly FileCard[]; as: "ins" | "del" }) {
  const language = useLanguage();
  const known = new Set(others.map(signOf));
  if (of.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-1 text-xs">
      {of.map((file) => {
        const link = (
          <a href={file.url} download={file.name} className="inline-flex items-center gap-1.5 hover:underline">
            <Paperclip aria-hidden size={14} />
            {file.name} · {formatSize(file.size, language)}
          </a>
        );
        return (
          <li key={file.fileId}>
            {known.has(signOf(file)) ? (
              <span className="text-mut">{link}</span>
            ) : (
              <Mark className={Mark === "ins" ? addedClass : removedClass}>{link}</Mark>
            )}
          </li>
        );
      })}
    </ul>
  );
}

// A copy of a file in an edition has an id of its own.
const signOf = ({ name, size, mediaType }: FileCard) => `${name}\n${size}\n${mediaType}`;
