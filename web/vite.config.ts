import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { writtenLimits } from "./scripts/write-limits.mjs";
import { writtenTexts } from "./scripts/write-texts.mjs";
import { writtenWorker } from "./scripts/write-worker.mjs";

// The test runner groups its failures with a function that Node 20 lacks.
Map.groupBy ??= <K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K) => {
  const groups = new Map<K, T[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
};

// The host stays the one that the browser asked: the API refuses changes from a page of another host.
const api = { target: process.env.CONSOLE_API ?? "http://127.0.0.1:8080", changeOrigin: false };

/** Names the API that the console was built for: a build reads no stored answer of another API. */
const openapi = readFileSync(new URL("../contracts/openapi.json", import.meta.url));
const contract = createHash("sha256").update(openapi).digest("hex").slice(0, 16);

function among(...parts: string[]) {
  const any = new RegExp(parts.join("|"));
  return (id: string) => any.test(id);
}

/** Few files instead of two hundred: each of these is a module with all that it needs and those before it lack. */
const CHUNKS = [
  // The other languages' texts of the sign-in, of the frame and of every list.
  ...["ru", "en"].map((language) => ({
    name: `texts-${language}`,
    priority: 5,
    test: among(
      `i18n/${language}/(errors|kit|shell|sign-in|form|table|lists)\\.`,
      `i18n/generated/labels-${language}\\.`,
    ),
  })),
  {
    name: "start",
    priority: 4,
    test: among(
      "src/main\\.",
      "src/features/access/sign-in/sign-in-screen\\.",
      "i18n/uz/(errors|kit|shell|sign-in)\\.",
      "i18n/generated/labels-uz\\.",
    ),
  },
  { name: "frame", priority: 3, test: among("src/app/app-root\\.") },
  { name: "list", priority: 2, test: among("src/ui/list/list-screen\\.", "i18n/uz/(lists|table)\\.") },
  {
    name: "students",
    priority: 1,
    test: among("src/features/people/students/list/students-screen\\.", "i18n/uz/(fields|many|sheets|students)\\."),
  },
  // After the first paint.
  {
    name: "header",
    priority: 0,
    test: among("src/features/sync/sync-button\\.", "src/app/shell/own-jobs\\.", "i18n/uz/last-sync\\."),
  },
];

const SHARED = /assets\/(list|students)-/;

export default defineConfig({
  plugins: [writtenLimits(), writtenTexts(), react(), tailwindcss(), writtenWorker()],
  define: { __CONTRACT__: JSON.stringify(contract) },
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  // The names of fields are in contracts.
  server: { port: 5173, fs: { allow: [".."] }, proxy: { "/api": api, "/files": api } },
  build: {
    target: "es2023",
    cssCodeSplit: false,
    // Only the shared files are fetched beside a screen: naming every chunk of each would be 6 kB of the first page.
    modulePreload: { polyfill: false, resolveDependencies: (_, files) => files.filter((file) => SHARED.test(file)) },
    manifest: true,
    rolldownOptions: {
      // Every chunk names those that it may load: one sign less of each is 0.3 kB of the first page.
      output: { codeSplitting: { groups: CHUNKS }, chunkFileNames: "assets/[name]-[hash:7].js" },
    },
  },
  test: {
    // Node would take the package's build for Node.
    alias: {
      "tus-js-client": fileURLToPath(new URL("./node_modules/tus-js-client/lib.esm/browser/index.js", import.meta.url)),
    },
    environment: "happy-dom",
    include: ["{src,scripts,worker}/**/*.test.{ts,tsx}"],
    setupFiles: ["./src/testing/test-setup.ts"],
    // the setup clears what is ours; a process for each file would cost three times the work
    isolate: false,
    // A test that is cut off leaves its work to the next one of the process; a busy machine is slow.
    testTimeout: 30_000,
  },
});
