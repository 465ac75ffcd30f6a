// Writes src/api/limits.ts, the limits of what the API takes, from contracts/openapi.json: `npm run api`, and when Vite
// starts. Only bodies of calls are written, each a constant of its own.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const KEPT = ["minLength", "maxLength", "pattern"];

const nameOf = (ref) => ref.split("/").at(-1);

function bodiesOf({ paths, components }) {
  const calls = Object.values(paths).flatMap((path) => Object.values(path));
  const refs = calls.map((call) => call?.requestBody?.content?.["application/json"]?.schema?.$ref).filter(Boolean);
  const bodies = refs.map(nameOf);
  // a form inside of a form
  const inside = bodies.flatMap((name) => Object.values(components.schemas[name]?.properties ?? {}));
  const forms = inside.flatMap((schema) => (schema.$ref ? [nameOf(schema.$ref)] : []));
  return [...new Set([...bodies, ...forms])].sort();
}

function limitsOf({ properties = {}, required = [] }) {
  const entries = Object.entries(properties).map(([name, schema]) => {
    const plain = schema.oneOf?.find((one) => one.type !== "null") ?? schema;
    const kept = KEPT.filter((key) => plain[key] !== undefined).map((key) => [key, plain[key]]);
    const must = required.includes(name) && plain.type === "string" && plain.minLength ? [["required", true]] : [];
    return [name, Object.fromEntries([...must, ...kept])];
  });
  return Object.fromEntries(entries.filter(([, limits]) => Object.keys(limits).length > 0));
}

const written = (limit) =>
  Object.entries(limit)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    .join(", ");

export function limitsFile(openapi) {
  const constants = bodiesOf(openapi).flatMap((name) => {
    const limits = limitsOf(openapi.components.schemas[name] ?? {});
    if (Object.keys(limits).length === 0) return [];
    const lines = Object.entries(limits).map(([field, limit]) => `  ${field}: { ${written(limit)} },`);
    return [`export const ${name} = {\n${lines.join("\n")}\n} as const;`];
  });
  return `${["/** What the API takes, by the name of the body; written by `npm run api` from contracts/openapi.json. */", ...constants].join("\n\n")}\n`;
}

const TARGET = at("../src/api/limits.ts");

// A file that stays as it is keeps its time: what watches it sees no change.
function writeLimits() {
  const text = limitsFile(JSON.parse(readFileSync(at("../../contracts/openapi.json"), "utf8")));
  if (!existsSync(TARGET) || readFileSync(TARGET, "utf8") !== text) writeFileSync(TARGET, text);
}

/** Writes the file when Vite starts. */
export const writtenLimits = () => ({ name: "limits", config: writeLimits });

if (process.argv[1] === fileURLToPath(import.meta.url)) writeLimits();
