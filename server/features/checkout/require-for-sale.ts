import { isolated } from "#contract/isolated.ts";
import { Conflict, NotFound, StoreSuspended } from "#server/errors.ts";
import type { OpenCheckout } from "./checkout-session.ts";

/**
 * What is bought can be bought at this moment, as far as there is stock: asked when a checkout is priced, begun, and when
 * pay is pressed. Throws 404 for a product that is not on sale, and says so where its store is suspended, 409 for one that is still to come, a course without a lesson, a bundle with a part that is not for sale and an event that has begun.
 */
export function requireForSale(open: OpenCheckout | undefined): OpenCheckout {
  if (open?.isSuspended) throw StoreSuspended();
  if (!open?.onSale) throw NotFound("Product not found");
  if (open.comingSoon) throw Conflict(`${isolated(open.title)} is not on sale yet.`, "COMING_SOON");
  if (!open.hasContent && open.isBundle)
    throw Conflict(
      `${isolated(open.title)} cannot be bought at the moment: a part of it is not on sale.`,
      "PART_NOT_ON_SALE",
    );
  if (!open.hasContent)
    throw Conflict("This course has no lessons yet, so it cannot be bought.", "NO_LESSONS");
  if (open.hasBegun)
    throw Conflict(`${isolated(open.title)} has begun, so it cannot be bought any more.`, "EVENT_BEGUN");
  return open;
}
