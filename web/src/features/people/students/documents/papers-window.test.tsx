import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StudentCard } from "@/api/types";
import { startSession } from "@/entities/access/session";
import { click, named, serve, settle, show, strike, type Told } from "@/testing/stage";
import { PapersList } from "./papers-window";

const { toasts } = vi.hoisted(() => ({ toasts: [] as { text: string; description?: string }[] }));
// What stands outside of our code: the library that draws toasts.
vi.mock("sonner", () => {
  const say = (text: string, options: object = {}) => toasts.push({ text, ...options });
  return { toast: { success: say, info: say, error: say } };
});

const student = {
  id: 5,
  fullName: "Karimov Aziz",
  hasPersonalData: true,
  papers: { passport: "AA•••••67", personalId: "5••••••••••••0", birthCertificate: null },
} as StudentCard;
const FULL = { passportSeries: "AA", passportNumber: "1234567", personalId: "51210960040240", birthCertificate: "" };
const Screen = () => <PapersList student={student} />;

let file: Told;
let saved: string[];

const save = (event: MouseEvent) => {
  if (!(event.target instanceof HTMLAnchorElement) || !event.target.download) return;
  event.preventDefault();
  saved.push(event.target.download);
};

async function open() {
  const permissionObjects = [
    { name: "users", permissions: [], children: [{ name: "private_info", permissions: ["read"], children: [] }] },
  ];
  const calls = serve(({ path }): Told => {
    if (path === "/profile") return { data: { id: 1, login: "a", role: {}, offices: [], timeZone: "Asia/Tashkent" } };
    if (path.endsWith("/mine")) return { data: { permissionObjects } };
    if (path.endsWith("/reveal")) return { data: { papers: FULL } };
    return path.endsWith("/info-file") ? file : { data: {} };
  });
  await act(() => startSession());
  await show(Screen);
  return calls;
}

async function reveal() {
  await click(named("To'liq ko'rsatish"));
  const window = document.querySelector("[role=alertdialog]") as HTMLElement;
  const reason = window.querySelector("textarea, input") as HTMLTextAreaElement;
  const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(reason), "value")?.set;
  await act(async () => {
    set?.call(reason, "shartnoma");
    reason.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await click(named("To'liq ko'rsatish", window));
  await settle();
}

beforeEach(() => {
  toasts.length = 0;
  saved = [];
  file = { data: "the paper" };
  URL.createObjectURL = () => "blob:paper";
  URL.revokeObjectURL = () => undefined;
  document.addEventListener("click", save);
});
afterEach(async () => {
  document.removeEventListener("click", save);
  await strike();
});

describe("papers as files (R1-042, R1-375)", () => {
  it("are offered once they were revealed, each that there is, and fetched with the token", async () => {
    const calls = await open();
    expect(named("Pasport: Yuklab olish")).toBeNull();
    await reveal();
    expect(document.body.textContent).toContain("AA1234567");
    expect(named("Tug'ilganlik guvohnomasi: Yuklab olish")).toBeNull();
    await click(named("JSHSHIR: Yuklab olish"));
    const call = calls.find(({ path }) => path === "/student-groups/info-file");
    expect(Object.fromEntries(call?.query ?? [])).toEqual({ studentId: "5", kind: "personal-id" });
    expect(call?.headers.get("Authorization")).toBe("Bearer a");
    expect(saved).toEqual(["personal-id-5.txt"]);
    await click(named("Yashirish"));
    expect(named("JSHSHIR: Yuklab olish")).toBeNull();
  });

  it("that do not come are told so, with the server's reason (R1-425)", async () => {
    file = { status: 409, refusal: { code: "PEOPLE_REVEAL_FIRST", message: "Avval hujjatlarni oching" } };
    await open();
    await reveal();
    await click(named("Pasport: Yuklab olish"));
    expect(saved).toEqual([]);
    expect(toasts.map(({ text }) => text)).toEqual(["Faylni yuklab olishda xato yuz berdi"]);
    expect(toasts[0]?.description).toContain("Avval hujjatlarni oching");
    expect((named("Pasport: Yuklab olish") as HTMLButtonElement).disabled).toBe(false);
  });
});
