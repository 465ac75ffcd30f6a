export const SOURCE: string;
export const TARGET: string;
export function limitsFile(openapi: object): string;
