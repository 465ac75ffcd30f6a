/** Changes the branches of all selected people: to the chosen ones, or with these added to the present ones. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Fields } from "@/api/errors";
import { Button } from "@/ui/controls/button";
import { Checkbox } from "@/ui/controls/checkbox";
import { Dialog } from "@/ui/dialog/dialog";
import { Field } from "@/ui/form/field";
import { MultiSelect } from "@/ui/popover/combobox";
import type { Option } from "@/ui/popover/option";
import type { Chosen } from "@/ui/table/use-selection";
import { type BulkEntity, type BulkStarted, toSelectionRequest } from "./bulk-operation";
import { useBulkStarted } from "./use-bulk-started";

type Sent = ReturnType<typeof toSelectionRequest>;

/** The `useChange` of the list's own call. */
interface Changing {
  run: (sent: Sent & { body: { officeIds: number[]; keep: boolean } }) => Promise<BulkStarted | undefined>;
  pending: boolean;
  fields: Fields;
}

/** The fields whose errors the dialog shows inline. */
export const INLINE = ["officeIds"];

interface ChangeBranchDialogProps {
  entity: BulkEntity;
  chosen: Chosen;
  /** The branches that the person may give. */
  offices: readonly Option<string>[];
  loading?: boolean;
  changing: Changing;
  onClose: () => void;
}

export function ChangeBranchDialog(props: ChangeBranchDialogProps) {
  const { entity, chosen, offices, loading = false, changing, onClose } = props;
  const { t } = useTranslation();
  const started = useBulkStarted(chosen, entity);
  const [branches, setBranches] = useState<readonly string[]>([]);
  const [keep, setKeep] = useState(false);
  const { query, body } = toSelectionRequest(chosen);
  const change = async () => {
    const act = await changing.run({ query, body: { ...body, officeIds: branches.map(Number), keep } });
    if (!act) return;
    onClose();
    started(act, t("many.moved", { count: act.done }), (count) => t("many.movedBack", { count }));
  };
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={t("many.toBranchTitle", { count: chosen.total })}
      text={t("many.toBranchText")}
      actions={
        <>
          <Button onClick={onClose}>{t("kit.cancel")}</Button>
          <Button
            look="main"
            saves
            pending={changing.pending}
            fixed={branches.length > 0 ? undefined : t("many.chooseBranch")}
            onClick={() => void change()}
          >
            {t("many.toBranchNow", { count: chosen.total })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field
          label={t("many.branches")}
          help={entity === "user" ? undefined : t("many.branchSchool")}
          error={changing.fields.officeIds?.[0]}
          required
        >
          {(parts) => (
            <MultiSelect
              id={parts.id}
              label={t("many.branches")}
              invalid={parts["aria-invalid"] === true}
              describedBy={parts["aria-describedby"]}
              options={offices}
              values={branches}
              onChange={setBranches}
              placeholder={t("kit.choose")}
              loading={loading}
              clearable
            />
          )}
        </Field>
        <Checkbox checked={keep} onChange={setKeep} label={t("many.branchKeep")} />
      </div>
    </Dialog>
  );
}
