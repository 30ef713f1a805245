import { z } from "zod";
import { typedCode } from "#contract/typed-code.ts";
import { oneLine } from "#contract/values.ts";
import { longestButtonTitle } from "./automatic-replies.ts";

/** Where a reply's link leads: the product's page or its checkout, the store, or the page where one joins the list. */
export const linkTargets = ["PAGE", "CHECKOUT", "STORE", "LIST"] as const;
export const LinkTarget = z.enum(linkTargets);
export type LinkTarget = z.infer<typeof LinkTarget>;

/** What a creator says about the link of a reply. */
export const replyLinkInput = {
  /** Null: the page of a product that costs something, the checkout of one that is free; no link without a product. */
  linkTarget: LinkTarget.nullable().default(null),
  /** On the button, where the platform has them; empty: by the kind of what it leads to. */
  buttonTitle: oneLine(longestButtonTitle).default(""),
  /** One of the creator's coupons, which the checkout begins with; empty: none. */
  couponCode: typedCode(60).default(""),
};

export const replyLinkOutput = {
  linkTarget: LinkTarget.nullable(),
  buttonTitle: z.string(),
  couponCode: z.string(),
};
