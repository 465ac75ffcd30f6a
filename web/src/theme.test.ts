import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Every text/background pair of the console meets WCAG AA (ui.md, Tokens), in both themes. */
const css = readFileSync("src/theme.css", "utf8");

function tokensOf(...selectors: string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const selector of selectors) {
    const block = css.slice(css.indexOf(`${selector} {`)).match(/\{([^}]*)\}/)?.[1] ?? "";
    for (const [, name, value] of block.matchAll(/--([\w-]+):\s*([^;]+);/g))
      if (name && value) found.set(name, value.trim());
  }
  return found;
}

function colour(tokens: Map<string, string>, name: string): string {
  const value = tokens.get(name) ?? name;
  const link = value.match(/^var\(--([\w-]+)\)$/)?.[1];
  return link ? colour(tokens, link) : value;
}

function luminance(hex: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, two: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(two)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ["page", "surface", "sunken", "hover", "accent-soft"];
const PAIRS: [string, string][] = [
  ...grounds.flatMap((ground): [string, string][] => [
    ["ink", ground],
    ["ink-strong", ground],
    ["ink-soft", ground],
    ["mut", ground],
    ["accent-ink", ground],
  ]),
  ...["surface", "page", "sunken", "hover"].flatMap((ground): [string, string][] => [["bad", ground]]),
  ["accent-ink", "accent-soft-strong"],
  ["on-accent", "accent"],
  ["on-accent", "accent-hover"],
  ["on-bad", "bad"],
  ["good", "good-soft"],
  ["warn", "warn-soft"],
  ["bad", "bad-soft"],
  ["info", "info-soft"],
  ["quiet", "quiet-soft"],
  ["good", "surface"],
  ["warn", "surface"],
  ["surface", "ink"],
  ["side-ink", "side"],
  ["side-sub", "side"],
  ["side-mut", "side"],
  ["side-on", "side"],
];

describe.each([
  ["light", tokensOf(":root", '[data-theme="light"]')],
  ["dark", tokensOf(":root", '[data-theme="dark"]')],
] as const)("the %s theme", (_, tokens) => {
  it.each(PAIRS)("%s on %s reads at 4.5:1", (text, ground) => {
    expect(contrast(colour(tokens, text), colour(tokens, ground))).toBeGreaterThanOrEqual(4.5);
  });
});
