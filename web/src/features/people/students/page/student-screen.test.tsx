import { act } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { startSession } from "@/entities/access/session";
import { named, serve, show, strike } from "@/testing/stage";
import { StudentScreen } from "./student-screen";

const PATTERN = "/students/:studentId";

const student = {
  id: 5,
  hId: "H-9",
  photo: null,
  hasPersonalData: true,
  fullName: "",
  offices: [{ id: 1, name: "Chilonzor" }],
  categories: [],
  status: { id: 5, name: "Ketgan" },
  systemStatus: 2,
  createdAt: "2026-09-01T19:30:00Z",
  login: null,
  mobile: "998901234567",
  phoneNumber: null,
  hasSmsHistory: false,
  firstName: "",
  lastName: "",
  middleName: null,
  gender: null,
  birthDate: null,
  schoolStatus: "",
  schoolDeleted: true,
  version: 1,
  papers: { passport: "AA•••••67", personalId: null, birthCertificate: null },
  groups: [],
  sticky: [],
};

afterEach(strike);

/** The server of a student: his card, and no periods. */
const serveStudent = (card: () => object) =>
  serve(({ path }) => ({
    data: path === "/students/5" || path === "/students/6" ? { student: card() } : { studentGroups: [] },
  }));

describe("a student's page", () => {
  it("falls back to Noma'lum for a name that is not there, and masks papers (D-35, R1-435)", async () => {
    serveStudent(() => student);
    const { page } = await show(StudentScreen, "/students/5", PATTERN);
    expect(page.querySelector("h1")?.textContent).toBe("Noma'lum");
    expect(page.textContent).toContain("AA•••••67");
    expect(page.textContent).toContain("Ketgan");
    expect(page.textContent).toContain("Bloklangan");
    expect(page.textContent).toContain("Maktab tizimidan o'chirilgan");
    expect(page.textContent).toContain("02.09.2026");
    expect(page.textContent).toContain("Talaba hali birorta guruhga qo'shilmagan.");
  });

  it("says one number once, and the school's word only where no status of ours says it (D-62)", async () => {
    let one: object = { ...student, phoneNumber: student.mobile, schoolStatus: "left" };
    serveStudent(() => one);
    const known = await show(StudentScreen, "/students/5", PATTERN);
    expect(known.page.textContent).not.toContain("left");
    expect(known.page.textContent).not.toContain("Mobil telefon");
    expect(known.page.querySelectorAll("a[href^='tel:']")).toHaveLength(1);
    await strike();
    one = { ...student, status: null, schoolStatus: "on_holiday" };
    serveStudent(() => one);
    const unknown = await show(StudentScreen, "/students/5", PATTERN);
    expect(unknown.page.textContent).toContain("“on_holiday”Maktab tizimidagi so'z");
    expect(unknown.page.textContent).toContain("Mobil telefon");
  });

  it("tints who has no name by his number", async () => {
    const tints: (string | undefined)[] = [];
    for (const id of [5, 6]) {
      serveStudent(() => ({ ...student, id }));
      const { page } = await show(StudentScreen, `/students/${id}`, PATTERN);
      const avatar = page.querySelector<HTMLElement>("[data-initials]");
      expect(avatar?.dataset.initials).toBe("?");
      tints.push(avatar?.style.background);
      await strike();
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
    serve(({ path }) => ({
      data: {
        "/students/5": { student },
        "/profile": profile,
        "/roles/permission-objects/mine": { permissionObjects },
      }[path] ?? { studentGroups: [], count: 0 },
    }));
    await act(() => startSession());
    await show(StudentScreen, "/students/5", PATTERN);
    expect(named("Guruhga qo'shish") !== null).toBe(shown);
  });

  it("says the same of one who is not there and of one of another branch (D-12)", async () => {
    serve(() => ({ status: 404, refusal: { code: "SHARED_NOT_FOUND" } }));
    const { page } = await show(StudentScreen, "/students/6", PATTERN);
    expect(page.querySelector("h1")?.textContent).toBe("Talaba topilmadi");
    expect(page.querySelector("a")?.getAttribute("href")).toBe("/students");
  });

  it("asks for nothing where the address holds no number", async () => {
    const calls = serve(() => ({}));
    const { page } = await show(StudentScreen, "/students/abc", PATTERN);
    expect(page.querySelector("h1")?.textContent).toBe("Talaba topilmadi");
    expect(calls).toEqual([]);
  });
});
