import { act, cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cache } from "@/api/cache";
import { recall, remember } from "@/api/storage";
import { dropTokens, isAuthenticated, writeTokens } from "@/api/tokens";
import { session, watchSession } from "@/entities/access/session";
import { showPresence } from "@/entities/videos/uploads/upload-presence";
import { hasUnsaved, markUnsaved } from "@/lib/unsaved";
import { waitForIdle } from "@/testing/clock";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { user } from "@/testing/user";
import { App } from "./app";
import { redirectToMatchSession } from "./auth-redirect";

const NO_RIGHT = "Sizda ushbu sahifa uchun huquq mavjud emas!";
const STUDENTS = [
  { name: "users", permissions: [], children: [{ name: "students", permissions: ["read"], children: [] }] },
];
const SIGNED_IN = {
  accessToken: "a1",
  refreshToken: "r1",
  staffInfo: { id: 1, login: "nilufar.k", fullName: "Nilufar Karimova", roleName: "Admin", roleType: 1, photo: null },
};

/** `broken`: a student arrives in a shape that no page expects. */
type School = { rights?: object[]; must?: boolean; signIn?: ApiReply; broken?: boolean };

function answers({ rights = STUDENTS, must = false, signIn, broken }: School) {
  const answers: Record<string, unknown> = {
    "/profile": {
      id: 1,
      login: "nilufar.k",
      fullName: "Nilufar Karimova",
      photo: null,
      role: { id: 1, name: "Admin", type: 1 },
      offices: [{ id: 1, name: "Chilonzor" }],
      allOffices: false,
      superadmin: false,
      mustChangePassword: must,
      timeZone: "Asia/Tashkent",
    },
    "/roles/permission-objects/mine": { permissionObjects: rights },
    "/notifications/count": { count: 12 },
    "/preferences": { pageSizes: {}, columns: {}, language: null, theme: null },
    "/students/all": { students: [], total: 0 },
    "/auth/sessions": { sessions: [], total: 0 },
    "/students/filter-objects": { categories: [], statuses: [], groups: [], offices: [], courses: [], imports: [] },
    "/synchronization/runs": { runs: [], total: 0 },
    "/synchronization/all": { type: "all", state: 2, percent: 100, lastSyncedAt: null, running: false, run: null },
  };
  return ({ path }: ApiCall): ApiReply => {
    if (path === "/auth/sign-in") return signIn ?? { data: SIGNED_IN };
    if (path === "/students/7")
      return broken ? { data: { student: 7 } } : { status: 404, refusal: { code: "NOT_FOUND" } };
    return path in answers ? { data: answers[path] } : { data: {} };
  };
}

async function open(at: string): Promise<void> {
  history.replaceState(null, "", at);
  redirectToMatchSession();
  render(<App />);
  await waitForIdle();
}

const address = () => location.pathname + decodeURIComponent(location.search);
const submit = () => user.click(screen.getByRole("button", { name: "Kirish" }));

async function signIn(): Promise<void> {
  await user.fill(screen.getByLabelText("Login"), "nilufar.k");
  await user.fill(screen.getByLabelText("Parol"), "secret");
  await submit();
}

/** Simulates a reload: the tokens are there, or no person is signed in. */
function arrive(school: School, signedIn: boolean): ApiCall[] {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const calls = mockApi(answers(school));
  dropTokens();
  calls.length = 0;
  if (signedIn) writeTokens({ accessToken: "a0", refreshToken: "r0" });
  return calls;
}

watchSession();
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  act(() => dropTokens());
});

describe("the sign-in", () => {
  it("a person who is not signed in is sent to /signin and returns to the page that was opened", async () => {
    arrive({}, false);
    await open("/students?page=2");
    expect(address()).toBe("/signin?from=/students?page=2");
    expect(document.body).toHaveTextContent("Xodim hisobingiz bilan kiring");
    expect(document.body).not.toHaveTextContent("Seans tugadi");
    await signIn();
    expect(address()).toBe("/students?page=2");
    expect(screen.getByRole("heading", { name: "Talabalar" }).textContent).toBe("Talabalar");
  });

  it("a person who is signed in is sent from /signin to the first child of the first menu entry (R1-048)", async () => {
    arrive({}, true);
    await open("/signin");
    expect(location.pathname).toBe("/students");
  });

  it.each([
    { accessToken: "a0", refreshToken: "" },
    { accessToken: "", refreshToken: "r0" },
  ])("a person with %j, one of the two tokens, is not signed in (R1-135)", async (tokens) => {
    arrive({}, false);
    writeTokens(tokens);
    await open("/students");
    expect(address()).toBe("/signin?from=/students");
  });

  it("an empty field is named beside it, and a rejection is shown in the server's words", async () => {
    arrive({ signIn: { status: 401, refusal: { message: "Login yoki parol noto'g'ri" } } }, false);
    await open("/");
    await submit();
    expect(document.body).toHaveTextContent("Loginni kiriting");
    expect(document.body).toHaveTextContent("Parolni kiriting");
    await signIn();
    expect(screen.getByRole("alert").textContent).toBe("Login yoki parol noto'g'ri");
    expect(isAuthenticated()).toBe(false);
  });
});

describe("the start of the console", () => {
  it("it loads the profile, then the permissions, then the count of notifications (part 1 §2)", async () => {
    const calls = arrive({}, true);
    remember("device", "menu-folded", false);
    await open("/profile");
    const order = ["/profile", "/roles/permission-objects/mine", "/notifications/count"];
    expect(
      calls
        .map((call) => call.path)
        .filter((path) => order.includes(path))
        .slice(0, 3),
    ).toEqual(order);
    expect(screen.getByRole("button", { name: /^Bildirishnomalar/ })).toHaveAccessibleName("Bildirishnomalar: 9+");
    expect(screen.getByRole("complementary").textContent).toContain("Administrator · Chilonzor");
  });

  it("a page without the permission shows the specified sentence and fetches none of its data", async () => {
    const calls = arrive({ rights: [] }, true);
    await open("/students");
    expect(screen.getByRole("heading").textContent).toBe(NO_RIGHT);
    expect(calls.some((call) => call.path.startsWith("/students"))).toBe(false);
    expect(screen.getByRole("navigation", { name: "Menyu" }).textContent).not.toContain("Talabalar");
  });

  it("an unknown path shows the not-found page inside the frame", async () => {
    arrive({}, true);
    await open("/no/such/page");
    expect(screen.getByRole("heading").textContent).toBe("Sahifa topilmadi");
    expect(screen.getByRole("complementary")).toBeInTheDocument();
  });

  it("D-61: a password that another person set is changed before any other page opens", async () => {
    const calls = arrive({ must: true }, true);
    await open("/students");
    expect(location.pathname).toBe("/profile/password");
    expect(screen.queryByRole("navigation", { name: "Menyu" })).not.toBeInTheDocument();
    expect(calls.some((call) => call.path.startsWith("/students"))).toBe(false);
  });
});

describe("a page that breaks", () => {
  it("the frame stays, the error's number is shown, and a retry opens the page", async () => {
    const quiet = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const calls = arrive({ broken: true }, true);
    await open("/students/7");
    expect(screen.getByRole("heading").textContent).toBe("Sahifada xato yuz berdi");
    expect(screen.getByRole("main").textContent).toMatch(/Xato raqami: [0-9a-f]{12}/);
    expect(calls.find((call) => call.path === "/sender/log")?.body).toMatchObject({ logType: "error" });
    mockApi(answers({}));
    await user.click(screen.getByRole("button", { name: "Qayta urinish" }));
    expect(screen.getByRole("heading").textContent).not.toBe("Sahifada xato yuz berdi");
    quiet.mockRestore();
  });
});

describe("the end of a session", () => {
  it("signing out asks for confirmation, calls the server and clears everything personal (R1-219, R1-220)", async () => {
    const calls = arrive({}, true);
    await open("/students");
    remember("person", "draft.student", { firstName: "Az" });
    remember("device", "theme", "light");
    markUnsaved("form", true);
    await user.click(screen.getByRole("button", { name: /^Foydalanuvchi menyusi/ }));
    await user.click(screen.getByRole("menuitem", { name: "Chiqish" }));
    const dialog = screen.getByRole("alertdialog");
    expect(dialog).toHaveTextContent("Tizimdan chiqasizmi?");
    expect(isAuthenticated()).toBe(true);
    await user.click(within(dialog).getByRole("button", { name: "Chiqish" }));
    expect(calls.some((call) => call.verb === "POST" && call.path === "/auth/logout")).toBe(true);
    expect(address()).toBe("/signin");
    expect(recall("person", "draft.student")).toBeNull();
    expect(recall("device", "theme")).toBe("light");
    expect(cache.getQueryCache().getAll()).toEqual([]);
    expect(hasUnsaved()).toBe(false);
    expect(session().profile).toBeNull();
  });

  it("signing out says that unfinished uploads are deleted, also those that stand (D-67, R1-218)", async () => {
    arrive({}, true);
    await open("/students");
    showPresence("here", { shown: false, unfinished: true });
    await user.click(screen.getByRole("button", { name: /^Foydalanuvchi menyusi/ }));
    await user.click(screen.getByRole("menuitem", { name: "Chiqish" }));
    expect(screen.getByRole("alertdialog")).toHaveTextContent("tugallanmaganlari o'chiriladi");
    showPresence("here", { shown: false, unfinished: false });
  });

  it("D-42: an ended session leads to the sign-in, says so, keeps drafts, and returns to the page after it", async () => {
    arrive({}, true);
    await open("/students?value=sh");
    remember("person", "draft.student", { firstName: "Az" });
    await act(async () => dropTokens());
    await waitForIdle();
    expect(address()).toBe("/signin?from=/students?value=sh");
    expect(document.body).toHaveTextContent("Seans tugadi");
    expect(recall("person", "draft.student")).toEqual({ firstName: "Az" });
    await signIn();
    expect(address()).toBe("/students?value=sh");
  });
});
