import { announcePriceChange, listMemberPrices } from "#contract/memberships/price-changes.ts";
import { callApi, errorMessage } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { toast } from "#web/ui/toast.ts";
import { fieldOfInterval, membersAtOtherPrices, typedPriceCents } from "./member-price.ts";
import type { CheckedProduct } from "./product-form-values.ts";

type Chosen = Pick<CheckedProduct, "type" | "billingInterval" | "yearlyPrice" | "monthFor" | "yearFor"> & {
  /** As it was typed. */
  price: string;
};

/**
 * Has present members told of the prices that were saved, where that was chosen. The product is saved by then: says how that
 * and this went, in the one message there is room for. False where nobody is to be told.
 */
export async function announcePrices(productId: string, chosen: Chosen): Promise<boolean> {
  const params = { id: productId };
  if (chosen.monthFor !== "ALL" && chosen.yearFor !== "ALL") return false;
  try {
    let told = 0;
    for (const plan of await callApi(listMemberPrices, { params })) {
      const { billingInterval } = plan;
      const priceCents = typedPriceCents(chosen, billingInterval);
      if (chosen[fieldOfInterval[billingInterval]] !== "ALL" || priceCents === undefined) continue;
      const { members } = membersAtOtherPrices(plan, priceCents);
      if (members === 0) continue;
      await callApi(announcePriceChange, { params, body: { billingInterval, priceCents } });
      told += members;
    }
    if (told === 0) return false;
    toast({
      title: "Success",
      description: `Product updated successfully. A mail about the new price goes to ${told.toLocaleString("en-US")} ${told === 1 ? "member" : "members"}.`,
    });
  } catch (error) {
    reportFailure(error, `Product updated. ${errorMessage(error, "Present members could not be told")}.`);
  }
  return true;
}
