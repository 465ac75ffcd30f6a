import { act } from "react";
import { afterEach, expect, it } from "vitest";
import { useRead } from "@/api/use-read";
import { click, named, serve, settle, show, stopClock, strike, type Told } from "@/testing/stage";
import { Loaded } from "./loaded";

afterEach(strike);

function Students() {
  const students = useRead("/students/all", { query: { page: 1 } });
  return <Loaded of={students}>{({ total }) => <p>jami {total}</p>}</Loaded>;
}

it("D-41: without the right the part says so; it is never an empty list", async () => {
  serve(() => ({ status: 403, refusal: { code: "ACCESS_FORBIDDEN" } }));
  const { page } = await show(Students);
  expect(page.textContent).toContain("Bu bo'lim uchun huquqingiz yo'q");
  expect(page.textContent).not.toContain("jami");
});

it("an error ends with an action: what, the code, and *retry*", async () => {
  let told: Told = { status: 409, refusal: { code: "SOME_CODE", errId: 7, message: "Bo'lmadi" } };
  serve(() => told);
  const { page } = await show(Students);
  expect(page.querySelector("[role=alert]")?.textContent).toContain("Bo'lmadi");
  expect(page.textContent).toContain("SOME_CODE · 409 · #7");
  told = { data: { students: [], total: 3 } };
  await click(named("Qayta urinish"));
  expect(page.textContent).toContain("jami 3");
});

it("D-76: after ten seconds a read says that it is slow and offers to try again", async () => {
  stopClock();
  const waiting: ((told: Told) => void)[] = [];
  serve(() => new Promise<Told>((done) => waiting.push(done)));
  const { page } = await show(Students);
  await settle(9_000);
  expect(page.textContent).not.toContain("uzoq");
  await settle(2_000);
  expect(page.textContent).toContain("Javob odatdagidan uzoq kelmoqda.");
  await click(named("Qayta urinish"));
  expect(waiting).toHaveLength(2);
  await act(async () => waiting[1]?.({ data: { students: [], total: 5 } }));
  await settle();
  expect(page.textContent).toContain("jami 5");
});
