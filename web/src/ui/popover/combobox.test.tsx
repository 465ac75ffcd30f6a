import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { MultiSelect, Select } from "./combobox";

const NAMES = ["Chilonzor", "Yunusobod", "Sergeli", "Olmazor", "Mirzo Ulug'bek", "Bektemir", "Yashnobod", "Uchtepa"];
const OPTIONS = NAMES.map((label, index) => ({ value: index + 1, label }));

function Branch() {
  const [value, setValue] = useState<number>();
  return <Select label="Filial" options={OPTIONS} value={value} onChange={setValue} clearable />;
}

function Branches() {
  const [values, setValues] = useState<number[]>([]);
  return <MultiSelect label="Filiallar" options={OPTIONS} values={values} onChange={setValues} />;
}

const shown = () => screen.queryAllByRole("option").map((one) => one.textContent);
const input = () => screen.getByRole<HTMLInputElement>("combobox");

it("a search ignores apostrophes, and the keyboard picks an option", async () => {
  await renderScreen(Branch);
  await user.press(screen.getByRole("button", { name: "Filial" }), "ArrowDown");
  await user.fill(input(), "ulugb");
  expect(shown()).toEqual(["Mirzo Ulug'bek"]);
  await user.press(input(), "Enter");
  expect(shown()).toEqual([]);
  expect(screen.getByRole("button", { name: "Filial: Mirzo Ulug'bek" })).toBe(document.activeElement);
  await user.click(screen.getByRole("button", { name: "Tozalash: Filial" }));
  expect(screen.getByRole("button", { name: "Filial" })).toBeInTheDocument();
});

it("a search finds other spellings, the same spelling first", async () => {
  await renderScreen(Branch);
  await user.press(screen.getByRole("button", { name: "Filial" }), "ArrowDown");
  await user.fill(input(), "мирзо улугбек");
  expect(shown()).toEqual(["Mirzo Ulug'bek"]);
  await user.fill(input(), "yu");
  expect(shown()).toEqual(["Yunusobod"]);
});

it("a long list renders a hundred options, the chosen one among them, and counts the rest", async () => {
  const many = Array.from({ length: 340 }, (_, place) => ({ value: place, label: `Guruh ${place}` }));
  await renderScreen(() => <Select label="Guruh" options={many} value={339} onChange={() => undefined} />);
  await user.click(screen.getByRole("button", { name: "Guruh: Guruh 339" }));
  expect(shown()).toHaveLength(100);
  expect(shown()[0]).toBe("Guruh 339");
  expect(document.body).toHaveTextContent("Yana 240 ta. Topish uchun yozing.");
  await user.fill(input(), "34");
  expect(shown()).toEqual(["Guruh 34"]);
});

it("several options are chosen without closing, and counted beyond two", async () => {
  await renderScreen(Branches);
  await user.click(screen.getByRole("button", { name: "Filiallar" }));
  for (const name of ["Chilonzor", "Sergeli", "Olmazor"]) await user.click(screen.getByRole("option", { name: name }));
  expect(shown()).toHaveLength(8);
  expect(screen.getByRole("button", { name: "Filiallar: 3 ta tanlandi" })).toBeInTheDocument();
  expect(screen.getAllByRole("option", { selected: true })).toHaveLength(3);
});

it("a short list without a search box goes to the option whose letters are typed", async () => {
  const few = OPTIONS.slice(0, 5);
  const picked: number[] = [];
  await renderScreen(() => (
    <Select label="Filial" options={few} value={undefined} onChange={(one) => picked.push(one ?? 0)} />
  ));
  for (const word of ["yu", "сергели", "mirzo ulugbek"]) {
    await user.press(screen.getByRole("button", { name: "Filial" }), "ArrowDown");
    for (const letter of word) await user.press(screen.getByRole("listbox"), letter);
    await user.press(screen.getByRole("listbox"), "Enter");
  }
  expect(picked).toEqual([2, 3, 5]);
});
