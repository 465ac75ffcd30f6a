// The console and its attendance sheets open without a connection (D-70)
import { expect, it } from "vitest";
import { SCREENS } from "@/app/screens";
import { namespaceOf } from "@/i18n/namespaces";
import { CORE_NAMESPACES } from "@/i18n/texts";
import { offlineFiles, TEXTS } from "./write-worker.mjs";

const MANIFEST = {
  "index.html": { file: "assets/index-1.js", imports: ["_start-1.js"] },
  "_start-1.js": { file: "assets/start-1.js" },
  "inter-latin-wght-normal.woff2": {
    file: "assets/inter-latin-wght-normal-1.woff2",
    src: "node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  },
  "_shared-1.js": { file: "assets/shared-1.js" },
  "src/app/group/edit-attendance-screen.tsx": {
    file: "assets/sheet-1.js",
    src: "src/app/group/edit-attendance-screen.tsx",
    imports: ["_shared-1.js", "_start-1.js"],
    dynamicImports: ["src/features/settings/settings-screen.tsx"],
  },
  "src/features/settings/settings-screen.tsx": {
    file: "assets/settings-1.js",
    src: "src/features/settings/settings-screen.tsx",
  },
  "style.css": { file: "assets/style-1.css", src: "style.css" },
};

it("the worker keeps the start, the sheet with all that it imports, the style and the fonts", () => {
  expect(offlineFiles(MANIFEST)).toEqual([
    "assets/inter-latin-wght-normal-1.woff2",
    "assets/shared-1.js",
    "assets/sheet-1.js",
    "assets/start-1.js",
    "assets/style-1.css",
  ]);
});

it("the texts of the kept screens are among them", () => {
  const kept = SCREENS.filter(({ path }) => ["/", "/signin", "/today"].includes(path) || path.includes("/edit/:date"));
  expect(kept).toHaveLength(5);
  const wanted = [...CORE_NAMESPACES, ...kept.flatMap(({ namespaces }) => namespaces)];
  expect(TEXTS.map(namespaceOf)).toEqual(expect.arrayContaining(wanted));
});
