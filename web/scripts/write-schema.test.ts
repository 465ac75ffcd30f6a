import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { schemaFile, TARGET } from "./write-schema.mjs";

it("the calls' types are those of contracts/openapi.json (npm run api)", async () => {
  expect(readFileSync(TARGET, "utf8")).toBe(await schemaFile());
}, 20_000);
