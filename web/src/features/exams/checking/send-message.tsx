/** The chat with a participant: a message without a score, folded until it is wanted (R2-371). */
import { MessagesSquare, Send } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "@/api/use-change";
import { useCan } from "@/entities/access/can";
import { type Audience, moduleOf } from "@/entities/groups/group-tabs";
import { Attachments } from "@/entities/homework/attachments";
import type { WorkFile } from "@/entities/homework/use-work-upload";
import { useUnsaved } from "@/lib/unsaved";
import { Button } from "@/ui/controls/button";
import type { ExamChat } from "../exam-paths";
import { pathOf } from "./use-exam-check";

const MESSAGE_LENGTH = 1000;

export function SendMessage({ audience, chat }: { audience: Audience; chat: ExamChat }) {
  const { t } = useTranslation();
  const id = useId();
  const may = useCan(`${moduleOf(audience)}:exam_chats`, "update");
  const field = useRef<HTMLTextAreaElement>(null);
  // a student who waits for an answer gets the field at once
  const [open, setOpen] = useState(chat.messages.at(-1)?.isStudent ?? false);
  const pressed = useRef(false);
  useEffect(() => {
    if (!open || !pressed.current) return;
    field.current?.focus();
    field.current?.form?.scrollIntoView({ block: "nearest" });
  }, [open]);
  const [text, setText] = useState("");
  const [files, setFiles] = useState<WorkFile[]>([]);
  useUnsaved(text.trim() !== "" || files.length > 0);
  const sending = useChange("post", "/exams/{id}/chats/{chat_id}/messages", {
    invalidates: ["/exams/{id}/chats/{chat_id}"],
    onDone: () => {
      setText("");
      setFiles([]);
      // ready for the next message, unless the person has gone on to something else
      if (field.current?.form?.contains(document.activeElement)) field.current.focus();
    },
  });
  if (!may) return null;
  const empty = text.trim() === "" && files.length === 0;
  const form = (
    // on a phone the panel of the score lies over the lower half
    <form
      className="grid gap-2 max-sm:scroll-mb-[420px]"
      onSubmit={(event) => {
        event.preventDefault();
        if (!empty) void sending.run({ ...pathOf(chat), body: { text, fileIds: files.map(({ fileId }) => fileId) } });
      }}
    >
      <label htmlFor={id} className="text-sm font-[550] text-ink">
        {t("exams.writeMessage")}
      </label>
      <textarea
        ref={field}
        id={id}
        rows={2}
        maxLength={MESSAGE_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
        className="field h-auto py-2"
      />
      <Attachments path="/upload/exam-attachments" files={files} onChange={setFiles} />
      <div className="flex justify-end">
        <Button
          type="submit"
          icon={Send}
          saves
          pending={sending.pending}
          fixed={empty ? t("exams.messageFirst") : undefined}
        >
          {t("exams.send")}
        </Button>
      </div>
    </form>
  );
  return (
    <section aria-labelledby={`${id}-title`} className="card mt-6 p-4">
      <h2 id={`${id}-title`} className="text-base font-[650] text-ink-strong">
        {t("exams.chatTitle")}
      </h2>
      <p className="mb-3 text-xs text-mut">{t("exams.chatText")}</p>
      {open ? (
        form
      ) : (
        <Button
          icon={MessagesSquare}
          onClick={() => {
            pressed.current = true;
            setOpen(true);
          }}
        >
          {t("exams.writeMessage")}
        </Button>
      )}
    </section>
  );
}
