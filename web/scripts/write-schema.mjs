// Writes src/api/schema.ts, the calls' types, from contracts/openapi.json: `npm run api`.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
export const TARGET = at("../src/api/schema.ts");

/** What the contract says in words only ("``status``: waiting, running, …"): the console names the same values. */
const WORDS = {
  SyncRunRow: ["type", "status"],
  SyncRunCard: ["type", "status"],
  SyncPart: ["feed", "state"],
  SyncRemovals: ["feed"],
  SyncRemoval: ["what"],
  SyncStop: ["feed"],
  SyncStopCount: ["what"],
  SyncChangeRow: ["verb"],
};
const VALUES = {
  type: ["all", "students", "teachers", "groups", "group_students"],
  status: ["waiting", "running", "done", "done_with_messages", "aborted", "failed"],
  feed: ["offices", "teachers", "students", "courses", "groups", "group-students"],
  state: ["waiting", "running", "done", "failed"],
  what: [
    ...["removed", "merged", "deactivated", "missing", "branches_emptied", "branches_replaced", "branches_added"],
    ...["moved", "status_turned", "tenfold"],
  ],
  verb: ["created", "updated", "removed", "returned", "merged", "reverted"],
};

function named({ schemas }) {
  for (const [schema, fields] of Object.entries(WORDS)) {
    for (const field of fields) {
      const property = schemas[schema]?.properties?.[field];
      // A contract that lists the values itself is believed.
      if (property?.type === "string" && !property.enum) property.enum = VALUES[field];
    }
  }
}

/** `/students/{student_id}` is asked for as `/students/{id}`: a path with one parameter needs no longer name. */
function shortened(paths) {
  return Object.fromEntries(
    Object.entries(paths).map(([path, calls]) => {
      const [name, ...more] = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const short = name?.endsWith("_id") ? "id" : name === "kind" ? "x" : name;
      if (!name || more.length > 0 || short === name) return [path, calls];
      const rename = (call) => ({
        ...call,
        parameters: call.parameters?.map((one) => (one.name === name ? { ...one, name: short } : one)),
      });
      const renamed = Object.entries(calls).map(([verb, call]) => [verb, rename(call)]);
      return [path.replace(`{${name}}`, `{${short}}`), Object.fromEntries(renamed)];
    }),
  );
}

/** The kinds of a synchronisation are started on paths of their own; the console has one call for all of them. */
function gathered(paths) {
  const one = paths["/api/staff/synchronization/{x}"];
  const all = paths["/api/staff/synchronization/all"];
  if (!one || one.put || !all?.put) return paths;
  return {
    ...paths,
    "/api/staff/synchronization/{x}": {
      ...one,
      put: {
        ...all.put,
        operationId: "synchronise",
        parameters: [...one.get.parameters, ...(all.put.parameters ?? [])],
      },
    },
  };
}

export async function schemaFile() {
  const openapi = JSON.parse(readFileSync(at("../../contracts/openapi.json"), "utf8"));
  named(openapi.components);
  const types = astToString(
    await openapiTS({ ...openapi, paths: gathered(shortened(openapi.paths)) }, { silent: true }),
  );
  return `/** The staff API's calls and shapes; written by \`npm run api\` from contracts/openapi.json. */\n${types}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(TARGET, await schemaFile());
