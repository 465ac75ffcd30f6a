import { expect, test } from "vitest";
import { flat, namespacesIn } from "@/testing/catalogues";

// Keys are named by code that the types don't see (the server's sentences, saved views), so one is renamed or removed
// on purpose only: `npm run keys` accepts the present ones, and the commit shows which they are.
test("the keys of the console's texts are the accepted ones", async () => {
  // Those of `fields` are the server's, accepted with its contract.
  const { fields: _, ...own } = namespacesIn("uz");
  const keys = [...flat(own).keys()].sort();
  await expect(`${keys.join("\n")}\n`).toMatchFileSnapshot("keys.txt");
});
