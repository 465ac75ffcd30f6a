import { screen, within } from "@testing-library/react";
import { act } from "react";
import { expect, it, vi } from "vitest";
import { startSession } from "@/entities/access/session";
import { RecordHistory } from "@/entities/audit/record-history";
import { mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { sample } from "@/testing/sample";
import { user } from "@/testing/user";

const entry = sample("HistoryEntry", {
  key: "a1",
  entity: "exam",
  entityId: 7,
  at: "2026-11-16T04:00:00Z",
  actorId: null,
  actorName: "Karimova Zulfiya",
  auditId: 1,
  runId: null,
  comment: "Imtihon muddati o'zgartirildi",
  changes: [
    sample("AuditChange", {
      field: "deadline",
      label: "Muddat",
      before: "16.11.2026 12:00",
      after: "16.11.2026 13:00",
      added: [],
      removed: [],
      referents: [],
    }),
  ],
  masked: false,
  takeable: false,
  whyNot: null,
});

const History = () => (
  <>
    <RecordHistory path="/exams/{id}/history" id={7} />
    <RecordHistory path="/homework/for-academic/{id}/history" id={8} />
  </>
);

it("the history of an exam and of a homework reads who changed what, with both sides (D-15)", async () => {
  const calls = mockApi(() => ({ data: { history: [entry], total: 1 } }));
  const { container } = await renderScreen(History, { at: "/", pattern: "/" });
  expect(screen.getAllByText("Imtihon muddati o'zgartirildi")).toHaveLength(2);
  expect(container).toHaveTextContent("16.11.2026 12:00");
  expect(container).toHaveTextContent("16.11.2026 13:00");
  expect(screen.queryByRole("button")).toBeNull();
  expect(calls.map(({ path }) => path)).toEqual(["/exams/7/history", "/homework/for-academic/8/history"]);
});

it("a change of an exam is reverted by people who may edit exams, of a homework by those of its audience", async () => {
  const rights = [
    {
      name: "my_groups",
      permissions: [],
      children: [
        { name: "exam", permissions: ["read", "update"], children: [] },
        { name: "all_homeworks", permissions: ["read", "update"], children: [] },
      ],
    },
  ];
  const calls = mockApi(({ path }) => {
    if (path.endsWith("/mine")) return { data: { permissionObjects: rights } };
    if (path.endsWith("/take-back")) return { data: { version: 2, changes: entry.changes, left: [] } };
    const about = path.startsWith("/exams") ? {} : { entity: "homework", entityId: 8 };
    return { data: { history: [{ ...entry, ...about, takeable: true }], total: 1 } };
  });
  await act(() => startSession());
  await renderScreen(History, { at: "/", pattern: "/" });
  const paths = ["/exams/7", "/homework/for-academic/8"];
  const buttons = screen.getAllByRole("button", { name: "Ortga qaytarish" });
  expect(buttons).toHaveLength(paths.length);
  for (const [place, button] of buttons.entries()) {
    await user.click(button);
    await vi.waitFor(() => expect(screen.getByRole("dialog")).toHaveTextContent("16.11.2026 13:00"));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Ortga qaytarish" }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(calls).toContainEqual(
      expect.objectContaining({ verb: "PUT", path: `${paths[place]}/history/1/take-back`, body: { version: 2 } }),
    );
  }
});

it("a long history is read page by page", async () => {
  const calls = mockApi(() => ({ data: { history: [entry], total: 130 } }));
  await renderScreen(() => <RecordHistory path="/courses/{id}/history" id={7} />, { at: "/", pattern: "/" });
  await user.click(screen.getByRole("button", { name: "7-sahifa" }));
  expect(calls.at(-1)?.query.toString()).toBe("page=7&perPage=20");
});

it("a change of a topic is reverted from the history of its course (D-149)", async () => {
  const rights = [
    {
      name: "study",
      permissions: [],
      children: [{ name: "curriculum", permissions: ["read", "update"], children: [] }],
    },
  ];
  const profile = { id: 1, login: "a", role: {}, offices: [], allOffices: true, timeZone: "Asia/Tashkent" };
  const topic = { ...entry, entity: "topic", entityId: 31, takeable: true };
  const course = { ...entry, key: "a2", entity: "course", takeable: true };
  const calls = mockApi(({ path }) => {
    if (path === "/profile") return { data: profile };
    if (path.endsWith("/mine")) return { data: { permissionObjects: rights } };
    if (path.endsWith("/take-back")) return { data: { version: 2, changes: entry.changes, left: [] } };
    return { data: { history: [topic, course], total: 2 } };
  });
  await act(() => startSession());
  await renderScreen(() => <RecordHistory path="/courses/{id}/history" id={7} />, { at: "/", pattern: "/" });
  await user.click(screen.getByRole("button", { name: "Ortga qaytarish" }));
  await vi.waitFor(() => expect(calls.at(-1)?.path).toBe("/curriculum/31/history/1/take-back"));
});
