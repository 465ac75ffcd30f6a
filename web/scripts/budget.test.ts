import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

type Chunk = { file: string; name: string; imports?: string[] };

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), "budget-"));
  mkdirSync(join(dist, ".vite"));
});
afterEach(() => rmSync(dist, { recursive: true }));

/** A build whose files have so many kilobytes that no compression makes smaller. */
function built(sizes: Record<string, number>, more: Record<string, string[]> = {}): void {
  const chunks: Record<string, Chunk> = {};
  for (const [name, kilobytes] of Object.entries(sizes)) {
    chunks[`_${name}.js`] = { file: `${name}.js`, name, imports: (more[name] ?? []).map((one) => `_${one}.js`) };
    writeFileSync(join(dist, `${name}.js`), randomBytes(kilobytes * 1000));
  }
  writeFileSync(join(dist, ".vite/manifest.json"), JSON.stringify(chunks));
}

function budget(): { code: number | null; output: string } {
  const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, "budget.mjs"), dist]);
  return { code: status, output: stdout.toString() };
}

const FINE = { start: 115, frame: 65, list: 45, students: 10, header: 5 };

it("a build within the limits passes", () => {
  built(FINE);
  expect(budget()).toMatchObject({ code: 0, output: expect.not.stringContaining("TOO MUCH") });
});

it("notices what came to the entrance, and to the list", () => {
  built({ ...FINE, start: 151 });
  expect(budget().output).toMatch(/up to sign-in: .*TOO MUCH[\s\S]*up to the students list: .*TOO MUCH/);
  built({ ...FINE, students: 20 });
  expect(budget()).toMatchObject({ code: 1, output: expect.stringMatching(/up to the students list: .*TOO MUCH/) });
});

it("counts what a file needs, and notices the list coming apart into many files", () => {
  built({ ...FINE, words: 12 }, { students: ["words"] });
  expect(budget().code).toBe(1);
  built({ ...FINE, icon: 0, plus: 0 }, { students: ["icon", "plus"] });
  expect(budget()).toMatchObject({ code: 1, output: expect.stringContaining("7 files of 6") });
});
