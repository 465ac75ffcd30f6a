/** Moves an item without dragging: the lane and the place are chosen from lists. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { numberedName } from "@/lib/format/numbered-name";
import { Button } from "@/ui/controls/button";
import { Dialog } from "@/ui/dialog/dialog";
import { Field } from "@/ui/form/field";
import { Select } from "@/ui/popover/combobox";
import type { Order } from "./order-context";
import { endOf, itemOf, moveTo, numberOf, placeOf, placesOf, samePlace } from "./order-model";

type MoveDialogProps = {
  order: Order;
  id: number;
  /** What a lane is called: *study month*. Without it the order has one. */
  laneLabel?: string;
  onClose: () => void;
};

const FIRST = 0;

export function MoveDialog({ order, id, laneLabel, onClose }: MoveDialogProps) {
  const { t } = useTranslation();
  const now = placeOf(order.lanes, id);
  const [place, setPlace] = useState(now);
  const lane = order.lanes.find((one) => one.id === place?.lane);
  const move = place && moveTo(order.lanes, id, place, order.numbering);
  if (!now || !place || !lane || !move) return null;
  const same = samePlace(move.from, move.to);
  const labelOf = (item: number) => {
    const number = numberOf(order.lanes, item, order.numbering);
    const name = itemOf(order.lanes, item)?.name ?? "";
    return numberedName({ number, name });
  };
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={t("order.moveTitle", { name: move.name })}
      actions={
        <>
          <Button onClick={onClose}>{t("kit.cancel")}</Button>
          <Button
            look="main"
            saves
            disabled={same}
            fixed={order.locked}
            onClick={() => {
              order.onMove(move);
              onClose();
            }}
          >
            {t("order.move")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {laneLabel ? (
          <Field label={laneLabel}>
            {({ id: field }) => (
              <Select
                id={field}
                label={laneLabel}
                value={lane.id}
                options={order.lanes.map((one) => ({ value: one.id, label: one.name }))}
                onChange={(chosen) => {
                  const next = order.lanes.find((one) => one.id === chosen);
                  if (next) setPlace(next.id === now.lane ? now : endOf(next, id));
                }}
              />
            )}
          </Field>
        ) : null}
        <Field label={t("order.placeLabel")}>
          {({ id: field }) => (
            <Select
              id={field}
              label={t("order.placeLabel")}
              value={place.after ?? FIRST}
              options={placesOf(lane, id).map(({ after }) => ({
                value: after ?? FIRST,
                label: after === null ? t("order.first") : t("order.after", { name: labelOf(after) }),
              }))}
              onChange={(after) => setPlace({ lane: lane.id, after: after || null })}
            />
          )}
        </Field>
        <p role="status" className="text-sm text-ink-soft">
          {same ? "" : order.consequenceOf(move)}
        </p>
      </div>
    </Dialog>
  );
}
