import { screen } from "@testing-library/react";
import { act } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { StudentCard } from "@/api/types";
import { startSession } from "@/entities/access/session";
import { hasUnsaved } from "@/lib/unsaved";
import { waitForIdle } from "@/testing/clock";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { resetScreen } from "@/testing/reset-screen";
import { sample } from "@/testing/sample";
import { user } from "@/testing/user";
import { StudentScreen } from "../page/student-screen";
import { EditStudentScreen } from "./edit-student-screen";

const { toasts } = vi.hoisted(() => ({ toasts: [] as { text: string; action?: { onClick: () => void } }[] }));
// Stands for the toast library, outside of our code.
vi.mock("sonner", () => {
  const show = (text: string, options: object = {}) => toasts.push({ text, ...options });
  return { toast: { success: show, info: show, error: show } };
});

const CARD = sample("StudentCard", {
  id: 5,
  hId: "student-5",
  fullName: "Karimov Aziz",
  offices: [{ id: 4, name: "Chilonzor" }],
  status: { id: 1, name: "Faol" },
  systemStatus: 1,
  createdAt: "2026-09-01T19:30:00Z",
  mobile: "+998901234567",
  phoneNumber: "+998901234567",
  firstName: "Aziz",
  lastName: "Karimov",
  gender: 1,
  birthDate: "2007-01-31",
  schoolStatus: "active",
  version: 3,
});

let card: StudentCard;
let found: object;
let answers: ApiReply[];

const rights = (...permissions: string[]) => [
  { name: "users", permissions: [], children: [{ name: "students", permissions, children: [] }] },
];

const server = (permissionObjects: object[]) =>
  mockApi(({ verb, path }: ApiCall): ApiReply => {
    if (path === "/profile") return { data: { id: 1, login: "a", role: {}, offices: [], timeZone: "Asia/Tashkent" } };
    if (path.endsWith("/mine")) return { data: { permissionObjects } };
    if (path === "/students/5/check") return { data: found };
    if (verb !== "GET") return answers.shift() ?? {};
    if (path === "/students/5") return { data: { student: card } };
    if (path === "/students/filter-objects") return { data: { offices: CARD.offices } };
    return path === "/student-groups/student/5" ? { data: { studentGroups: [] } } : { data: {} };
  });

async function open(at = "/students/5", permissionObjects = rights("read", "update")) {
  const calls = server(permissionObjects);
  await act(() => startSession());
  return { calls, ...(await renderScreen(StudentScreen, { at, pattern: "/students/:studentId" })) };
}

/** In the form of the student. */
async function correct(at = "/students/5/edit", permissions = ["read", "update"], papers = false) {
  const [users] = rights(...permissions);
  const own = { name: "private_info", permissions: ["read", "update"], children: [] };
  const calls = server([{ ...users, children: [...(users?.children ?? []), ...(papers ? [own] : [])] }]);
  await act(() => startSession());
  return { calls, ...(await renderScreen(EditStudentScreen, { at, pattern: "/students/:id/edit" })) };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const beside = (label: string) =>
  document.getElementById(field(label).getAttribute("aria-describedby") ?? "")?.textContent ?? "";
const puts = (calls: ApiCall[]) => calls.filter((call) => call.verb === "PUT");
const writes = (calls: ApiCall[]) => calls.filter((call) => call.verb !== "GET");
async function submit() {
  await act(async () => (screen.getByRole("form") as HTMLFormElement).requestSubmit());
  await waitForIdle();
}
const leave = (element: HTMLElement) =>
  act(async () => element.dispatchEvent(new FocusEvent("focusout", { bubbles: true })));

beforeEach(() => {
  card = CARD;
  answers = [];
  found = { likenesses: [], warnings: {} };
  toasts.length = 0;
});
describe("correcting a student", () => {
  it("saving sends all fields and the fetched version, and opens the student's page (R1-080, D-8)", async () => {
    const { calls, address } = await correct();
    expect(field("Telefon").value).toBe("+998 90 123-45-67");
    expect(field("Tug'ilgan sana").value).toBe("31.01.2007");
    expect((screen.getByRole("button", { name: "Saqlash" }) as HTMLButtonElement).disabled).toBe(true);
    await user.fill(field("Familiya"), "Karimova");
    await user.fill(field("Tug'ilgan sana"), "01.02.2007");
    await user.fill(field("Telefon"), "998935550011");
    await leave(field("Telefon"));
    expect(field("Telefon").value).toBe("+998 93 555-00-11");
    await submit();
    const [put] = puts(calls);
    expect(put?.path).toBe("/students/5/update");
    expect(put?.headers.get("Idempotency-Key")).toBeTruthy();
    expect(put?.body).toEqual({
      version: 3,
      firstName: "Aziz",
      lastName: "Karimova",
      middleName: "",
      gender: 1,
      birthDate: "2007-02-01",
      phoneNumber: "998935550011",
      officeIds: [4],
    });
    expect(address()).toBe("/students/5");
    expect(toasts.map((toast) => toast.text)).toEqual(["Talaba ma'lumotlari saqlandi"]);
    expect(hasUnsaved()).toBe(false);
  });

  it("*cancel* leads to the student without a call", async () => {
    const { calls, address } = await correct();
    await user.click(screen.getByRole("link", { name: "Bekor qilish" }));
    expect(address()).toBe("/students/5");
    expect(writes(calls)).toHaveLength(0);
  });

  it("an invalid phone and birth date are rejected without a call (R1-241, R1-242)", async () => {
    const { calls } = await correct();
    await user.fill(field("Telefon"), "99890");
    await user.fill(field("Tug'ilgan sana"), "");
    await submit();
    expect(beside("Telefon")).toBe("998 va 9 ta raqam yozing");
    expect(beside("Tug'ilgan sana")).toBe("Tug'ilgan sana kiritilishi shart");
    expect(puts(calls)).toHaveLength(0);
    await user.fill(field("Telefon"), "");
    await user.fill(field("Tug'ilgan sana"), "31.01.2007");
    await submit();
    expect(puts(calls)[0]?.body).toMatchObject({ phoneNumber: "" });
  });

  it.each([
    ["31012007", "31.01.2007", "R1-258"],
    ["32", "3", "R1-255"],
    ["3113", "31.1", "R1-256"],
    ["01012025", "01.01.202", "R1-257"],
  ])("a birth date typed as %s is %s (%s)", async (keys, shown) => {
    await correct();
    await user.fill(field("Tug'ilgan sana"), keys);
    expect(field("Tug'ilgan sana").value).toBe(shown);
  });

  it("a photo is not offered without the right to upload it, and the reason is shown (R1-421, R2-453)", async () => {
    const { container } = await correct("/students/5/edit", ["read"]);
    expect(container).toHaveTextContent("Rasm yuklashga ruxsatingiz yo`q");
    expect(screen.getByRole("button", { name: "Rasm tanlash" })).toHaveAttribute("aria-disabled", "true");
  });

  it("first and last name are required (D-3)", async () => {
    const { calls } = await correct();
    expect(field("Familiya").getAttribute("aria-required")).toBe("true");
    expect(field("Otasining ismi").getAttribute("aria-required")).not.toBe("true");
    await user.fill(field("Familiya"), " ");
    await submit();
    expect(beside("Familiya")).not.toBe("");
    expect(puts(calls)).toHaveLength(0);
  });

  it("the server's errors are shown beside the fields, and the typed values stay (D-3)", async () => {
    answers = [{ status: 422, refusal: { code: "SHARED_INVALID", fields: { lastName: ["juda uzun"] } } }];
    await correct();
    await user.fill(field("Familiya"), "Karimova");
    await submit();
    expect(beside("Familiya")).toBe("juda uzun");
    expect(field("Familiya").value).toBe("Karimova");
    expect(toasts).toEqual([]);
  });

  it("after a conflict the typed values stay, the other person's are shown, and saving sends the newer version (D-8)", async () => {
    const current = { ...CARD, version: 4, lastName: "Karimboyev", firstName: "Azizbek" };
    answers = [{ status: 409, refusal: { code: "SHARED_STALE", current } }];
    const { calls } = await correct();
    await user.fill(field("Familiya"), "Karimova");
    card = current;
    await submit();
    expect(field("Familiya").value).toBe("Karimova");
    expect(beside("Familiya")).toContain("Boshqa variant: Karimboyev");
    // Not touched here: it follows.
    expect(field("Ism").value).toBe("Azizbek");
    expect(beside("Ism")).toBe("");
    expect(screen.getByRole("alert")).toHaveTextContent("boshqa xodim o'zgartirdi");
    expect(toasts).toEqual([]);
    expect(screen.queryByRole("button", { name: "Saqlash" })).not.toBeInTheDocument();
    await submit();
    const [first, second] = puts(calls);
    expect(second?.body).toMatchObject({ version: 4, lastName: "Karimova", firstName: "Azizbek" });
    expect(second?.headers.get("Idempotency-Key")).not.toBe(first?.headers.get("Idempotency-Key"));
    expect(screen.queryByRole("form")).not.toBeInTheDocument();
  });

  it("the other person's values can be taken field by field, and then nothing is left to save", async () => {
    const current = { ...CARD, version: 4, lastName: "Karimboyev" };
    answers = [{ status: 409, refusal: { code: "SHARED_STALE", current } }];
    await correct();
    await user.fill(field("Familiya"), "Karimova");
    card = current;
    await submit();
    await user.click(screen.getByRole("button", { name: "Shuni olish" }));
    expect(field("Familiya").value).toBe("Karimboyev");
    expect((screen.getByRole("button", { name: "Saqlash" }) as HTMLButtonElement).disabled).toBe(true);
  });

  it("a draft keeps the typed values without documents, and is restored beside changes made since", async () => {
    card = { ...CARD, hasPersonalData: false };
    await correct("/students/5/edit", ["read", "update"], true);
    await user.fill(field("Familiya"), "Karimova");
    await user.click(screen.getByRole("button", { name: "Hujjatlarni kiritish" }));
    await user.fill(field("JSHSHIR"), "63101070010018");
    const stored = { ...sessionStorage };
    expect(JSON.stringify(stored)).not.toContain("63101070010018");
    resetScreen();
    for (const [name, value] of Object.entries(stored)) sessionStorage.setItem(name, value);
    card = { ...CARD, version: 4, lastName: "Karimboyev", firstName: "Azizbek" };
    await correct();
    expect(field("Familiya").value).toBe("Karimova");
    expect(beside("Familiya")).toContain("Boshqa variant: Karimboyev");
    expect(field("Ism").value).toBe("Azizbek");
    expect(screen.getByRole("button", { name: "Menikini saqlash" })).toBeInTheDocument();
    expect(hasUnsaved()).toBe(true);
    await user.click(screen.getByRole("button", { name: "Qoralamani o'chirish" }));
    expect(field("Familiya").value).toBe("Karimboyev");
    expect(hasUnsaved()).toBe(false);
  });

  it("documents are hidden from people who may not change them (D-58)", async () => {
    const { container } = await correct();
    expect(container).not.toHaveTextContent("Hujjatlar");
    expect(screen.queryByLabelText("Pasport seriyasi")).not.toBeInTheDocument();
  });
});

describe("a possible duplicate", () => {
  const like = { by: ["phoneNumber"], student: { id: 9, name: "Karimov Aziz" }, birthDate: "2007-01-31", offices: [] };

  it("a duplicate is shown before saving, and a confirmed student is saved (part 1 §5)", async () => {
    found = { likenesses: [like, { by: ["name"], student: null, birthDate: null, offices: [] }], warnings: {} };
    const { calls, container } = await correct();
    await user.fill(field("Familiya"), "Karimova");
    await submit();
    expect(puts(calls)).toHaveLength(0);
    expect(container).toHaveTextContent("Karimov Aziz");
    expect(container).toHaveTextContent("Boshqa filialda shunday talaba bor.");
    await user.click(screen.getByRole("button", { name: "Tekshirdim, saqlash" }));
    expect(puts(calls)).toHaveLength(1);
    expect(writes(calls)[0]?.path).toBe("/students/5/check");
  });

  it("an unchanged phone of a sibling is not reported again (D-19)", async () => {
    found = { likenesses: [like], warnings: {} };
    const { calls } = await correct();
    await user.fill(field("Otasining ismi"), "Baxtiyor o'g'li");
    await submit();
    expect(writes(calls).map((call) => call.path)).toEqual(["/students/5/update"]);
  });

  it("suspicious documents are warned of and can be saved; others are saved without a question (D-19)", async () => {
    found = { likenesses: [], warnings: { personalId: ["Tekshiruv raqami to'g'ri kelmaydi"] } };
    const { calls, container } = await correct();
    await user.fill(field("Familiya"), "Karimova");
    await submit();
    expect(container).toHaveTextContent("Tekshiruv raqami");
    found = { likenesses: [], warnings: {} };
    await user.fill(field("Familiya"), "Karimberdiyeva");
    await submit();
    expect(puts(calls)).toHaveLength(1);
    expect(screen.queryByRole("button", { name: "Tekshirdim, saqlash" })).not.toBeInTheDocument();
  });
});

describe("a field that differs from the school", () => {
  beforeEach(() => {
    card = { ...CARD, sticky: [{ field: "phoneNumber", schoolValue: "+998971112233" }] };
  });

  it("a differing field shows the school's value, which one click takes and another undoes (D-49)", async () => {
    const { calls, container } = await open();
    expect(container).toHaveTextContent("Maktabda boshqacha: +998 97 111-22-33");
    await user.click(screen.getByRole("button", { name: "Telefon: Maktabnikini olish" }));
    expect(writes(calls).map((call) => [call.verb, call.path])).toEqual([["DELETE", "/students/5/sticky/phoneNumber"]]);
    card = { ...CARD, phoneNumber: "+998971112233", version: 4 };
    const undo = toasts.find((toast) => toast.text === "Maktabdagi qiymat olindi")?.action;
    await act(async () => undo?.onClick());
    await waitForIdle();
    expect(writes(calls).at(-1)?.body).toMatchObject({ version: 4, phoneNumber: "998901234567", lastName: "Karimov" });
  });

  it("a differing field is read-only for people who may not change it", async () => {
    const { container } = await open("/students/5", rights("read"));
    expect(container).toHaveTextContent("Maktabda boshqacha");
    expect(screen.queryByRole("button", { name: "Telefon: Maktabnikini olish" })).not.toBeInTheDocument();
  });
});
