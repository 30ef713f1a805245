import { fewestParts } from "#contract/catalog/bundle-size.ts";
import type { Product } from "./cart.ts";

/** A course that nobody has put a lesson into yet, or whose last one was deleted. */
export const isEmptyCourse = ({ type, modules }: Pick<Product, "type" | "modules">): boolean =>
  type === "COURSE" && modules.every(({ lessons }) => lessons.length === 0);

/** A bundle that holds a product nobody can buy at the moment. */
export const lacksPart = ({ type, parts }: Pick<Product, "type" | "parts">): boolean =>
  type === "BUNDLE" && (parts.length < fewestParts || parts.some(({ isOnSale }) => !isOnSale));
