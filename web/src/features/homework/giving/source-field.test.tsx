import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { loadNamespaces, switchLanguage } from "@/i18n/texts";
import { renderScreen } from "@/testing/render-screen";
import { sample } from "@/testing/sample";
import { Form } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import { SourceField } from "./source-field";

const OPTIONS = sample("FormOptions", { topics: [{ id: 4, name: "Lug'atlar" }], generating: true });
const saving = { pending: false, fields: {} };

function Giving({ topicId }: { topicId: string }) {
  const start = { topicId, source: "typed", description: "", generated: "" };
  const form = useForm({ start, saving, send: async () => undefined });
  return (
    <Form of={form} label="Uyga vazifa berish">
      <SourceField options={OPTIONS} groupId={1} />
    </Form>
  );
}

it("asks for a topic before it judges what the database has of it (R2-191)", async () => {
  await switchLanguage("uz");
  await loadNamespaces(["homework"]);
  await renderScreen(() => <Giving topicId="" />);
  screen.getByText("Bazadan berish uchun avval mavzuni tanlang.");
  expect(screen.queryByText(/nashr qilingan vazifasi yo'q/)).toBeNull();
});

it("says that the chosen topic has nothing published (R2-191)", async () => {
  await switchLanguage("uz");
  await loadNamespaces(["homework"]);
  await renderScreen(() => <Giving topicId="4" />);
  screen.getByText("Bu mavzuning bazada nashr qilingan vazifasi yo'q.");
});
