import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { type Awards, signed } from "./entry-words";
import { StudentEarnings } from "./student-earnings";

const details = { title: "Satrlar", lesson: 23, score: 64 };
const entry: Awards["entries"][number] = {
  id: 1,
  at: "2026-11-19T15:14:00Z",
  kind: "award",
  cause: "homework",
  source: "51",
  achievement: "on_time_satisfactory",
  details,
  reason: "",
  madeBy: "Sadullayev Jahongir",
  xp: 150,
  silver: 15,
  silverAfter: 15,
  corrected: true,
  reached: null,
  parts: [],
};
const correction: Awards["entries"][number] = {
  ...entry,
  id: 2,
  kind: "correction",
  details: { ...details, corrected: { ...details, score: 91 } },
  xp: 105,
  silver: 10,
  silverAfter: 25,
  corrected: false,
  reached: 2,
  parts: [
    { kind: "reversal", at: entry.at, xp: -150, silver: -15, achievement: "on_time_satisfactory", details },
    {
      kind: "award",
      at: "2026-11-21T14:40:00Z",
      xp: 255,
      silver: 25,
      achievement: "on_time_high",
      details: { ...details, score: 91 },
    },
  ],
};
const awards: Awards = {
  balance: { xp: 255, silver: 0, owes: 5, level: { number: 1, requiredXp: 0 }, next: { number: 2, requiredXp: 500 } },
  categories: [{ id: 1, name: "Dasturlash", xp: 255, place: 14 }],
  silver: { earned: 25, spent: 30, refunded: 0 },
  causes: [{ cause: "homework", xp: 255 }],
  courses: [],
  corrections: 1,
  xpInPeriod: 255,
  silverInPeriod: 25,
  entries: [correction, entry],
  total: 2,
};

const shown = async (answer: Awards) => {
  mockApi(() => ({ data: answer }));
  return renderScreen(() => <StudentEarnings studentId={5} />);
};

describe("a student's earnings", () => {
  it("level, places and silver are shown, and what is owed beside nothing (D-30, D-91)", async () => {
    await shown(awards);
    expect(await screen.findByText("1-daraja")).toBeVisible();
    expect(screen.getByText("245 XP qoldi")).toBeVisible();
    expect(screen.getByText("255 XP, 14-o'rin")).toBeVisible();
    const silver = screen.getByRole("region", { name: "Kumush" });
    expect(silver).toHaveTextContent("qarzi: 5 kumush");
    expect(silver).toHaveTextContent("Xaridlar−30");
  });

  it("XP that the school took below zero leaves its bars empty (D-92)", async () => {
    const causes: Awards["causes"] = [{ cause: "school", xp: -80 }];
    await shown({ ...awards, balance: { ...awards.balance, xp: -80 }, causes });
    const bars = [];
    for (const name of ["Daraja", "XP nimadan"])
      bars.push((await screen.findByRole("region", { name })).querySelector("[style]"));
    for (const bar of bars) expect(bar).toHaveStyle({ width: "0%" });
  });

  it("a correction is one net row, with its reversal and its new award below (D-30)", async () => {
    await shown(awards);
    const row = (await screen.findByText("Uyga vazifa qayta baholandi")).closest("tbody") as HTMLElement;
    expect(row).toHaveTextContent("64 → 91 ball");
    expect(within(row).getAllByRole("row")).toHaveLength(3);
    expect(row).toHaveTextContent("Avvalgi mukofot qaytarildi · 64 ball, qoniqarli, 19.11.2026−150−15");
    expect(row).toHaveTextContent("Yangi mukofot · 91 ball, yuqori+255+25");
    expect(row).toHaveTextContent("2-darajaga yetdi");
    expect(screen.getByText("Uyga vazifa o'z vaqtida").closest("tbody")).toHaveTextContent("tuzatilgan");
  });

  it("the spreadsheet is of the filters, not of the page (D-66)", async () => {
    const calls = mockApi(({ path }) => (path.endsWith("/export") ? { status: 202 } : { data: awards }));
    await renderScreen(() => <StudentEarnings studentId={5} />);
    await userEvent.click(await screen.findByRole("button", { name: "Kumush" }));
    await userEvent.click(await screen.findByRole("button", { name: "Excel" }));
    const sent = await vi.waitFor(() => calls.find((call) => call.path.endsWith("/export")) ?? Promise.reject());
    expect([sent.verb, sent.path, sent.query.toString()]).toEqual(["POST", "/students/5/awards/export", "kind=silver"]);
  });

  it("who has earned nothing reads what will be here", async () => {
    await shown({ ...awards, causes: [], entries: [], total: 0, corrections: 0 });
    expect(await screen.findByText(/Hali yozuv yo'q/)).toBeVisible();
  });

  it("numbers carry their sign, and nothing is a dash", () => {
    expect([signed(30, String), signed(-15, String), signed(0, String)]).toEqual(["+30", "−15", "—"]);
  });
});
