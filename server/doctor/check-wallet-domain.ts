import type Stripe from "stripe";
import { findDomain, inactiveWallets } from "#server/payments/stripe/payment-method-domain.ts";
import { type Finding, fine, warning } from "./finding.ts";

/** Whether the phones' wallets show at the store's domain, which a worker registers by itself. */
export async function checkWalletDomain(stripe: Stripe, domain: string): Promise<Finding> {
  let found: Stripe.PaymentMethodDomain | undefined;
  try {
    found = await findDomain(stripe, domain);
  } catch (error) {
    return warning(
      `Could not see whether wallets show at ${domain}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (!found)
    return warning(
      `Stripe does not know ${domain} yet, so no wallet shows there: a running worker registers it within the hour`,
    );
  if (!found.enabled)
    return warning(`${domain} is switched off under Payment method domains in Stripe's dashboard`);
  const inactive = inactiveWallets(found);
  return inactive.length === 0
    ? fine(`Apple Pay, Google Pay and Link show at ${domain}`)
    : warning(`Not shown at ${domain}: ${inactive.join(", ")}`);
}
