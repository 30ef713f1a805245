import Stripe from "stripe";
import type { Config } from "#server/config.ts";
import { isLiveKey, openStripe, type StripeConfig } from "#server/payments/stripe/stripe-client.ts";
import { type Finding, fine, problem, warning } from "./finding.ts";
import { checkWalletDomain } from "./check-wallet-domain.ts";
import { checkAccountEvents, checkWebhookEndpoint } from "./check-stripe-webhooks.ts";

/** Whether Stripe takes our keys, lets us take payments, and knows where to tell us about them. */
export async function checkStripe(config: Config): Promise<Finding[]> {
  const { payments } = config;
  if (payments.provider === "none")
    return [warning("Stripe's keys are not set: the checkout says that payment is unavailable")];
  if (payments.provider === "sandbox") return [warning("Payments go to the sandbox: no money moves")];
  const stripe = openStripe(payments);
  const findings = [...modeFindings(config, payments), ...payments.webhookSecrets.map(secretFinding)];
  try {
    const account = await stripe.accounts.retrieveCurrent();
    findings.push(
      fine(`Stripe takes the secret key (account ${account.id})`),
      ...accountFindings(config, account),
    );
  } catch (error) {
    return [...findings, problem(keyProblem(error))];
  }
  if (config.mode === "local") return findings;
  const url = new URL("/webhook/stripe", config.publicUrl).href;
  return [
    ...findings,
    ...(await checkWebhookEndpoint(stripe, url)),
    await checkWalletDomain(stripe, config.publicUrl.hostname),
    ...(await checkAccountEvents(stripe, url, payments.webhookSecrets.length)),
  ];
}

function modeFindings({ mode, sandboxAllowed }: Config, { secretKey }: StripeConfig): Finding[] {
  const live = isLiveKey(secretKey);
  if (live && mode === "local")
    return [warning("STRIPE_SECRET_KEY is a live key in local mode: payments made here move real money")];
  if (!live && sandboxAllowed) return [warning("Stripe's keys are test keys: no money moves")];
  return [fine(live ? "Stripe's keys are live keys" : "Stripe's keys are test keys")];
}

const secretFinding = (secret: string, index: number): Finding =>
  /^whsec_[A-Za-z0-9+/=_-]{16,}$/.test(secret)
    ? fine(`Webhook secret ${index + 1} looks like one of Stripe's`)
    : problem(
        `STRIPE_WEBHOOK_SECRET: secret ${index + 1} is not one of Stripe's, which begin with whsec_ and are longer`,
      );

function accountFindings({ payouts }: Config, account: Stripe.Account): Finding[] {
  const { country, charges_enabled: takesPayments, requirements } = account;
  const due = requirements?.currently_due ?? [];
  return [
    takesPayments
      ? fine("Your Stripe account may take payments")
      : problem("Your Stripe account may not take payments yet: finish its activation in Stripe's dashboard"),
    ...(due.length > 0
      ? [warning(`Stripe wants to know more about your account: ${due.slice(0, 5).join(", ")}`)]
      : []),
    ...(country && country.toLowerCase() !== payouts.country
      ? [
          warning(
            `PAYOUT_COUNTRY is ${payouts.country.toUpperCase()}, and your Stripe account is in ${country}: transfers reach accounts of your own region only`,
          ),
        ]
      : []),
  ];
}

function keyProblem(error: unknown): string {
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return "Stripe does not know STRIPE_SECRET_KEY: copy it again from Stripe's dashboard, or make a new one";
  if (error instanceof Stripe.errors.StripePermissionError)
    return `STRIPE_SECRET_KEY may not do all that is needed: ${error.message}`;
  const why = error instanceof Error ? error.message : String(error);
  return `Stripe cannot be reached from here: ${why}`;
}
