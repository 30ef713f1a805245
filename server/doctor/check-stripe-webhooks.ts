import Stripe from "stripe";
import { accountEvents, snapshotEvents } from "#server/payments/stripe/webhook-events.ts";
import { type Finding, fine, problem, warning } from "./finding.ts";

/** The endpoint that tells of payments: there, switched on, in our version, with every event we act on. */
export async function checkWebhookEndpoint(stripe: Stripe, url: string): Promise<Finding[]> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const endpoint = data.find((candidate) => candidate.url === url && candidate.status === "enabled");
  if (!endpoint) {
    const disabled = data.some((candidate) => candidate.url === url);
    return [
      problem(
        disabled
          ? `The webhook endpoint ${url} is switched off in Stripe's dashboard`
          : `Stripe has no webhook endpoint for ${url}${elsewhere(data.map((other) => other.url))}`,
      ),
    ];
  }
  const missing = missingOf(endpoint.enabled_events, snapshotEvents);
  return [
    endpoint.api_version === Stripe.API_VERSION
      ? fine(`The webhook endpoint speaks version ${Stripe.API_VERSION}`)
      : problem(
          `The webhook endpoint speaks version ${endpoint.api_version ?? "(your account's default)"}: make a new one with version ${Stripe.API_VERSION}, which cannot be changed later`,
        ),
    missing.length === 0
      ? fine("The webhook endpoint tells of every event that is needed")
      : problem(`The webhook endpoint does not tell of ${missing.join(", ")}`),
  ];
}

/** The destination that tells of creators' accounts; without it they press 'Check again'. */
export async function checkAccountEvents(stripe: Stripe, url: string, secrets: number): Promise<Finding[]> {
  let destinations: Stripe.V2.Core.EventDestination[];
  try {
    const page = await stripe.v2.core.eventDestinations.list({ include: ["webhook_endpoint.url"] });
    destinations = page.data;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [warning(`Could not see how Stripe tells of creators' accounts: ${why}`)];
  }
  const thin = destinations.filter(
    ({ event_payload: payload, status, webhook_endpoint: endpoint }) =>
      payload === "thin" && status === "enabled" && endpoint?.url === url,
  );
  const missing = missingOf(
    thin.flatMap(({ enabled_events: events }) => events),
    accountEvents,
  );
  if (missing.length > 0)
    return [
      warning(
        `No event destination with thin payloads tells ${url} of ${missing.join(", ")}: creators must press 'Check again' after their onboarding`,
      ),
    ];
  return secrets < 2
    ? [
        problem(
          "STRIPE_WEBHOOK_SECRET has one secret, and Stripe signs with two: add the event destination's after a comma",
        ),
      ]
    : [fine("Stripe tells of creators' accounts")];
}

const missingOf = (enabled: readonly string[], needed: readonly string[]): string[] =>
  enabled.includes("*") ? [] : needed.filter((event) => !enabled.includes(event));

const elsewhere = (urls: string[]): string => (urls.length > 0 ? ` (there is ${urls.join(", ")})` : "");
