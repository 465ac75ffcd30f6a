import { useState } from "react";
import { useUnsaved } from "@/lib/unsaved";
import { Checkbox } from "@/ui/controls/checkbox";
import { Card } from "@/ui/display/page";
import { MultiSelect, Select } from "@/ui/popover/combobox";
import { Row } from "./row";

const STATUSES = [
  { value: 1, label: "Faol" },
  { value: 2, label: "Tugatgan" },
  { value: 3, label: "Kurssiz", disabled: true },
];
const BRANCHES = [
  "Chilonzor",
  "Yunusobod",
  "Sergeli",
  "Olmazor",
  "Mirzo Ulug'bek",
  "Bektemir",
  "Yashnobod",
  "Uchtepa",
  "Shayxontohur",
].map((label, index) => ({ value: index + 1, label, hint: `${120 - index * 9}` }));

/** Controls that hold a choice. */
export function Choices() {
  const [status, setStatus] = useState<number | undefined>(1);
  const [branch, setBranch] = useState<number>();
  const [branches, setBranches] = useState<number[]>([1, 3]);
  const [checked, setChecked] = useState(true);
  const [unsaved, setUnsaved] = useState(false);
  useUnsaved(unsaved);
  return (
    <Card title="Tanlanadigan">
      <Row name="Select">
        <Select label="Holati" options={STATUSES} value={status} onChange={setStatus} className="max-w-44" clearable />
        <Select label="Filial" options={BRANCHES} value={branch} onChange={setBranch} className="max-w-52" />
        <Select label="Yopiq" options={[]} value={undefined} onChange={() => undefined} disabled className="max-w-40" />
        <Select
          label="Xato"
          options={STATUSES}
          value={undefined}
          onChange={() => undefined}
          invalid
          className="max-w-40"
        />
      </Row>
      <Row name="MultiSelect">
        <MultiSelect
          label="Filiallar"
          options={BRANCHES}
          values={branches}
          onChange={setBranches}
          className="max-w-72"
          clearable
        />
      </Row>
      <Row name="Checkbox">
        <Checkbox checked={checked} onChange={setChecked} label="Rasmi bor" />
        <Checkbox checked="indeterminate" onChange={() => undefined} label="Bir qismi" />
        <Checkbox checked={false} onChange={() => undefined} label="Yopiq" disabled />
        <Checkbox checked={unsaved} onChange={setUnsaved} label="Saqlanmagan narsa bor" />
      </Row>
      <Row name="field">
        <input className="field max-w-56" aria-label="Ism" placeholder="Ism" />
        <input className="field max-w-56" aria-label="Xato" aria-invalid defaultValue="Xato qiymat" />
        <input className="field max-w-56" aria-label="Yopiq" disabled defaultValue="Yopiq" />
      </Row>
    </Card>
  );
}
