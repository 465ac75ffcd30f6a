// How much JavaScript a person fetches: `npm run build && npm run budget`. Fails beyond the limits.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

// By the names that vite.config.ts gives the files.
const LIMITS = {
  "up to sign-in": { kilobytes: 150, files: 3, of: ["start"] },
  "up to the students list": { kilobytes: 250, files: 6, of: ["start", "frame", "list", "students", "header"] },
};
// What comes near a limit is too much already: it is the next screen that would go over.
const MARGIN = 0.985;
const dist = process.argv.slice(2).find((word) => !word.startsWith("--")) ?? "dist";
const manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, "utf8"));

function needed(wanted, found = new Set()) {
  const chunk = manifest[wanted] ?? Object.values(manifest).find((one) => one.name === wanted);
  if (!chunk) throw new Error(`the build has no ${wanted}`);
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const other of chunk.imports ?? []) needed(other, found);
  return found;
}

const kilobytesOf = (file) => gzipSync(readFileSync(`${dist}/${file}`)).length / 1000;

for (const [name, { kilobytes, files, of }] of Object.entries(LIMITS)) {
  const sizes = [...new Set(of.flatMap((wanted) => [...needed(wanted)]))].map((file) => [kilobytesOf(file), file]);
  const total = sizes.reduce((sum, [size]) => sum + size, 0);
  const good = total <= kilobytes * MARGIN && sizes.length <= files;
  console.log(
    `${name}: ${total.toFixed(1)} kB gz of ${kilobytes}, ${sizes.length} files of ${files}${good ? "" : " - TOO MUCH"}`,
  );
  if (!good || process.argv.includes("--list")) {
    for (const [size, file] of sizes.sort(([a], [b]) => b - a)) console.log(`  ${size.toFixed(1).padStart(6)} ${file}`);
  }
  if (!good) process.exitCode = 1;
}
