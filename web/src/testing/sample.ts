/** The least that a Struct of the API can be, from its description: tests name only the fields that they are about. */
import { readFileSync } from "node:fs";
import type { components } from "@/api/schema";

type Schemas = components["schemas"];
type Schema = { $ref?: string; type?: string; oneOf?: Schema[]; properties?: Record<string, Schema> };

const { schemas } = JSON.parse(readFileSync("../contracts/openapi.json", "utf8")).components as {
  schemas: Record<string, Schema>;
};
const LEAST: Record<string, unknown> = { string: "", integer: 0, number: 0, boolean: false, array: [] };

/** Every field of the Struct: null where it may be, else empty, with those given in place. */
export function sample<K extends keyof Schemas>(name: K, fields: Partial<Schemas[K]> = {}): Schemas[K] {
  return Object.assign(least({ $ref: `/${name}` }) as Schemas[K], fields);
}

function least({ $ref, type, oneOf, properties }: Schema): unknown {
  if ($ref) return least(schemas[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {});
  if (oneOf) return oneOf.some((one) => one.type === "null") ? null : least(oneOf[0] ?? {});
  if (!properties) return structuredClone(LEAST[type ?? ""] ?? null);
  return Object.fromEntries(Object.entries(properties).map(([name, kind]) => [name, least(kind)]));
}
