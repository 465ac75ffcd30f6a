/** The window that asks before something is done to many students. */
import { BlockMany, UnblockMany } from "./block-many";
import { ExportMany } from "./export-many";
import { GroupMany } from "./group-many";
import type { ManyDeed, ManyProps } from "./many";
import { PrintMany } from "./print/print-many";
import { SmsMany } from "./sms-many";

const WINDOWS = {
  block: BlockMany,
  unblock: UnblockMany,
  toGroup: GroupMany,
  sms: SmsMany,
  export: ExportMany,
  print: PrintMany,
};

export function ManyWindow({ deed, ...rest }: ManyProps & { deed: ManyDeed }) {
  const Window = WINDOWS[deed];
  return <Window {...rest} />;
}
