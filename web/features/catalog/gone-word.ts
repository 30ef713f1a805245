import type { PublicProduct } from "./shown-product.ts";

type State = Pick<PublicProduct, "comingSoon" | "hasBegun" | "soldOut"> & {
  /** Of a bundle. */
  parts?: readonly { isOnSale: boolean }[];
};

/** Why nobody can buy it (any more, or yet), in a word; undefined where it can be bought. */
export const goneWord = ({ comingSoon, hasBegun, soldOut, parts = [] }: State) =>
  hasBegun
    ? "Has begun"
    : comingSoon
      ? "Coming soon"
      : parts.some(({ isOnSale }) => !isOnSale)
        ? "Not available"
        : soldOut
          ? "Sold out"
          : undefined;

/** Whether its opening can be waited for. */
export const canBeAwaited = ({ comingSoon, hasBegun }: Pick<State, "comingSoon" | "hasBegun">): boolean =>
  comingSoon && !hasBegun;
