import { screen } from "@testing-library/react";
import { act } from "react";
import { describe, expect, it } from "vitest";
import { startSession } from "@/entities/access/session";
import { mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { resetScreen } from "@/testing/reset-screen";
import { sample } from "@/testing/sample";
import { StudentScreen } from "./student-screen";

const PATTERN = "/students/:studentId";

const student = sample("StudentCard", {
  id: 5,
  hId: "H-9",
  hasPersonalData: true,
  offices: [{ id: 1, name: "Chilonzor" }],
  status: { id: 5, name: "Ketgan" },
  systemStatus: 2,
  createdAt: "2026-09-01T19:30:00Z",
  mobile: "998901234567",
  schoolDeleted: true,
  version: 1,
  papers: { passport: "AA•••••67", personalId: null, birthCertificate: null },
});

/** Mock server of a student: the card, and no periods. */
const serveStudent = (card: () => object) =>
  mockApi(({ path }) => ({
    data: path === "/students/5" || path === "/students/6" ? { student: card() } : { studentGroups: [] },
  }));

describe("a student's page", () => {
  it("a missing name is shown as Noma'lum, and documents are masked (D-35, R1-435)", async () => {
    serveStudent(() => student);
    const { container } = await renderScreen(StudentScreen, { at: "/students/5", pattern: PATTERN });
    expect(screen.getByRole("heading", { name: "Noma'lum" }).textContent).toBe("Noma'lum");
    expect(container).toHaveTextContent("AA•••••67");
    expect(container).toHaveTextContent("Ketgan");
    expect(container).toHaveTextContent("Bloklangan");
    expect(container).toHaveTextContent("Maktab tizimidan o'chirilgan");
    expect(container).toHaveTextContent("02.09.2026");
    expect(container).toHaveTextContent("Talaba hali birorta guruhga qo'shilmagan.");
  });

  it("one phone is shown once, and the school's status only where the console has none (D-62)", async () => {
    let one: object = { ...student, phoneNumber: student.mobile, schoolStatus: "left" };
    serveStudent(() => one);
    const known = await renderScreen(StudentScreen, { at: "/students/5", pattern: PATTERN });
    expect(known.container).not.toHaveTextContent("left");
    expect(known.container).not.toHaveTextContent("Mobil telefon");
    const phones = screen.getAllByRole("link").filter((link) => link.getAttribute("href")?.startsWith("tel:"));
    expect(phones).toHaveLength(1);
    resetScreen();
    one = { ...student, status: null, schoolStatus: "on_holiday" };
    serveStudent(() => one);
    const unknown = await renderScreen(StudentScreen, { at: "/students/5", pattern: PATTERN });
    expect(unknown.container).toHaveTextContent("«on_holiday»Maktab tizimidagi so'z");
    expect(unknown.container).toHaveTextContent("Mobil telefon");
  });

  it("the avatar of a student without a name is tinted by the id", async () => {
    const tints: (string | undefined)[] = [];
    for (const id of [5, 6]) {
      serveStudent(() => ({ ...student, id }));
      const { container } = await renderScreen(StudentScreen, { at: `/students/${id}`, pattern: PATTERN });
      // Only for the eye: the name is beside it.
      const avatar = container.querySelector<HTMLElement>("[data-initials]");
      expect(avatar?.dataset.initials).toBe("?");
      tints.push(avatar?.style.background);
      resetScreen();
    }
    expect(tints[0]).not.toBe(tints[1]);
  });

  it.each([
    [["users:students update", "all_groups:all_homeworks read"], true],
    [["users:students update"], false],
    [["all_groups:all_homeworks read"], false],
  ])("can be added to a group by who has %j: %s (R1-298, R2-337, D-45)", async (rights, shown) => {
    const permissionObjects = rights.map((right) => {
      const [module = "", option = "", action = ""] = right.split(/[: ]/);
      return { name: module, permissions: [], children: [{ name: option, permissions: [action], children: [] }] };
    });
    const profile = { id: 1, login: "a", role: {}, offices: [], allOffices: true, timeZone: "Asia/Tashkent" };
    mockApi(({ path }) => ({
      data: {
        "/students/5": { student },
        "/profile": profile,
        "/roles/permission-objects/mine": { permissionObjects },
      }[path] ?? { studentGroups: [], count: 0 },
    }));
    await act(() => startSession());
    await renderScreen(StudentScreen, { at: "/students/5", pattern: PATTERN });
    expect(screen.queryByRole("button", { name: "Guruhga qo'shish" }) !== null).toBe(shown);
  });

  it("a missing student and a student of another branch look the same (D-12)", async () => {
    mockApi(() => ({ status: 404, refusal: { code: "SHARED_NOT_FOUND" } }));
    await renderScreen(StudentScreen, { at: "/students/6", pattern: PATTERN });
    expect(screen.getByRole("heading").textContent).toBe("Talaba topilmadi");
    expect(screen.getByRole("link").getAttribute("href")).toBe("/students");
  });

  it("an address without a number fetches nothing", async () => {
    const calls = mockApi(() => ({}));
    await renderScreen(StudentScreen, { at: "/students/abc", pattern: PATTERN });
    expect(screen.getByRole("heading").textContent).toBe("Talaba topilmadi");
    expect(calls).toEqual([]);
  });
});
