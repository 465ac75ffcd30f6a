/** A name behind its number in an order; what has left the order has none. */
export const numberedName = ({ number, name }: { number: number | null; name: string }) =>
  number === null ? name : `${number}. ${name}`;
