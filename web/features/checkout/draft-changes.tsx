import type { Draft } from "#contract/checkout/draft.ts";
import type { Cart } from "./cart.ts";
import { changesSince } from "./changes-since.ts";
import type { PricedCheckout } from "./use-checkout-session.ts";

type Props = { draft: Draft; start: Cart; priced: PricedCheckout | undefined };

/** Above a checkout that an email's link has filled in. */
export const DraftChanges = ({ draft, start, priced }: Props) => (
  <p role="status" className="mb-5 rounded-xl bg-muted p-4 text-sm">
    {changesSince(draft, start, priced)}
  </p>
);
