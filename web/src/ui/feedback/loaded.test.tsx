import { screen } from "@testing-library/react";
import { act } from "react";
import { expect, it } from "vitest";
import { useRead } from "@/api/use-read";
import { fakeClock, waitForIdle } from "@/testing/clock";
import { type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { Loaded } from "./loaded";

function Students() {
  const students = useRead("/students/all", { query: { page: 1 } });
  return <Loaded of={students}>{({ total }) => <p>jami {total}</p>}</Loaded>;
}

it("D-41: a part without the permission says so and is never an empty list", async () => {
  mockApi(() => ({ status: 403, refusal: { code: "ACCESS_FORBIDDEN" } }));
  const { container } = await renderScreen(Students);
  expect(container).toHaveTextContent("Bu bo'lim uchun huquqingiz yo'q");
  expect(container).not.toHaveTextContent("jami");
});

it("an error shows its message, its code and a retry", async () => {
  let reply: ApiReply = { status: 409, refusal: { code: "SOME_CODE", errId: 7, message: "Bo'lmadi" } };
  mockApi(() => reply);
  const { container } = await renderScreen(Students);
  expect(screen.getByRole("alert").textContent).toContain("Bo'lmadi");
  expect(container).toHaveTextContent("SOME_CODE · 409 · #7");
  reply = { data: { students: [], total: 3 } };
  await user.click(screen.getByRole("button", { name: "Qayta urinish" }));
  expect(container).toHaveTextContent("jami 3");
});

it("D-76: after ten seconds a query is reported as slow and offers a retry", async () => {
  fakeClock();
  const waiting: ((reply: ApiReply) => void)[] = [];
  mockApi(() => new Promise<ApiReply>((done) => waiting.push(done)));
  const { container } = await renderScreen(Students);
  await waitForIdle(9_000);
  expect(container).not.toHaveTextContent("uzoq");
  await waitForIdle(2_000);
  expect(container).toHaveTextContent("Javob odatdagidan uzoq kelmoqda.");
  await user.click(screen.getByRole("button", { name: "Qayta urinish" }));
  expect(waiting).toHaveLength(2);
  await act(async () => waiting[1]?.({ data: { students: [], total: 5 } }));
  await waitForIdle();
  expect(container).toHaveTextContent("jami 5");
});
