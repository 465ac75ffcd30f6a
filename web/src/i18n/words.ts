/** The shape that every language fills: the Uzbek keys, and the plural forms that a language has besides. */
type Plurals<T> = {
  [K in keyof T as K extends `${infer Stem}_other` ? `${Stem}_few` | `${Stem}_many` : never]?: string;
};

export type Words<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : Words<T[K]>;
} & Plurals<T>;
