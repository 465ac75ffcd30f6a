import { afterEach, expect, it } from "vitest";
import type { AuditChange } from "@/api/types";
import { serve, show, strike } from "@/testing/stage";
import { Changes } from "./changes";

afterEach(strike);

it("says a role's rights by what they are called", async () => {
  const right: AuditChange = {
    field: "permissions.users:students",
    label: "Huquqlar: users:students",
    before: null,
    after: null,
    added: ["update"],
    removed: ["delete"],
  };
  serve(() => ({}));
  const { page } = await show(() => <Changes changes={[right]} />);
  expect(page.querySelector("dt")?.textContent).toBe("Foydalanuvchilar: Talabalar");
  expect(page.textContent).not.toContain("update");
});
