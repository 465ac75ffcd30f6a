import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { sample } from "@/testing/sample";
import { user } from "@/testing/user";
import { MonthsDialog } from "./months-dialog";

const month = (id: number) =>
  sample("CurriculumMonth", { id, number: id, name: `${id}-oy`, lessons: 12, school: false, topics: [] });
const plan = sample("Curriculum", { course: { id: 7, name: "Kurs" }, months: [month(1), month(2)], version: 1 });

it("a month takes a whole number of lessons and a name of its own, and says so (R2-312)", async () => {
  mockApi(() => ({ data: {} }));
  await renderScreen(() => <MonthsDialog plan={plan} onClose={() => {}} />, { at: "/", pattern: "/" });
  const [name, lessons] = screen.getAllByRole("textbox") as [HTMLElement, HTMLElement];
  for (const wrong of ["4.5", "-3", "1e1"]) {
    await user.fill(lessons, wrong);
    expect(lessons).toBeInvalid();
    expect(screen.getByRole("alert")).toHaveTextContent("Darslar soni 1 dan 100 gacha");
  }
  await user.fill(lessons, "5");
  expect(screen.queryByRole("alert")).toBeNull();
  await user.fill(name, "2-OY");
  expect(name).toBeInvalid();
  expect(screen.getByRole("alert")).toHaveTextContent("Boshqa oyning nomi shunday");
});
