import type { PublicProduct } from "./shown-product.ts";

/** Why nobody can buy it any more, in a word; undefined where it can be bought. */
export const goneWord = ({ hasBegun, soldOut }: Pick<PublicProduct, "hasBegun" | "soldOut">) =>
  hasBegun ? "Has begun" : soldOut ? "Sold out" : undefined;
