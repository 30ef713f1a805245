import Stripe from "stripe";
import type { StripeServer } from "./start-stripe-server.ts";

/** The real package, talking to a local server; no retries unless told, so that tests see every answer. */
export const stripeClient = (
  { host, port, secretKey }: Pick<StripeServer, "host" | "port" | "secretKey">,
  config: { maxNetworkRetries?: number; timeout?: number } = {},
): Stripe =>
  new Stripe(secretKey, { host, port, protocol: "http", telemetry: false, maxNetworkRetries: 0, ...config });

type BuyersCard = { number?: string; exp_month?: number; exp_year?: number; cvc?: string };

/** Confirms an intent as Stripe's script does in the buyer's browser; answers what Stripe said, errors too. */
export async function confirmInBrowser(
  { url, publishableKey }: Pick<StripeServer, "url" | "publishableKey">,
  clientSecret: string,
  card: BuyersCard | { payment_method: string } = {},
): Promise<Record<string, unknown>> {
  const id = clientSecret.split("_secret_")[0] ?? "";
  const kind = id.startsWith("seti_") ? "setup_intents" : "payment_intents";
  const body = new URLSearchParams({
    key: publishableKey,
    client_secret: clientSecret,
    return_url: "http://localhost:3000/post-purchase",
    ...("payment_method" in card ? card : cardFields(card)),
  });
  const response = await fetch(`${url}/v1/${kind}/${id}/confirm`, { method: "POST", body });
  return (await response.json()) as Record<string, unknown>;
}

const cardFields = ({
  number = "4242424242424242",
  exp_month = 12,
  exp_year = 2040,
  cvc = "123",
}: BuyersCard) => ({
  "payment_method_data[type]": "card",
  "payment_method_data[card][number]": number,
  "payment_method_data[card][exp_month]": String(exp_month),
  "payment_method_data[card][exp_year]": String(exp_year),
  "payment_method_data[card][cvc]": cvc,
});
