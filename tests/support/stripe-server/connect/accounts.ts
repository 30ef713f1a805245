import type Stripe from "stripe";
import { mergeMetadata } from "#tests/support/stripe-server/payments/metadata.ts";
import { endpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import { invalidParameter } from "#tests/support/stripe-server/wire/stripe-error.ts";
import { addRow, getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import type { ConnectedAccount } from "./objects.ts";

type Includes = { include?: string[] };

export const accountEndpoints: Endpoint[] = [
  endpoint<Stripe.V2.Core.AccountCreateParams & Includes>("POST /v2/core/accounts", ({ state, params }) =>
    shown(createAccount(state, params), params),
  ),
  endpoint<Includes>("GET /v2/core/accounts/{id}", ({ state, params, id }) =>
    shown(getRow(state, "accounts", id), params),
  ),
  endpoint("GET /v1/accounts/{id}", ({ state, id }) => v1View(getRow(state, "accounts", id))),
  endpoint("GET /v1/account", () => platform),
];

const platform = {
  id: "acct_platform00000000",
  object: "account",
  business_profile: { name: "Openstall", url: null },
  business_type: "company",
  capabilities: { card_payments: "active", transfers: "active" },
  charges_enabled: true,
  country: "US",
  default_currency: "usd",
  details_submitted: true,
  email: "platform@example.com",
  metadata: {},
  payouts_enabled: true,
  type: "standard",
};

function createAccount(state: StripeState, params: Stripe.V2.Core.AccountCreateParams): ConnectedAccount {
  const { configuration, defaults, identity } = params;
  const requested =
    configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.requested ?? false;
  if (!identity?.country || !/^[a-z]{2}$/.test(identity.country))
    throw invalidParameter(
      "identity.country",
      "An account needs a country: two letters, in lower case.",
      "invalid_fields",
    );
  if (configuration?.recipient && !params.contact_email)
    throw invalidParameter("contact_email", "A recipient needs a contact_email.", "invalid_fields");
  if (configuration?.recipient && !defaults?.responsibilities)
    throw invalidParameter(
      "defaults.responsibilities",
      "A recipient needs defaults.responsibilities.",
      "invalid_fields",
    );
  return addRow(state, "accounts", {
    id: `acct_${state.random.letters(16)}`,
    object: "v2.core.account",
    applied_configurations: configuration?.recipient ? ["recipient"] : [],
    configuration: {
      recipient: configuration?.recipient
        ? {
            applied: true,
            capabilities: {
              stripe_balance: {
                stripe_transfers: {
                  requested,
                  status: "restricted",
                  status_details: [{ code: "requirements_past_due", resolution: "provide_info" }],
                },
              },
            },
          }
        : null,
    },
    closed: false,
    contact_email: params.contact_email ?? null,
    created: new Date(state.now() * 1000).toISOString(),
    dashboard: (params.dashboard as ConnectedAccount["dashboard"] | undefined) ?? null,
    defaults: {
      currency: defaults?.currency ?? null,
      responsibilities: {
        fees_collector: defaults?.responsibilities?.fees_collector ?? "stripe",
        losses_collector: defaults?.responsibilities?.losses_collector ?? "stripe",
      },
    },
    display_name: params.display_name ?? null,
    identity: { country: identity.country, entity_type: identity.entity_type ?? null },
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    requirements: whatIsMissing(),
  });
}

const whatIsMissing = (): ConnectedAccount["requirements"] => ({
  entries: ["identity.individual.date_of_birth", "external_account"].map((description) => ({
    awaiting_action_from: "user",
    description,
    minimum_deadline: { status: "currently_due" },
  })),
  summary: { minimum_deadline: { status: "currently_due" } },
});

/** Parts that were not asked for with `include` are null, as in the real v2. */
function shown(account: ConnectedAccount, { include = [] }: Includes): object {
  return {
    ...account,
    configuration: include.includes("configuration.recipient") ? account.configuration : null,
    defaults: include.includes("defaults") ? account.defaults : null,
    identity: include.includes("identity") ? account.identity : null,
    requirements: include.includes("requirements") ? account.requirements : null,
  };
}

function v1View(account: ConnectedAccount) {
  const isActive = isReady(account);
  return {
    id: account.id,
    object: "account",
    capabilities: { transfers: isActive ? "active" : "inactive" },
    charges_enabled: false,
    country: account.identity.country.toUpperCase(),
    details_submitted: isActive,
    email: account.contact_email,
    metadata: account.metadata,
    payouts_enabled: isActive,
    type: "none",
  };
}

export const isReady = (account: ConnectedAccount): boolean =>
  account.configuration.recipient?.capabilities.stripe_balance.stripe_transfers.status === "active";

/** The owner said who they are, or Stripe wants to know more: what opens and shuts an account for transfers. */
export function setReady(state: StripeState, account: ConnectedAccount, ready: boolean): void {
  const transfers = account.configuration.recipient?.capabilities.stripe_balance.stripe_transfers;
  if (!transfers) return;
  transfers.status = ready && transfers.requested ? "active" : "restricted";
  transfers.status_details = ready ? [] : [{ code: "requirements_past_due", resolution: "provide_info" }];
  account.requirements = ready ? { entries: [], summary: null } : whatIsMissing();
  state.emitThin("v2.core.account[requirements].updated", account.id);
  state.emitThin("v2.core.account[configuration.recipient].capability_status_updated", account.id);
}
