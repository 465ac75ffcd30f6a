/** A message to a participant without a score (R2-371). */
import { Send } from "lucide-react";
import { useId, useRef, useState } from "react";
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
  const [text, setText] = useState("");
  const [files, setFiles] = useState<WorkFile[]>([]);
  useUnsaved(text.trim() !== "" || files.length > 0);
  const sending = useChange("post", "/exams/{id}/chats/{chat_id}/messages", {
    invalidates: ["/exams/{id}/chats/{chat_id}"],
    onDone: () => {
      setText("");
      setFiles([]);
      // the button is off again: without this the keyboard would start from the top of the page
      field.current?.focus();
    },
  });
  if (!may) return null;
  const empty = text.trim() === "" && files.length === 0;
  return (
    <form
      className="mt-4 grid gap-2"
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
}
