import { expect, it } from "vitest";
import type { AuditChange } from "@/api/types";
import { mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { Changes } from "./changes";

it("a role's permissions are shown by their names", async () => {
  const right: AuditChange = {
    field: "permissions.users:students",
    label: "Huquqlar: users:students",
    before: null,
    after: null,
    added: ["update"],
    removed: ["delete"],
  };
  mockApi(() => ({}));
  const { container } = await renderScreen(() => <Changes changes={[right]} />);
  expect(container.querySelector("dt")?.textContent).toBe("Foydalanuvchilar: Talabalar");
  expect(container).not.toHaveTextContent("update");
});
