import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { wordsHere } from "@/i18n/texts";
import { fetched } from "./fetched";

/** A part whose code and words are fetched when it is first shown; give it the place of a Suspense. */
export function lazily<P>(fetch: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: await withWords(() => fetched(fetch)) }));
}

/** Code together with its words in the language shown; without a network for these it speaks Uzbek. */
export async function withWords<T>(fetch: () => Promise<T>): Promise<T> {
  const code = await fetch();
  await wordsHere().catch(() => undefined);
  return code;
}
