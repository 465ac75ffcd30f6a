import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { waitForIdle } from "@/testing/clock";
import { mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { DateField } from "./date-field";
import { Form } from "./form";
import { useForm } from "./use-form";

function Screen({ born = "31.01.2007" }: { born?: string }) {
  const form = useForm({
    start: { born },
    saving: { pending: false, fields: {} },
    send: async () => undefined,
  });
  return (
    <Form of={form} label="Talaba">
      <DateField name="born" label="Sana" years={{ first: 1900, last: 2024 }} />
    </Form>
  );
}

const field = () => document.querySelector<HTMLInputElement>("input[name=born]") as HTMLInputElement;
const select = (name: string) => document.querySelector<HTMLSelectElement>(`select[aria-label=${name}]`);
const heads = () => [...document.querySelectorAll("th")].map((head) => head.textContent);

async function open() {
  mockApi(() => ({}));
  await renderScreen(Screen);
  await user.click(screen.getByRole("button", { name: "Sana: kalendardan tanlash" }));
  await waitForIdle();
}

describe("a day picked from the calendar", () => {
  it("weeks begin on Monday, and the month of the typed date is shown (D-6)", async () => {
    await open();
    expect(heads()).toEqual(["Du", "Se", "Ch", "Pa", "Ju", "Sh", "Ya"]);
    expect(document.querySelector("[aria-pressed=true]")?.textContent).toBe("31");
    expect(document.activeElement?.getAttribute("data-day")).toBe("2007-01-31");
    // 31 January 2007 was a Wednesday
    expect(document.activeElement?.closest("td")?.cellIndex).toBe(2);
  });

  it("the name of each day is the long date, which begins with the visible number (R1-451, R2-481, WCAG 2.5.3)", async () => {
    await open();
    const days = [...document.querySelectorAll<HTMLElement>("[data-day]")];
    expect(days).toHaveLength(31);
    for (const day of days) expect(day.getAttribute("aria-label")?.split(" ")[0]).toBe(day.textContent);
    expect(screen.getByRole("button", { name: "5 yanvar, 2007" })).toHaveTextContent("5");
    expect(screen.getByRole("button", { name: "31 yanvar, 2007" })).toHaveTextContent("31");
  });

  it("a picked date is written into the field, and the focus returns to the button", async () => {
    await open();
    await user.selectOptions(select("Yil") as HTMLSelectElement, "2005");
    await user.selectOptions(select("Oy") as HTMLSelectElement, "2");
    await user.click(document.querySelector("[data-day='2005-02-14']"));
    expect(field().value).toBe("14.02.2005");
    expect(document.querySelector("[role=grid]")).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Sana: kalendardan tanlash" }));
  });

  it("keys move between days and stop at the first and the last", async () => {
    await open();
    const grid = () => document.querySelector("[role=grid]");
    await user.press(grid(), "ArrowDown");
    expect(document.activeElement?.getAttribute("data-day")).toBe("2007-02-07");
    await user.press(grid(), "PageUp");
    expect(document.activeElement?.getAttribute("data-day")).toBe("2007-01-07");
    await user.selectOptions(select("Yil") as HTMLSelectElement, "2024");
    for (let month = 0; month < 12; month += 1) await user.press(grid(), "PageDown");
    expect(document.activeElement?.getAttribute("data-day")).toBe("2024-12-31");
  });

  it("Escape closes the calendar and leaves the typed text", async () => {
    await open();
    await user.press(document.querySelector("[role=grid]"), "Escape");
    expect(document.querySelector("[role=grid]")).toBeNull();
    expect(field().value).toBe("31.01.2007");
  });
});
