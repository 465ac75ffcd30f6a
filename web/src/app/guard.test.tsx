import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { startSession } from "@/entities/access/session";
import { waitForIdle } from "@/testing/clock";
import { mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { Guarded } from "./guard";

it("a screen with an unknown permission shows the forbidden page to everybody (R1-021, R2-339)", async () => {
  mockApi(({ path }) => ({
    data: path.endsWith("/mine")
      ? { permissionObjects: [{ name: "ghosts", permissions: ["read"], children: [] }] }
      : { login: "a", role: {}, offices: [], count: 0 },
  }));
  await startSession();
  await waitForIdle();
  const ghosts = { path: "/ghosts", permission: "ghosts", crumbs: [], namespaces: [], load: async () => () => null };
  const { container } = await renderScreen(() => <Guarded screen={ghosts}>secret</Guarded>);
  expect(screen.getByRole("heading").textContent).toBe("Ruxsat berilmagan");
  expect(container).not.toHaveTextContent("secret");
});
