import { screen, within } from "@testing-library/react";
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StudentCard } from "@/api/types";
import { startSession } from "@/entities/access/session";
import { waitForIdle } from "@/testing/clock";
import { type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { DocumentsList } from "./documents-dialog";

const { toasts } = vi.hoisted(() => ({ toasts: [] as { text: string; description?: string }[] }));
// Stands for the toast library, outside of our code.
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
const Screen = () => <DocumentsList student={student} />;

let file: ApiReply;
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
  const calls = mockApi(({ path }): ApiReply => {
    if (path === "/profile") return { data: { id: 1, login: "a", role: {}, offices: [], timeZone: "Asia/Tashkent" } };
    if (path.endsWith("/mine")) return { data: { permissionObjects } };
    if (path.endsWith("/reveal")) return { data: { papers: FULL } };
    return path.endsWith("/info-file") ? file : { data: {} };
  });
  await act(() => startSession());
  await renderScreen(Screen);
  return calls;
}

async function reveal() {
  await user.click(screen.getByRole("button", { name: "To'liq ko'rsatish" }));
  const dialog = within(screen.getByRole("alertdialog"));
  await user.fill(dialog.getByRole("textbox"), "shartnoma");
  await user.click(dialog.getByRole("button", { name: "To'liq ko'rsatish" }));
  await waitForIdle();
}

beforeEach(() => {
  toasts.length = 0;
  saved = [];
  file = { data: "the paper" };
  URL.createObjectURL = () => "blob:paper";
  URL.revokeObjectURL = () => undefined;
  document.addEventListener("click", save);
});
afterEach(() => {
  document.removeEventListener("click", save);
});

describe("papers as files (R1-042, R1-375)", () => {
  it("files are offered after the documents are revealed, one for each document, and fetched with the token", async () => {
    const calls = await open();
    expect(screen.queryByRole("button", { name: "Pasport: Yuklab olish" })).not.toBeInTheDocument();
    await reveal();
    expect(document.body).toHaveTextContent("AA1234567");
    expect(screen.queryByRole("button", { name: "Tug'ilganlik guvohnomasi: Yuklab olish" })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "JSHSHIR: Yuklab olish" }));
    const call = calls.find(({ path }) => path === "/student-groups/info-file");
    expect(Object.fromEntries(call?.query ?? [])).toEqual({ studentId: "5", kind: "personal-id" });
    expect(call?.headers.get("Authorization")).toBe("Bearer a");
    expect(saved).toEqual(["personal-id-5.txt"]);
    await user.click(screen.getByRole("button", { name: "Yashirish" }));
    expect(screen.queryByRole("button", { name: "JSHSHIR: Yuklab olish" })).not.toBeInTheDocument();
  });

  it("a failed download shows the server's reason (R1-425)", async () => {
    file = { status: 409, refusal: { code: "PEOPLE_REVEAL_FIRST", message: "Avval hujjatlarni oching" } };
    await open();
    await reveal();
    await user.click(screen.getByRole("button", { name: "Pasport: Yuklab olish" }));
    expect(saved).toEqual([]);
    expect(toasts.map(({ text }) => text)).toEqual(["Faylni yuklab olishda xato yuz berdi"]);
    expect(toasts[0]?.description).toContain("Avval hujjatlarni oching");
    expect((screen.getByRole("button", { name: "Pasport: Yuklab olish" }) as HTMLButtonElement).disabled).toBe(false);
  });
});
