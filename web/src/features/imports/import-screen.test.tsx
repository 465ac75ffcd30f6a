import { screen, within } from "@testing-library/react";
import { act } from "react";
import { describe, expect, it } from "vitest";
import { startSession } from "@/entities/access/session";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { ImportScreen } from "./import-screen";

const OFFICES = [
  { id: 7, name: "Chilonzor" },
  { id: 8, name: "Sergeli" },
];
const FIELDS = ["lastName", "firstName", "fullName", "birthDate", "gender", "phoneNumber", "branch"];
const REQUIRED = [
  ["lastName", "firstName", "birthDate"],
  ["fullName", "birthDate"],
];
const CARD = {
  id: 5,
  state: "mapping",
  version: 1,
  fileName: "talabalar.xlsx",
  office: null,
  branches: [],
  columns: [
    { head: "Familiya", field: "lastName", samples: ["Karimova"] },
    { head: "Ism", field: "firstName", samples: ["Shahzoda"] },
    { head: "Kun", field: null, samples: ["39113"] },
  ],
  fields: FIELDS,
  required: REQUIRED,
  rows: 1,
  totals: { add: 1, change: 0, same: 0, refuse: 0 },
  warnings: { rows: 0, skip: 0, merge: 0, create: 0, change: 0 },
  jobId: null,
  progress: null,
  failed: false,
  createdAt: "2026-11-20T05:00:00Z",
  committedAt: null,
  reverted: null,
};
const ROW = {
  number: 2,
  verb: "add",
  name: "Karimova Shahzoda",
  cells: ["Karimova", "Shahzoda", "39113", "qiz", "90 123 45 67"],
  reasons: [],
  notes: ["Ogohlantirish"],
  values: [
    { field: "lastName", cell: "Karimova", value: "Karimova" },
    { field: "birthDate", cell: "39113", value: "2007-01-31" },
    { field: "gender", cell: "qiz", value: "2" },
    { field: "phoneNumber", cell: "90 123 45 67", value: "+998901234567" },
  ],
  changes: [],
  studentId: null,
  options: [],
  decision: null,
  similar: [],
  reverted: false,
  left: null,
};
const WARNED = {
  ...ROW,
  verb: "skip",
  options: ["skip", "merge", "create"],
  decision: "skip",
  similar: [
    { id: 31, name: "Karimova Shaxzoda" },
    { id: 32, name: "Karimov Shahzod" },
  ],
};

const NAMES = [
  { name: "Chilanzar-1", rows: 3, office: null, chosen: false },
  { name: "Сергели", rows: 2, office: OFFICES[1], chosen: false },
];

async function open(card: object) {
  const calls = mockApi(({ path, query }: ApiCall): ApiReply => {
    if (path === "/profile")
      return { data: { id: 1, login: "a", role: {}, offices: [], allOffices: true, timeZone: "Asia/Tashkent" } };
    if (path.endsWith("/mine")) return { data: { permissionObjects: [] } };
    if (path === "/offices") return { data: { offices: OFFICES } };
    if (path.endsWith("/branches")) return { data: { names: NAMES } };
    const stayed = { ...ROW, left: "Keyin o'zgartirilgan" };
    const row = query.get("warned") ? WARNED : query.get("left") ? stayed : ROW;
    if (path.endsWith("/rows")) return { data: { rows: [row], total: 1 } };
    return { data: { studentImport: { ...CARD, ...card } } };
  });
  await act(() => startSession());
  await renderScreen(ImportScreen, { at: "/students/import?id=5", pattern: "/students/import" });
  return calls;
}

const check = () => screen.getByRole("button", { name: "Tekshirish" });

describe("an import of students", () => {
  it("a check that cannot start says beside the button why, until nothing is missing (D-155)", async () => {
    await open({});
    expect(check()).toHaveAttribute("aria-disabled", "true");
    expect(check()).toHaveAccessibleDescription("Avval filialni tanlang. Yana ustun kerak: Tug'ilgan sana.");
    expect(screen.getByText("Avval filialni tanlang. Yana ustun kerak: Tug'ilgan sana.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: /^Yangi talabalar filiali/ }));
    await user.click(screen.getByRole("option", { name: "Sergeli" }));
    await user.click(screen.getByRole("button", { name: /^Kun/ }));
    await user.click(screen.getByRole("option", { name: "Tug'ilgan sana" }));
    expect(check()).not.toHaveAttribute("aria-disabled");
    expect(screen.queryByText(/Yana ustun kerak/)).toBeNull();
  });

  it("the plan shows what will be stored beside the cell it was read from (D-155, D-6)", async () => {
    await open({ state: "planned", office: OFFICES[0] });
    const stored = within(screen.getByLabelText("Kiritiladigan qiymatlar"));
    expect(stored.getAllByRole("definition").map((each) => each.textContent)).toEqual([
      "Karimova",
      "3911331.01.2007",
      "qizAyol",
      "90 123 45 67+998 90 123-45-67",
    ]);
  });

  it("only unknown branch names are listed, and the choice of each is sent with the columns (D-155)", async () => {
    const columns = [...CARD.columns.slice(0, 2), { head: "Filial", field: "branch", samples: [] }];
    const calls = await open({ columns, required: [["lastName"]], office: OFFICES[1] });
    const list = within(screen.getByRole("region", { name: "Noma'lum filial nomlari" }));
    expect(list.getAllByRole("listitem")).toHaveLength(1);
    await user.click(list.getByRole("button", { name: /^Chilanzar-1/ }));
    await user.click(screen.getByRole("option", { name: "Chilonzor" }));
    await user.click(check());
    expect(calls.find(({ verb }) => verb === "PUT")?.body).toMatchObject({
      columns: ["lastName", "firstName", "branch"],
      officeId: 8,
      branches: [{ name: "Chilanzar-1", officeId: 7 }],
    });
  });

  it("no branch is asked for where a column has it; rows without one are then refused (D-155)", async () => {
    const columns = [...CARD.columns.slice(0, 2), { head: "Filial", field: "branch", samples: [] }];
    const calls = await open({ columns, required: [["lastName"]], office: null });
    await user.click(check());
    expect(calls.find(({ verb }) => verb === "PUT")?.body).toMatchObject({ officeId: null });
  });

  it("a warned row is left out, merged into one of the similar people or created, by one choice (D-155)", async () => {
    const warnings = { rows: 1, skip: 1, merge: 0, create: 0, change: 0 };
    const calls = await open({
      state: "planned",
      version: 4,
      office: OFFICES[0],
      totals: { add: 0, change: 0, same: 0, refuse: 0 },
      warnings,
    });
    expect(screen.getByRole("tab", { name: "Ogohlantirish: 1" })).toHaveAttribute("aria-selected", "true");
    await user.click(screen.getByRole("button", { name: /^Qaror: 2-qator/ }));
    expect(screen.getAllByRole("option").map((each) => each.textContent)).toEqual([
      "Kiritilmasin",
      "Birlashtirilsin: Karimova Shaxzoda",
      "Birlashtirilsin: Karimov Shahzod",
      "Baribir qo'shilsin",
    ]);
    await user.click(screen.getByRole("option", { name: "Birlashtirilsin: Karimov Shahzod" }));
    await user.click(screen.getByRole("button", { name: /^Ogohlantirilgan barcha qatorlar/ }));
    await user.click(screen.getByRole("option", { name: "Baribir qo'shilsin" }));
    expect(calls.filter(({ path }) => path.endsWith("/decisions")).map(({ body }) => body)).toEqual([
      { decision: "merge", studentId: 32, rows: [2], version: 4 },
      { decision: "create", studentId: null, rows: null, version: 4 },
    ]);
  });

  it("the confirmation says how many warned rows are left out, merged and created (D-155)", async () => {
    const warnings = { rows: 10, skip: 5, merge: 3, create: 2, change: 0 };
    await open({ state: "planned", office: OFFICES[0], warnings });
    await user.click(screen.getByRole("button", { name: "1 ta qatorni kiritish" }));
    expect(screen.getByRole("alertdialog")).toHaveTextContent(
      "kiritilmaydi — 5, birlashtiriladi — 3, baribir qo'shiladi — 2",
    );
  });

  it("the confirmation says how many students each branch gets (D-155, M5)", async () => {
    const branches = [
      { office: OFFICES[0], add: 12 },
      { office: OFFICES[1], add: 8 },
    ];
    await open({ state: "planned", office: OFFICES[0], branches, totals: { add: 20, change: 0, same: 0, refuse: 0 } });
    await user.click(screen.getByRole("button", { name: "20 ta qatorni kiritish" }));
    const question = screen.getByRole("alertdialog");
    expect(question).toHaveAccessibleName("2 ta filialga kiritilsinmi?");
    expect(question).toHaveTextContent("Chilonzor: 12, Sergeli: 8.");
  });

  it("a committed import links to its students and is reverted after a question (D-155)", async () => {
    const totals = { add: 12, change: 3, same: 0, refuse: 0 };
    const calls = await open({ state: "done", version: 6, committedAt: "2026-11-20T05:00:00Z", totals });
    expect(screen.getByRole("link", { name: "Kiritilgan talabalar" })).toHaveAttribute(
      "href",
      "/students?statusId=all&importId=5",
    );
    await user.click(screen.getByRole("button", { name: "Ortga qaytarish" }));
    const question = screen.getByRole("alertdialog");
    expect(question).toHaveAccessibleName("«talabalar.xlsx» fayli ortga qaytarilsinmi?");
    expect(question).toHaveTextContent("Qo'shilgan talabalar (12) o'chiriladi, o'zgarganlari (3)");
    await user.click(within(question).getByRole("button", { name: "Ortga qaytarish" }));
    expect(calls.find(({ path }) => path.endsWith("/revert"))?.body).toEqual({ version: 6 });
  });

  it("a reverted import says what became of its rows, and why some stayed (D-155)", async () => {
    const reverted = { at: "2026-11-21T05:00:00Z", removed: 11, restored: 3, left: 1 };
    await open({ state: "reverted", totals: { add: 12, change: 3, same: 0, refuse: 0 }, reverted });
    expect(screen.getByText(/11 ta talaba o'chirildi, 3 tasi avvalgi holatiga qaytdi, 1 tasi qoldi/)).toBeVisible();
    expect(screen.getByRole("tab", { name: "Qoldi: 1" })).toHaveAttribute("aria-selected", "true");
    expect(screen.getByText("Keyin o'zgartirilgan")).toBeVisible();
    expect(screen.getByRole("button", { name: "Qolganlarini ortga qaytarish" })).toBeVisible();
  });

  it("an import that was reverted whole offers neither revert nor students", async () => {
    const reverted = { at: "2026-11-21T05:00:00Z", removed: 12, restored: 0, left: 0 };
    await open({ state: "reverted", totals: { add: 12, change: 0, same: 0, refuse: 0 }, reverted });
    expect(screen.queryByRole("button", { name: /ortga qaytarish/i })).toBeNull();
    expect(screen.queryByRole("link", { name: "Kiritilgan talabalar" })).toBeNull();
  });
});
