import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { click, named, press, show, strike, type } from "@/testing/stage";
import { MultiSelect, Select } from "./combobox";

afterEach(strike);

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

const shown = () => [...document.querySelectorAll("[role=option]")].map((one) => one.textContent);
const input = () => document.querySelector<HTMLInputElement>("[role=combobox]") as HTMLInputElement;

it("is searched without minding apostrophes and picked by the keyboard", async () => {
  await show(Branch);
  await press(named("Filial"), "ArrowDown");
  await type(input(), "ulugb");
  expect(shown()).toEqual(["Mirzo Ulug'bek"]);
  await press(input(), "Enter");
  expect(shown()).toEqual([]);
  expect(named("Filial: Mirzo Ulug'bek")).toBe(document.activeElement);
  await click(named("Tozalash: Filial"));
  expect(named("Filial")).not.toBeNull();
});

it("is searched in another spelling, the same spelling first", async () => {
  await show(Branch);
  await press(named("Filial"), "ArrowDown");
  await type(input(), "мирзо улугбек");
  expect(shown()).toEqual(["Mirzo Ulug'bek"]);
  await type(input(), "yu");
  expect(shown()).toEqual(["Yunusobod"]);
});

it("of a long list draws a hundred, the chosen among them, and says how many more there are", async () => {
  const many = Array.from({ length: 340 }, (_, place) => ({ value: place, label: `Guruh ${place}` }));
  await show(() => <Select label="Guruh" options={many} value={339} onChange={() => undefined} />);
  await click(named("Guruh: Guruh 339"));
  expect(shown()).toHaveLength(100);
  expect(shown()[0]).toBe("Guruh 339");
  expect(document.body.textContent).toContain("Yana 240 ta. Topish uchun yozing.");
  await type(input(), "34");
  expect(shown()).toEqual(["Guruh 34"]);
});

it("several are chosen without closing, and counted beyond two", async () => {
  await show(Branches);
  await click(named("Filiallar"));
  for (const name of ["Chilonzor", "Sergeli", "Olmazor"]) await click(named(name));
  expect(shown()).toHaveLength(8);
  expect(named("Filiallar: 3 ta tanlandi")).not.toBeNull();
  expect(document.querySelectorAll("[aria-selected=true]")).toHaveLength(3);
});
