// Writes contracts/screens.json from the screen table: `npm run screens`.
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const { module } = await runnerImport(at("../src/app/screens.ts"), {
  configFile: false,
  logLevel: "error",
  resolve: { alias: { "@": at("../src") } },
});
await writeFile(at("../../contracts/screens.json"), module.screensFile());
