import { fireEvent, screen } from "@testing-library/react";
import { act } from "react";
import { describe, expect, it } from "vitest";
import { startSession } from "@/entities/access/session";
import { mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { RecomputeScreen } from "./recompute-screen";

const plan = {
  id: 4,
  state: "planned",
  fromDate: "2026-11-01",
  toDate: "2026-11-22",
  groups: 3,
  percent: 0,
  failed: false,
  students: 1,
  awards: 2,
  xp: -15,
  silver: -2,
  createdAt: "2026-11-22T09:00:00Z",
  version: 2,
};
const row = {
  studentId: 7,
  name: "Xudoyberdiyeva Nozima",
  hId: null,
  xpBefore: 40,
  xp: -15,
  silverBefore: 4,
  silver: -2,
  causes: { lesson: 2 },
};

const RIGHTS = [
  {
    name: "gamification",
    permissions: [],
    children: [{ name: "method_actions", permissions: ["read", "update"], children: [] }],
  },
];

const opened = async (state: string) => {
  mockApi(({ path }) => {
    if (path === "/profile") return { data: { id: 1, login: "a", role: {}, offices: [], timeZone: "Asia/Tashkent" } };
    if (path.endsWith("/mine")) return { data: { permissionObjects: RIGHTS } };
    if (path.endsWith("/rows")) return { data: { rows: [row], total: 1 } };
    return { data: { recomputation: { ...plan, state }, jobId: 9 } };
  });
  await act(() => startSession());
  return renderScreen(RecomputeScreen, { at: "/gamification/recompute?id=4" });
};

describe("a recomputation", () => {
  it("shows what was and what will be of each student before anything is written (D-93)", async () => {
    const { container } = await opened("planned");
    expect(await screen.findByText("Xudoyberdiyeva Nozima")).toHaveAttribute("href", "/students/7?tab=earnings");
    expect(container).toHaveTextContent("XP 40 → 25");
    expect(container).toHaveTextContent("Kumush 4 → 2");
    expect(container).toHaveTextContent("darslar: 2");
    expect(container).toHaveTextContent("Hali yozilmagan");
  });

  it("asks before it commits, and names how much changes", async () => {
    await opened("planned");
    fireEvent.click(await screen.findByRole("button", { name: "Qayta hisoblash" }));
    expect(await screen.findByRole("alertdialog")).toHaveTextContent("Mukofotlar tuzatiladi: 2, talabalar: 1");
  });

  it("says that a plan was refused, and offers no commit (D-93)", async () => {
    await opened("refused");
    expect(await screen.findByRole("alert")).toHaveTextContent("Hech narsa yozilmadi");
    expect(screen.queryByRole("button", { name: "Qayta hisoblash" })).toBeNull();
  });
});
