import { afterEach, describe, expect, it } from "vitest";
import type { StudentRow } from "@/api/types";
import { type Call, click, named, serve, show, strike, type Told, type } from "@/shared/stage/stage";
import { selectionOf } from "./many";
import { asText } from "./paper-text";
import { PasteWindow } from "./paste-window";
import { countOf, linesOf } from "./pasted-lines";

afterEach(strike);

describe("who is chosen for a call", () => {
  const chosen = { total: 40, query: { value: "ali", statusId: "1" }, clear: () => undefined };

  it("is the ids, or all with the question and the number that was seen", () => {
    expect(selectionOf({ ...chosen, ids: [3, 5] })).toEqual({ query: {}, body: { all: false, ids: [3, 5] } });
    expect(selectionOf({ ...chosen, ids: null })).toEqual({ query: chosen.query, body: { all: true, total: 40 } });
  });
});

describe("a pasted column", () => {
  it("keeps the numbers of its lines, without quotes, blanks and further columns", () => {
    const lines = linesOf('  Ali Valiyev \r\n\r\n"901112233"\t5\n\t00471\n\n');
    expect(lines).toEqual(["Ali Valiyev", "", "901112233", "00471"]);
    expect(countOf(lines)).toBe(3);
  });

  it("names who is not there, and shows those found with those ticked of several", async () => {
    const sent: unknown[] = [];
    const who = { hId: null, phoneNumber: null };
    serve(({ body }: Call): Told => {
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
    const { address } = await show(() => <PasteWindow onClose={() => undefined} />, "/");
    await type(document.querySelector("textarea") as HTMLTextAreaElement, "Ali\nNodira\n\nHech Kim");
    await click(named("3 ta qatorni topish"));
    expect(sent[0]).toEqual({ lines: ["Ali", "Nodira", "", "Hech Kim"] });
    expect(document.body.textContent).toContain("4: Hech Kim");
    await click(document.querySelectorAll("input[type=checkbox]")[1]);
    await click(named("2 ta talabani ko'rsatish"));
    expect(sent[1]).toMatchObject({ ids: [3] });
    expect(address()).toBe("/students?statusId=all&picked=k");
  });
});

describe("a list as text", () => {
  it("has a line for each, in columns that a spreadsheet takes", () => {
    const rows = [{ fullName: "Ali", mobile: "+998901112233", login: null }] as StudentRow[];
    expect(asText("classList", rows)).toBe("1\tAli\t+998901112233");
    expect(asText("slips", rows)).toBe("Ali\t—");
  });
});
