import type Stripe from "stripe";
import {
  carries,
  type ConnectedAccount,
  type GatewayTransfer,
  type NewReversal,
  type NewTransfer,
  type PayoutGateway,
} from "#server/payments/payout-gateway.ts";
import { askStripe } from "./stripe-errors.ts";
import { listTransfers, transferOf } from "./stripe-transfers.ts";
import { idOf, retrieveIntent } from "./stripe-intents.ts";

/**
 * Connected accounts through Stripe Connect: they receive money from us, see it in Stripe's express dashboard, and we
 * answer for fees and losses. `country` is where they live; it must be in our own account's region.
 */
export function stripePayouts(stripe: Stripe, country: string): PayoutGateway {
  return {
    async createAccount({ email, displayName, idempotencyKey }) {
      const made = await askStripe(() =>
        stripe.v2.core.accounts.create(
          {
            contact_email: email,
            display_name: displayName,
            dashboard: "express",
            identity: { country },
            configuration: {
              recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
            },
            defaults: {
              responsibilities: { fees_collector: "application", losses_collector: "application" },
            },
            include: ["configuration.recipient", "requirements"],
          },
          { idempotencyKey },
        ),
      );
      return accountOf(made);
    },
    async getAccount(id) {
      const found = await askStripe(() =>
        stripe.v2.core.accounts.retrieve(id, { include: ["configuration.recipient", "requirements"] }),
      );
      return accountOf(found);
    },
    async onboardingLink(accountId, { returnUrl, refreshUrl }) {
      const link = await askStripe(() =>
        stripe.v2.core.accountLinks.create({
          account: accountId,
          use_case: {
            type: "account_onboarding",
            account_onboarding: { refresh_url: refreshUrl, return_url: returnUrl },
          },
        }),
      );
      return link.url;
    },
    async dashboardLink(accountId) {
      const link = await askStripe(() => stripe.accounts.createLoginLink(accountId));
      return link.url;
    },
    transfer: (input) => transfer(stripe, input),
    getTransfer: (id) => getTransfer(stripe, id),
    findTransfer: (made) => askStripe(() => findTransfer(stripe, made)),
    listTransfers: (since) => listTransfers(stripe, since),
    async reverseTransfer({ transferId, amountCents, metadata, idempotencyKey }) {
      await askStripe(() =>
        stripe.transfers.createReversal(transferId, { amount: amountCents, metadata }, { idempotencyKey }),
      );
      return getTransfer(stripe, transferId);
    },
    hasReversal: (made) => askStripe(() => hasReversal(stripe, made)),
  };
}

/** Tied to the payment it came with, a transfer can be made before that payment has arrived on our balance. */
async function transfer(stripe: Stripe, input: NewTransfer): Promise<GatewayTransfer> {
  const { accountId, amountCents, currency, group, sourcePaymentIntentId, metadata, idempotencyKey } = input;
  const charge = sourcePaymentIntentId
    ? idOf((await retrieveIntent(stripe, sourcePaymentIntentId)).latest_charge)
    : null;
  const made = await askStripe(() =>
    stripe.transfers.create(
      {
        amount: amountCents,
        currency,
        destination: accountId,
        transfer_group: group,
        metadata,
        ...(charge && { source_transaction: charge }),
      },
      { idempotencyKey },
    ),
  );
  return transferOf(made);
}

const getTransfer = async (stripe: Stripe, id: string): Promise<GatewayTransfer> =>
  transferOf(await askStripe(() => stripe.transfers.retrieve(id)));

async function findTransfer(
  stripe: Stripe,
  { group, metadata }: Pick<NewTransfer, "group" | "metadata">,
): Promise<GatewayTransfer | undefined> {
  for await (const transfer of stripe.transfers.list({ transfer_group: group, limit: 100 }))
    if (carries(transfer.metadata, metadata)) return transferOf(transfer);
  return undefined;
}

async function hasReversal(
  stripe: Stripe,
  { transferId, metadata }: Pick<NewReversal, "transferId" | "metadata">,
): Promise<boolean> {
  for await (const reversal of stripe.transfers.listReversals(transferId, { limit: 100 }))
    if (carries(reversal.metadata ?? {}, metadata)) return true;
  return false;
}

/** Ready is one capability; everything else that Stripe says about an account is not ours to judge. */
function accountOf(account: Stripe.V2.Core.Account): ConnectedAccount {
  const transfers = account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers;
  const due = account.requirements?.entries?.some(
    ({ awaiting_action_from: from, minimum_deadline: deadline }) =>
      from === "user" && deadline.status !== "eventually_due",
  );
  return {
    id: account.id,
    transfersActive: transfers?.status === "active" && account.closed !== true,
    needsInformation: due ?? false,
  };
}
