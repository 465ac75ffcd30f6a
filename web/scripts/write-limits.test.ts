import { expect, it } from "vitest";
import { limitsFile } from "./write-limits.mjs";

it("the limits are those of the bodies of calls, and a text that must be there is required", () => {
  const call = {
    requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/AddOffice" } } } },
  };
  const schemas = {
    AddOffice: {
      required: ["name", "note"],
      properties: {
        name: { type: "string", minLength: 3, maxLength: 100 },
        note: { oneOf: [{ type: "string", maxLength: 50 }, { type: "null" }] },
        count: { type: "integer", minimum: 1 },
      },
    },
    OfficeRow: { properties: { name: { type: "string", maxLength: 9 } } },
  };
  const text = limitsFile({ paths: { "/offices": { post: call } }, components: { schemas } });
  expect(text).toContain(`export const AddOffice = {
  name: { required: true, minLength: 3, maxLength: 100 },
  note: { maxLength: 50 },
} as const;`);
  expect(text).not.toContain("OfficeRow");
});
