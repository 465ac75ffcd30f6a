import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { ConfirmDialog } from "./dialog/confirm-dialog";
import { andFocusNeighbour } from "./focus-neighbour";

function List({ names, asks }: { names: string[]; asks: boolean }) {
  const [rows, setRows] = useState(names);
  const [question, setQuestion] = useState<string | null>(null);
  const remove = (name: string) => setRows((before) => before.filter((one) => one !== name));
  return (
    <main tabIndex={-1}>
      <ul>
        {rows.map((name) => (
          <li key={name}>
            <button type="button" disabled>
              {`${name}: off`}
            </button>
            <button
              type="button"
              onClick={() => (asks ? setQuestion(name) : andFocusNeighbour(async () => remove(name)))}
            >
              {name}
            </button>
            {question === name ? (
              <ConfirmDialog
                open
                title="O'chirilsinmi?"
                confirm="Ha"
                onClose={() => setQuestion(null)}
                onConfirm={() => remove(name)}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </main>
  );
}

it.each([
  [true, "a question"],
  [false, "no question"],
])("the focus of a deleted row passes to the next one, then to the one before, then to the page (%#)", async (asks) => {
  await renderScreen(() => <List names={["A", "B", "C"]} asks={asks} />);
  const remove = async (name: string) => {
    await user.click(screen.getByRole("button", { name }));
    if (asks) await user.click(screen.getByRole("button", { name: "Ha" }));
  };
  await remove("B");
  expect(screen.getByRole("button", { name: "C" })).toHaveFocus();
  await remove("C");
  expect(screen.getByRole("button", { name: "A" })).toHaveFocus();
  await remove("A");
  expect(screen.getByRole("main")).toHaveFocus();
});
