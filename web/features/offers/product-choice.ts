import { isolated } from "#contract/isolated.ts";
import type { listMyProducts } from "#contract/catalog/catalog.ts";
import type { Output } from "#web/api.ts";

/** A product as offers know it. */
export type ProductChoice = Output<typeof listMyProducts>[number];

/** How a select names a product. */
export const choiceName = ({ title, active }: Pick<ProductChoice, "title" | "active">) =>
  active ? title : `${isolated(title)} (inactive)`;

/** Whether it can be sold as an extra: what bills again and again cannot, nor what consists of several. */
export const canBeOffered = ({ type, billingInterval, suggestedPriceCents }: ProductChoice) =>
  type !== "BUNDLE" && billingInterval === "ONE_TIME" && suggestedPriceCents === null;
