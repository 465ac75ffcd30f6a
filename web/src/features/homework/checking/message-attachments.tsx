/** Files and a recording that go with the message of a check (R2-046, D-84). */
import { useEffect, useRef, useState } from "react";
import { Attachments } from "@/entities/homework/attachments";
import { useBusy } from "@/entities/homework/use-work-upload";
import { VoiceRecorder } from "@/entities/homework/voice-recorder";
import type { Attached } from "./checking-session";

type AttachmentsProps = {
  attached: Attached;
  onChange: (change: Partial<Attached>) => void;
  onBusy: (busy: boolean) => void;
};

export function MessageAttachments({ attached: { files, voice }, onChange, onBusy }: AttachmentsProps) {
  const [sendsFiles, setSendsFiles] = useState(false);
  const [sendsVoice, setSendsVoice] = useState(false);
  useBusy(sendsFiles || sendsVoice, onBusy);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  // an upload that ends after the checker has gone on belongs to no check
  const attach = (change: Partial<Attached>) => here.current && onChange(change);
  return (
    <div className="grid grid-cols-1 gap-3 max-sm:max-h-[36dvh] max-sm:overflow-y-auto">
      <Attachments
        path="/upload/homework"
        files={files}
        onChange={(next) => attach({ files: next })}
        onBusy={setSendsFiles}
      />
      <VoiceRecorder voice={voice} onChange={(next) => attach({ voice: next })} onBusy={setSendsVoice} />
    </div>
  );
}
