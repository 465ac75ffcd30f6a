// Writes dist/service-worker.js at the end of a build: its source, the build's name and the files that open the
// console and its attendance sheets without a connection. The build's name stands in the page too.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
/** The files of texts that these parts use. */
export const TEXTS =
  "absences attendance errors form groups jobs kit last-sync offline sheets shell sign-in sms table today".split(" ");
// The parts that load on demand and are needed without a connection.
const PARTS = [
  /^src\/main\./,
  // The groups of vite.config.ts.
  /^_(start|frame|header)-/,
  /^src\/app\/(app-root|home)\./,
  /^src\/app\/(group\/edit-attendance-screen|offline|overlays|shell)\b/,
  /^src\/entities\/access\/stored-session\./,
  /^src\/features\/access\/sign-in\//,
  /^src\/features\/attendance\/saving\//,
  /^src\/features\/insight\/today-screen\./,
  /^src\/features\/sync\/sync-button\./,
  /^src\/ui\/(dialog|popover)\//,
  new RegExp(`^src/i18n/(uz|ru|en)/(${TEXTS.join("|")})\\.`),
  /^src\/i18n\/generated\//,
  /^node_modules\/sonner\//,
  /^style\.css$/,
  /inter-(latin|cyrillic)-wght-normal\.woff2$/,
];
// Beside the assets, named as they are on the server.
const PLAIN = ["before-paint.js", "icon.svg"];

/** The paths of these files and of all that they import. */
export function offlineFiles(manifest) {
  const found = new Set();
  const add = (name) => {
    const chunk = manifest[name];
    if (!chunk || found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const other of chunk.imports ?? []) add(other);
  };
  for (const [name, { src }] of Object.entries(manifest)) if (PARTS.some((part) => part.test(src ?? name))) add(name);
  return [...found].sort();
}

/**
 * Vite's plugin.
 * @returns {import("vite").Plugin}
 */
export function writtenWorker() {
  let dist = "";
  return {
    name: "markaz-worker",
    apply: "build",
    configResolved: (config) => {
      dist = `${config.root}/${config.build.outDir}`;
    },
    writeBundle: () => {
      const read = (file) => readFileSync(`${dist}/${file}`);
      const assets = offlineFiles(JSON.parse(read(".vite/manifest.json")));
      const page = read("index.html").toString();
      const worker = readFileSync(at("../worker/service-worker.js"), "utf8");
      const digest = createHash("sha256").update(page).update(worker).update(JSON.stringify(assets));
      for (const file of PLAIN) digest.update(read(file));
      const build = digest.digest("hex").slice(0, 16);
      const files = [...assets, ...PLAIN].map((file) => `/${file}`);
      const written = worker
        .replace('"{{build}}"', JSON.stringify(build))
        .replace('"{{files}}"', JSON.stringify(files));
      writeFileSync(`${dist}/service-worker.js`, written);
      writeFileSync(
        `${dist}/index.html`,
        page.replace("</title>", `</title>\n    <meta name="build" content="${build}" />`),
      );
    },
  };
}
