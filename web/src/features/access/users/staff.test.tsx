import { cleanup, screen, within } from "@testing-library/react";
import { act } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { waitForIdle } from "@/testing/clock";
import { user } from "@/testing/user";
import { AddUserScreen } from "./form/add-user-screen";
import { EditUserScreen } from "./form/edit-user-screen";
import { CARD, open } from "./staff-fixture";
import { StaffMemberScreen } from "./staff-member-screen";
import { StaffScreen } from "./staff-screen";

type Toast = { action?: { label: string; onClick: () => void } };
const { toasts, last } = vi.hoisted(() => ({ toasts: [] as string[], last: {} as Toast }));
// Stands for the toast library, outside of our code.
vi.mock("sonner", () => {
  const show = (text: string, options?: Toast) => {
    last.action = options?.action;
    return toasts.push(text);
  };
  return { toast: { success: show, info: show, error: show } };
});

const MEMBER = ["/users/staff/7", "/users/staff/:id"] as const;
const EDIT = ["/control/3/users/7/edit", "/control/:id/users/:userId/edit"] as const;
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
type DialogRole = "dialog" | "alertdialog";
const dialog = (role: DialogRole) => screen.queryByRole(role);
const inside = (role: DialogRole, name: string) => within(screen.getByRole(role)).getByRole("button", { name });
const reason = () => within(screen.getByRole("alertdialog")).getByRole<HTMLTextAreaElement>("textbox");
/** The file input is hidden from everyone; a button opens it. */
const photoInput = () => document.querySelector<HTMLInputElement>("[data-photo-input]");
async function submit() {
  await act(async () => (screen.getByRole("form") as HTMLFormElement).requestSubmit());
  await waitForIdle();
}

afterEach(() => {
  toasts.length = 0;
  sessionStorage.clear();
});

describe("a member of staff", () => {
  it("a missing name is shown as Noma'lum, and the photo with its review status (D-35, R1-194, R1-435, R2-461)", async () => {
    const { container } = await open(StaffMemberScreen, ...MEMBER, { card: { ...CARD, fullName: " " } });
    expect(screen.getByRole("heading", { name: "Noma'lum" }).textContent).toBe("Noma'lum");
    expect(container).toHaveTextContent("Rasm yaroqsiz");
    expect(container).toHaveTextContent("02.09.2026");
  });

  it("a photo is accepted or rejected, and can be replaced (R1-194, R1-401)", async () => {
    const { writes, container } = await open(StaffMemberScreen, ...MEMBER, {
      card: { ...CARD, photo: "/api/files/x" },
    });
    expect(screen.getByRole("button", { name: "Rasm tanlash" })).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Yaroqli" }));
    await user.click(screen.getByRole("button", { name: "Yaroqsiz" }));
    expect(writes().map(({ path, body }) => [path, body])).toEqual([
      ["/users/staff/7/photo-check", { suitable: true }],
      ["/users/staff/7/photo-check", { suitable: false }],
    ]);
    expect(toasts).toContain("Rasm tekshirildi");
    const input = photoInput() as HTMLInputElement;
    const heavy = new File([new Uint8Array(2 * 1024 * 1024 + 1)], "yuz.jpg", { type: "image/jpeg" });
    Object.defineProperty(input, "files", { value: [heavy] });
    await act(async () => input.dispatchEvent(new Event("change", { bubbles: true })));
    expect(container).toHaveTextContent("Rasm hajmi 2MB dan oshmasin");
  });

  it("a photo that the person may not change is read-only", async () => {
    await open(StaffMemberScreen, ...MEMBER, { card: { ...CARD, editable: false } });
    expect(photoInput()).toBeNull();
    expect(screen.queryByRole("button", { name: "Yaroqli" })).not.toBeInTheDocument();
  });

  it("blocking requires a reason that is not blank, and is confirmed by a message (R1-205, R1-206, R1-207, R1-429)", async () => {
    const { writes } = await open(StaffMemberScreen, ...MEMBER);
    await user.click(screen.getByRole("button", { name: "Bloklash" }));
    await user.fill(reason(), "  ");
    await user.click(inside("alertdialog", "Bloklash"));
    expect(dialog("alertdialog")?.textContent).toContain("To'ldirilishi shart");
    expect(writes()).toEqual([]);
    await user.fill(reason(), " ta'tilga chiqdi ");
    await user.click(inside("alertdialog", "Bloklash"));
    expect(writes().map(({ path, body }) => [path, body])).toEqual([
      ["/users/staff/7/update-status", { id: 7, isActive: false, reason: "ta'tilga chiqdi" }],
    ]);
    expect(dialog("alertdialog")).toBeNull();
    expect(toasts).toEqual(["Karimova Shahzoda bloklandi"]);
  });

  it("a block confirmed with Ctrl+Enter is undone from its message (R1-205, R1-208)", async () => {
    const { writes } = await open(StaffMemberScreen, ...MEMBER);
    await user.click(screen.getByRole("button", { name: "Bloklash" }));
    await user.fill(reason(), "adashib");
    reason().focus();
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(dialog("alertdialog")).toBeNull();
    expect(last.action?.label).toBe("Bekor qilish");
    await act(async () => last.action?.onClick());
    await waitForIdle();
    expect(writes().map(({ body }) => body)).toEqual([
      { id: 7, isActive: false, reason: "adashib" },
      { id: 7, isActive: true, reason: "" },
    ]);
    expect(toasts).toEqual(["Karimova Shahzoda bloklandi", "Karimova Shahzoda blokdan chiqarildi"]);
  });

  it("a rejected block leaves the dialog open with the typed reason", async () => {
    await open(StaffMemberScreen, ...MEMBER, {
      write: () => ({ status: 409, refusal: { code: "ACCESS_ALREADY_BLOCKED" } }),
    });
    await user.click(screen.getByRole("button", { name: "Bloklash" }));
    await user.fill(reason(), "sabab");
    await user.click(inside("alertdialog", "Bloklash"));
    expect(reason().value).toBe("sabab");
  });

  it("an issued password is gone once its dialog is closed (R1-211)", async () => {
    const { writes, container } = await open(StaffMemberScreen, ...MEMBER, {
      write: () => ({ data: { newPassword: "Xk7mPq2RtVw9YzAb3CdE" } }),
    });
    await user.click(screen.getByRole("button", { name: "Parolni yangilash" }));
    await user.click(inside("alertdialog", "Parolni yangilash"));
    expect(dialog("dialog")?.textContent).toContain("Xk7mPq2RtVw9YzAb3CdE");
    expect(writes()[0]?.headers.get("Idempotency-Key")).toBeTruthy();
    await user.click(inside("dialog", "Tayyor"));
    expect(document.body.innerHTML + container.innerHTML + JSON.stringify(sessionStorage)).not.toContain(
      "Xk7mPq2RtVw9YzAb",
    );
  });

  it("a member of staff with more permissions can't be changed, and the reason is shown (D-56, R1-127)", async () => {
    const { writes, container } = await open(StaffMemberScreen, ...MEMBER, { card: { ...CARD, editable: false } });
    for (const words of ["Bloklash", "Parolni yangilash", "Tahrirlash"]) {
      expect(screen.getByRole("button", { name: words })?.getAttribute("aria-disabled")).toBe("true");
      await user.click(screen.getByRole("button", { name: words }));
    }
    expect([dialog("alertdialog"), writes()]).toEqual([null, []]);
    expect(container).not.toHaveTextContent("Seanslar");
  });
});

describe("the list of staff", () => {
  it("selected staff change their branch, whoever may only read selects nobody", async () => {
    const { writes } = await open(StaffScreen, "/users/staff", "/users/staff", {
      write: () => ({ data: { id: 9, jobId: null, total: 1, done: 1, refused: 0, results: [] } }),
    });
    await user.click(screen.getAllByRole("checkbox").at(-1));
    await user.click(screen.getByRole("button", { name: "Filialni o'zgartirish" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: /^Filiallar/ }));
    await user.click(screen.getByRole("option", { name: "Sergeli" }));
    await user.click(inside("dialog", "O'zgartirish: 1"));
    expect(writes().map(({ path, body }) => [path, body])).toEqual([
      ["/users/staff/bulk/change-branch", { all: false, ids: [7], officeIds: [2], keep: false }],
    ]);
    cleanup();
    const reader = [
      { name: "users", permissions: [], children: [{ name: "staff", permissions: ["read"], children: [] }] },
    ];
    await open(StaffScreen, "/users/staff", "/users/staff", { rights: reader });
    expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
  });

  it("each name links to the person's page (R1-122)", async () => {
    await open(StaffScreen, "/users/staff", "/users/staff");
    const link = screen.getByRole("link", { name: "Karimova Shahzoda" });
    expect([link.getAttribute("href"), link.textContent]).toEqual(["/users/staff/7", "Karimova Shahzoda"]);
  });

  it("its columns are those of the specification (R1-123)", async () => {
    await open(StaffScreen, "/users/staff", "/users/staff");
    const heads = screen.getAllByRole("columnheader").map((head) => head.textContent?.trim());
    const named = ["F.I.Sh.", "Rol", "Filiallar", "Ish holati", "Faol", "Yaratilgan"];
    expect(heads).toEqual(["Sahifadagi hammasini tanlash", "№", ...named, "Amallar"]);
    const person = screen.getByRole("link", { name: "Karimova Shahzoda" }).closest("td");
    expect(person?.querySelector("[data-initials]")).toBeInTheDocument();
  });

  it.each([
    [1, "Rasm tekshirilmoqda"],
    [2, "Rasm yaroqsiz"],
    [3, "Rasm yaroqli"],
  ])("beside the photo stands its review status: %i, %s (R1-124, R1-194)", async (photoCheck, words) => {
    await open(StaffScreen, "/users/staff", "/users/staff", { card: { ...CARD, photo: "/api/files/x", photoCheck } });
    const cell = screen.getByRole("link", { name: "Karimova Shahzoda" }).closest("td");
    expect(cell).toHaveTextContent(words);
    expect(cell?.querySelector("img")).toBeInTheDocument();
  });

  const toggle = () => screen.getByRole("switch");

  it("switching an account off asks for confirmation", async () => {
    await open(StaffScreen, "/users/staff", "/users/staff");
    expect(toggle().getAttribute("aria-checked")).toBe("true");
    await user.click(toggle());
    expect(dialog("alertdialog")?.textContent).toContain("Karimova Shahzoda bloklansinmi?");
  });

  it("the switch of a person who has left is disabled (R1-208)", async () => {
    const card = { ...CARD, workStatus: 2, isActive: false, systemStatus: 2 };
    await open(StaffScreen, "/users/staff", "/users/staff", { card });
    expect(toggle().getAttribute("aria-disabled")).toBe("true");
    await user.click(toggle());
    expect(dialog("alertdialog")).toBeNull();
  });
});

describe("an account", () => {
  it("an edit sends the version that was fetched; a conflict shows the other person's values beside the typed ones (D-8)", async () => {
    const theirs = { ...CARD, version: 4, lastName: "Aliyeva", role: { ...CARD.role } };
    const answers = [{ status: 409, refusal: { code: "SHARED_STALE", current: theirs } }, {}];
    const { writes } = await open(EditUserScreen, ...EDIT, { write: () => answers.shift() ?? {} });
    await user.fill(field("Familiya"), "Umarova");
    await submit();
    expect(writes()[0]?.path).toBe("/users/1/7/update");
    expect(writes()[0]?.body).toEqual({
      version: 3,
      login: "shahzoda",
      lastName: "Umarova",
      firstName: "Shahzoda",
      middleName: "",
      gender: 2,
      phoneNumber: "998901234567",
      roleId: 3,
      officeIds: [1],
      allOffices: false,
      workStatus: 1,
      author: false,
    });
    expect(screen.getByRole("alert")).toHaveTextContent("boshqa xodim");
    expect(document.body).toHaveTextContent("Boshqa variant: Aliyeva");
    expect(field("Familiya").value).toBe("Umarova");
    await submit();
    expect(writes()[1]?.body).toMatchObject({ version: 4, lastName: "Umarova" });
  });

  it("an account is created once under one key, and its password is shown once (D-8, R1-326)", async () => {
    const { writes } = await open(AddUserScreen, "/control/users/add?roleId=3", "/control/users/add", {
      write: () => ({ data: { id: 9, login: "yangi", password: "Xk7mPq2RtVw9YzAb3CdE" } }),
    });
    await user.fill(field("Familiya"), "Karimova");
    await user.fill(field("Ism"), "Shahzoda");
    await user.fill(field("Login"), "yangi");
    await submit();
    // of two branches one must be chosen
    expect([writes(), document.body.textContent?.includes("To'ldirilishi shart")]).toEqual([[], true]);
    await user.click(screen.getByRole("button", { name: "Filiallar: Tanlang" }));
    await user.click(screen.getByRole("option", { name: "Sergeli" }));
    await submit();
    expect(writes().map(({ path, body }) => [path, body])).toEqual([
      ["/users/create", expect.objectContaining({ login: "yangi", roleId: 3, officeIds: [2], type: 1 })],
    ]);
    expect(dialog("dialog")?.textContent).toContain("Xk7mPq2RtVw9YzAb3CdE");
    expect(JSON.stringify(sessionStorage)).not.toContain("Xk7mPq2RtVw9YzAb3CdE");
  });
});
