import { screen } from "@testing-library/react";
import { act } from "react";
import { describe, expect, it } from "vitest";
import type { StudentRow } from "@/api/types";
import { toSelectionRequest } from "@/entities/people/bulk/bulk-operation";
import { waitForIdle } from "@/testing/clock";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { BulkSmsDialog } from "./bulk-sms-dialog";
import { countOf, PasteDialog, parseLines } from "./paste-dialog";
import { printoutText } from "./print/printout-text";

describe("the selection of a call", () => {
  const chosen = { total: 40, query: { value: "ali", statusId: "1" }, clear: () => undefined };

  it("a selection is the ids, or all with the query and the count that was shown", () => {
    expect(toSelectionRequest({ ...chosen, ids: [3, 5] })).toEqual({ query: {}, body: { all: false, ids: [3, 5] } });
    expect(toSelectionRequest({ ...chosen, ids: null })).toEqual({
      query: chosen.query,
      body: { all: true, total: 40 },
    });
  });
});

describe("a pasted column", () => {
  it("lines are numbered as pasted, without quotes, blanks and further columns", () => {
    const lines = parseLines('  Ali Valiyev \r\n\r\n"901112233"\t5\n\t00471\n\n');
    expect(lines).toEqual(["Ali Valiyev", "", "901112233", "00471"]);
    expect(countOf(lines)).toBe(3);
  });

  it("missing people are named, and the found ones are shown with those checked of several matches", async () => {
    const sent: unknown[] = [];
    const who = { hId: null, phoneNumber: null };
    mockApi(({ body }: ApiCall): ApiReply => {
      sent.push(body);
      const lines = [
        { number: 1, line: "Ali", outcome: "found", students: [{ id: 1, fullName: "Ali", ...who }] },
        {
          number: 2,
          line: "Nodira",
          outcome: "several",
          students: [
            { id: 2, fullName: "Nodira A", ...who },
            { id: 3, fullName: "Nodira B", ...who },
          ],
        },
        { number: 4, line: "Hech Kim", outcome: "none", students: [] },
      ];
      return { data: { key: "k", found: 1, lines } };
    });
    const { address } = await renderScreen(() => <PasteDialog onClose={() => undefined} />, { at: "/" });
    await user.fill(screen.getByRole("textbox"), "Ali\nNodira\n\nHech Kim");
    await user.click(screen.getByRole("button", { name: "3 ta qatorni topish" }));
    expect(sent[0]).toEqual({ lines: ["Ali", "Nodira", "", "Hech Kim"] });
    expect(document.body).toHaveTextContent("4: Hech Kim");
    await user.click(screen.getAllByRole("checkbox")[1]);
    await user.click(screen.getByRole("button", { name: "Ko'rsatish: 2 ta" }));
    expect(sent[1]).toMatchObject({ ids: [3] });
    expect(address()).toBe("/students?statusId=all&picked=k");
  });
});

describe("one SMS to many", () => {
  const text = "Ertaga dars yo'q, {name}";
  const template = { id: 4, name: "Bayram", text, parts: 1, purpose: null };
  const chosen = { ids: [3, 5], total: 2, query: {}, clear: () => undefined };

  it("an SMS filled from a template is sent once by a double click, and opens the delivery page", async () => {
    const calls = mockApi(({ path }: ApiCall): ApiReply => {
      if (path === "/sms/templates") return { data: { templates: [template] } };
      return { data: path === "/sms/send-many" ? { jobId: 1, batchId: 7, count: 2 } : null };
    });
    const { address } = await renderScreen(() => <BulkSmsDialog chosen={chosen} onClose={() => undefined} />, {
      at: "/students",
    });
    expect(document.body).not.toHaveTextContent("Login va parol kiritilsa");
    await user.click(screen.getByRole("button", { name: "Shablondan olish" }));
    await user.click(screen.getAllByRole("option")[0]);
    expect(screen.getByRole("textbox")).toHaveValue(text);
    const send = screen.getByRole("button", { name: "Yuborish: 2 ta" });
    await act(async () => {
      send?.click();
      send?.click();
    });
    await waitForIdle();
    expect(calls.filter(({ path }) => path === "/sms/send-many").map(({ body }) => body)).toEqual([
      { studentIds: [3, 5], text },
    ]);
    expect(address()).toBe("/students/sms/7");
  });

  it.each([
    ["the first ticked student", [3, 5], 3],
    ["the next one where the first was removed meanwhile", [4, 3, 5], 3],
    ["the first of the filtered list", null, 9],
  ])("the preview is of %s", async (_, ids, studentId) => {
    const calls = mockApi(({ path, query }: ApiCall): ApiReply => {
      if (path === "/students/all") {
        const found = query.get("ids") ? [{ id: 5 }, { id: 3 }] : [{ id: 9 }];
        return { data: { students: found, total: found.length } };
      }
      if (path === "/sms/templates") return { data: { templates: [] } };
      return {
        data: { text: "Salom, Zilola", encoding: "gsm", parts: 1, left: 147, unknownGaps: [], connected: true },
      };
    });
    await renderScreen(() => <BulkSmsDialog chosen={{ ...chosen, ids }} onClose={() => undefined} />, { at: "/" });
    await user.fill(screen.getByRole("textbox"), "Salom, {name}");
    await screen.findByText("Salom, Zilola");
    expect(calls.findLast(({ path }) => path === "/sms/preview")?.body).toMatchObject({ studentId });
  });

  it.each([
    ["unknown to the server", "{qarz}", ["qarz"]],
    ["of a login, which only its owner gets", "{password}", []],
  ])("a placeholder %s is named while typing, and nothing is sent", async (_, typed, unknownGaps) => {
    const calls = mockApi(({ path }: ApiCall): ApiReply => {
      if (path === "/sms/preview") return { data: { text: typed, parts: 1, left: 100, unknownGaps, connected: true } };
      return { data: { templates: [], students: [] } };
    });
    await renderScreen(() => <BulkSmsDialog chosen={chosen} onClose={() => undefined} />, { at: "/students" });
    await user.fill(screen.getByRole("textbox"), typed);
    expect(await screen.findByText(`${typed} bu yerda ishlatilmaydi`, { exact: false })).toBeVisible();
    expect(document.body).toHaveTextContent("Mumkin: {name} ism-familiya");
    await user.click(screen.getByRole("button", { name: "Yuborish: 2 ta" }));
    expect(calls.filter(({ path }) => path === "/sms/send-many")).toEqual([]);
  });

  it("a placeholder without a value is named beside the text", async () => {
    mockApi(
      ({ path }: ApiCall): ApiReply =>
        path === "/sms/send-many"
          ? { status: 422, refusal: { code: "SHARED_INVALID", fields: { text: ["{qarz} bu yerda ishlatilmaydi"] } } }
          : { data: { templates: [], students: [] } },
    );
    await renderScreen(() => <BulkSmsDialog chosen={chosen} onClose={() => undefined} />, { at: "/students" });
    await user.fill(screen.getByRole("textbox"), "{qarz}");
    await user.click(screen.getByRole("button", { name: "Yuborish: 2 ta" }));
    expect(screen.getByRole("textbox")).toHaveAttribute("aria-invalid", "true");
    expect(document.body).toHaveTextContent("{qarz} bu yerda ishlatilmaydi");
  });
});

describe("a list as text", () => {
  it("the text has a line for each student, in columns that a spreadsheet accepts", () => {
    const rows = [{ fullName: "Ali", mobile: "+998901112233", login: null }] as StudentRow[];
    expect(printoutText("classList", rows)).toBe("1\tAli\t+998901112233");
    expect(printoutText("slips", rows)).toBe("Ali\t—");
  });
});
