import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { waitForIdle } from "@/testing/clock";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { AuditsScreen } from "./audits-screen";

const { toasts } = vi.hoisted(() => ({ toasts: [] as string[] }));
// Stands for the toast library, outside of our code.
vi.mock("sonner", () => {
  const show = (text: string) => toasts.push(text);
  return { toast: { success: show, info: show, error: show } };
});

const line = {
  id: 7,
  at: "2026-11-20T20:30:00Z",
  actorId: 3,
  actorName: "Rahimova Dilnoza",
  address: "10.0.0.9",
  permission: "users:students",
  verb: "people.student_changed",
  comment: "Talaba ma'lumotlari o'zgartirildi",
  entity: "student",
  entityName: "Talaba",
  entityId: 5,
  subject: "Karimova Shahzoda",
  fields: ["Telefon"],
};
const record = {
  ...line,
  requestId: "7f3c",
  masked: true,
  takeable: true,
  whyNot: null,
  desc: "",
  changes: [
    {
      field: "phone",
      label: "Telefon",
      before: null,
      after: "+998 90 •••-••-21",
      added: [],
      removed: [],
      referents: [],
    },
    {
      field: "office_ids",
      label: "Filiallar",
      before: null,
      after: null,
      added: ["Sergeli"],
      removed: ["Chilonzor"],
      referents: [],
    },
  ],
};

let options: ApiReply;

function server({ path }: ApiCall): ApiReply {
  if (path === "/audits") return { data: { audits: [line], total: 1 } };
  if (path === "/audits/7") return { data: { audit: record } };
  if (path === "/audits/filter-objects") return options;
  if (path === "/audits/permission/names") return { data: { permissions: ["users:students"] } };
  return { data: {} };
}

beforeEach(() => {
  toasts.length = 0;
  options = { data: { actors: [], verbs: [], entities: [], fields: [{ code: "phone", name: "Telefon" }] } };
});
describe("the audit log", () => {
  it("each row names the actor, the action, the record and the fields (R1-008, R1-336)", async () => {
    mockApi(server);
    await renderScreen(AuditsScreen, { at: "/audits" });
    const row = screen.getByRole("row", {
      name: "1 21.11.2026 01:30 Rahimova Dilnoza Talaba ma'lumotlari o'zgartirildi Talaba: Karimova Shahzoda Telefon 10.0.0.9",
    }).textContent;
    for (const words of ["Rahimova Dilnoza", "Talaba: Karimova Shahzoda", "Telefon", "10.0.0.9"]) {
      expect(row).toContain(words);
    }
  });

  it("the side panel shows the difference of a record and says what is hidden (R1-337, D-58)", async () => {
    mockApi(server);
    await renderScreen(AuditsScreen, { at: "/audits?peek=7" });
    await vi.waitFor(() => expect(document.body).toHaveTextContent("+998 90 •••-••-21"));
    const values = [...screen.getAllByRole("insertion"), ...screen.getAllByRole("deletion")].map(
      (one) => one.textContent,
    );
    expect(values).toEqual(["+998 90 •••-••-21", "qo'shildi: + Sergeli", "olib tashlandi: − Chilonzor"]);
    expect(document.body).toHaveTextContent("Shaxsiy ma'lumotlar yashirilgan");
    expect(document.body).toHaveTextContent("Foydalanuvchilar: Talabalar");
  });

  it("the filters come from the address, and the record is named", async () => {
    const calls = mockApi(server);
    const { container } = await renderScreen(AuditsScreen, {
      at: "/audits?entity=student&entityId=5&fromDate=2026-11-01&field=phone",
    });
    const query = calls.find((call) => call.path === "/audits")?.query;
    expect(Object.fromEntries(query ?? [])).toMatchObject({
      entity: "student",
      entityId: "5",
      fromDate: "2026-11-01",
      field: "phone",
    });
    expect(container).toHaveTextContent("Yozuv: Karimova Shahzoda");
    expect(container).toHaveTextContent("Sanadan: 01.11.2026");
  });

  it("today and yesterday are one press, and a second one takes them off", async () => {
    const calls = mockApi(server);
    await renderScreen(AuditsScreen, { at: "/audits" });
    const day = screen.getByRole("button", { name: "Kecha" });
    await user.click(day);
    await vi.waitFor(() => expect(day).toHaveAttribute("aria-pressed", "true"));
    const query = calls.filter((call) => call.path === "/audits").at(-1)?.query;
    expect(query?.get("fromDate")).toBe(query?.get("toDate"));
    expect(query?.get("fromDate")).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    await user.click(day);
    await vi.waitFor(() => expect(day).toHaveAttribute("aria-pressed", "false"));
  });

  it("a day is picked in the calendar", async () => {
    const calls = mockApi(server);
    await renderScreen(AuditsScreen, { at: "/audits?fromDate=2026-11-01" });
    await user.click(screen.getByRole("button", { name: "Sanadan: kalendardan tanlash" }));
    await user.click(await screen.findByRole("button", { name: "5 noyabr, 2026" }));
    await vi.waitFor(() =>
      expect(
        calls
          .filter((call) => call.path === "/audits")
          .at(-1)
          ?.query.get("fromDate"),
      ).toBe("2026-11-05"),
    );
  });

  it("filters without choices show the server's reason (R1-424)", async () => {
    options = { status: 500, refusal: { code: "SHARED_UNEXPECTED", message: "Nimadir xato ketdi" } };
    mockApi(server);
    await renderScreen(AuditsScreen, { at: "/audits" });
    await waitForIdle(1500);
    expect(toasts).toContain("Nimadir xato ketdi");
  });
});
