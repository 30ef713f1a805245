import { defaultButtonTitle } from "#contract/social/automatic-replies.ts";
import type { LinkTarget } from "#contract/social/reply-link.ts";

/** What a response or a rule says about its link. */
export type LinkFields = {
  productId: string | null;
  linkTarget: LinkTarget | null;
  buttonTitle: string;
  couponCode: string;
};

export type LinkedProduct = { title: string; type: string; isFree: boolean };

export type LinkOfReply = {
  destination: LinkTarget;
  productId: string | null;
  couponCode: string | null;
  /** On the button. */
  title: string;
};

/**
 * Where a reply leads; null: it has no link. A product that costs something is shown before it is paid for, and a free one
 * is a click away.
 */
export function linkOfReply(
  { productId, linkTarget, buttonTitle, couponCode }: LinkFields,
  product: LinkedProduct | undefined,
): LinkOfReply | null {
  const isElsewhere = linkTarget === "STORE" || linkTarget === "LIST";
  if (!isElsewhere && productId === null) return null;
  const destination = linkTarget ?? (product?.isFree ? "CHECKOUT" : "PAGE");
  return {
    destination,
    productId: isElsewhere ? null : productId,
    couponCode: couponCode || null,
    title: buttonTitle || defaultButtonTitle(destination, product?.type),
  };
}
