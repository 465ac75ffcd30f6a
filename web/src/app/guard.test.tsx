import { afterEach, expect, it } from "vitest";
import { startSession } from "@/entities/access/session";
import { serve, settle, show, strike } from "@/testing/stage";
import { Guarded } from "./guard";

afterEach(strike);

it("a screen whose permission nobody knows shows the forbidden page to everybody (R1-021, R2-339)", async () => {
  serve(({ path }) => ({
    data: path.endsWith("/mine")
      ? { permissionObjects: [{ name: "ghosts", permissions: ["read"], children: [] }] }
      : { login: "a", role: {}, offices: [], count: 0 },
  }));
  await startSession();
  await settle();
  const screen = { path: "/ghosts", permission: "ghosts", crumbs: [], load: async () => () => null };
  const { page } = await show(() => <Guarded screen={screen}>secret</Guarded>);
  expect(page.querySelector("h1")?.textContent).toBe("Ruxsat berilmagan");
  expect(page.textContent).not.toContain("secret");
});
