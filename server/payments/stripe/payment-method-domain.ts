import type Stripe from "stripe";
import { askStripe } from "./stripe-errors.ts";

/**
 * Tells Stripe at which domain the checkout stands: Apple Pay, Google Pay and Link show on no other. Where it stands already
 * but one of them is not active, Stripe looks again (https://docs.stripe.com/payments/payment-methods/pmd-registration).
 */
export async function registerDomain(stripe: Stripe, domain: string): Promise<void> {
  const known = await findDomain(stripe, domain);
  if (!known) await askStripe(() => stripe.paymentMethodDomains.create({ domain_name: domain }));
  else if (!known.enabled) return; // switched off by hand in Stripe's dashboard
  else if (inactiveWallets(known).length > 0)
    await askStripe(() => stripe.paymentMethodDomains.validate(known.id));
}

export async function findDomain(
  stripe: Stripe,
  domain: string,
): Promise<Stripe.PaymentMethodDomain | undefined> {
  const { data } = await askStripe(() => stripe.paymentMethodDomains.list({ domain_name: domain, limit: 1 }));
  return data[0];
}

/** The wallets that do not show at a domain, each with Stripe's reason where it gives one. */
export function inactiveWallets(domain: Stripe.PaymentMethodDomain): string[] {
  const wallets = [
    ["Apple Pay", domain.apple_pay],
    ["Google Pay", domain.google_pay],
    ["Link", domain.link],
  ] as const;
  return wallets
    .filter(([, { status }]) => status !== "active")
    .map(([name, { status_details: details }]) =>
      details?.error_message ? `${name} (${details.error_message})` : name,
    );
}
