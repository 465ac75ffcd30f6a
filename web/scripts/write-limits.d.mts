import type { Plugin } from "vite";

export function limitsFile(openapi: object): string;
export function writtenLimits(): Plugin;
