import type Stripe from "stripe";
import { endpoint, listEndpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import { invalidParameter } from "#tests/support/stripe-server/wire/stripe-error.ts";
import { addRow, getRow } from "#tests/support/stripe-server/state.ts";

/** Where wallets show. A domain under `inactive.` is not reached, until it is looked at again. */
export type PaymentMethodDomain = {
  id: string;
  object: "payment_method_domain";
  amazon_pay: Wallet;
  apple_pay: Wallet;
  created: number;
  domain_name: string;
  enabled: boolean;
  google_pay: Wallet;
  klarna: Wallet;
  link: Wallet;
  livemode: false;
  paypal: Wallet;
};

type Wallet = { status: "active" | "inactive"; status_details?: { error_message: string } };

const active: Wallet = { status: "active" };

export const paymentMethodDomainEndpoints: Endpoint[] = [
  endpoint<Stripe.PaymentMethodDomainCreateParams>("POST /v1/payment_method_domains", ({ state, params }) => {
    const { domain_name: domain, enabled = true } = params;
    if (!/^([a-z0-9-]+\.)+[a-z]{2,}$/.test(domain))
      throw invalidParameter("domain_name", `${domain} is not a valid domain name.`, "invalid_domain_name");
    const known = [...state.tables.payment_method_domains.values()].find((one) => one.domain_name === domain);
    if (known) return known;
    return addRow(state, "payment_method_domains", {
      id: state.newId("pmd"),
      object: "payment_method_domain",
      amazon_pay: active,
      apple_pay: domain.startsWith("inactive.")
        ? {
            status: "inactive",
            status_details: { error_message: "We cannot reach this domain's verification file." },
          }
        : active,
      created: state.now(),
      domain_name: domain,
      enabled,
      google_pay: active,
      klarna: active,
      link: active,
      livemode: false,
      paypal: active,
    });
  }),
  listEndpoint<Stripe.PaymentMethodDomainListParams>("GET /v1/payment_method_domains", ({ state, params }) =>
    [...state.tables.payment_method_domains.values()].filter(
      (one) => params.domain_name === undefined || one.domain_name === params.domain_name,
    ),
  ),
  endpoint("POST /v1/payment_method_domains/{id}/validate", ({ state, id }) =>
    Object.assign(getRow(state, "payment_method_domains", id), { apple_pay: active }),
  ),
];
