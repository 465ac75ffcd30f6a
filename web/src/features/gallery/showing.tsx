import { Download, MoreHorizontal, Plus } from "lucide-react";
import { useState } from "react";
import { PersonCell } from "@/entities/people/person-cell";
import { Button, IconButton } from "@/ui/controls/button";
import { CopyButton } from "@/ui/controls/copy-button";
import { KeyHint } from "@/ui/controls/key-hint";
import { Tabs } from "@/ui/controls/tabs";
import { Avatar } from "@/ui/display/avatar";
import { Card } from "@/ui/display/page";
import { StatusTag } from "@/ui/display/status-tag";
import { ProgressBar, ProgressCircle } from "@/ui/feedback/progress";
import { Tooltip } from "@/ui/popover/tooltip";
import { Row } from "./row";

const PEOPLE = ["Azizbek Yo'ldoshev", "Madina Rahimova", "Шахзода Каримова", "G'ani", "—"];

/** Parts without input. */
export function Showing() {
  const [tab, setTab] = useState("one");
  return (
    <Card title="Ko'rinadigan va bosiladigan">
      <Row name="Button">
        <Button look="main" icon={Plus}>
          Talaba qo'shish
        </Button>
        <Button icon={Download}>Excel faylini olish</Button>
        <Button look="quiet">Tozalash</Button>
        <Button look="danger">O'chirish</Button>
        <Button look="main" pending>
          Saqlash
        </Button>
        <Button disabled>Saqlash</Button>
        <Button look="main" saves>
          Saqlash (tarmoq bilan)
        </Button>
        <Button size="small">Kichik</Button>
        <Button size="large">Katta</Button>
      </Row>
      <Row name="IconButton, CopyButton, Tooltip, KeyHint">
        <IconButton icon={MoreHorizontal} label="Amallar" />
        <IconButton icon={Download} label="Yuklanmalar" badge="3" badgeLook="accent" />
        <CopyButton text="nilufar.k" />
        <Tooltip text="Izoh">
          <Button size="small">Ustiga keling</Button>
        </Tooltip>
        <KeyHint keys="mod+k" />
        <KeyHint keys="?" />
      </Row>
      <Row name="StatusTag">
        <StatusTag tone="good">Faol</StatusTag>
        <StatusTag tone="warn">30 kunlik imtiyoz</StatusTag>
        <StatusTag tone="bad">Ketgan</StatusTag>
        <StatusTag tone="info">Tugatgan</StatusTag>
        <StatusTag tone="quiet">Kurssiz</StatusTag>
      </Row>
      <Row name="Avatar, PersonCell">
        {PEOPLE.map((name) => (
          <Avatar key={name} name={name} />
        ))}
        <Avatar name="Nilufar Karimova" size="large" />
        <PersonCell name="Sardor Qodirov" detail="H204592" to="/students/3" />
        <PersonCell name={null} detail="H204600" />
      </Row>
      <Row name="ProgressBar, ProgressCircle">
        <ProgressBar percent={62} label="Yuklanmoqda" className="w-40" />
        <ProgressBar percent={null} label="Yuklanmoqda" className="w-40" />
        <ProgressCircle percent={62} label="Sinxronizatsiya" />
        <ProgressCircle percent={100} tone="good" label="Sinxronizatsiya" size={72} />
        <ProgressCircle percent={null} label="Sinxronizatsiya" size={72} />
      </Row>
      <Row name="Tabs">
        <Tabs
          label="Bo'limlar"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: "one", label: "Davomat", content: "Birinchi" },
            { value: "two", label: "Videolar", content: "Ikkinchi" },
          ]}
        />
      </Row>
    </Card>
  );
}
