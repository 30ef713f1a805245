import type Stripe from "stripe";
import { checkCurrency } from "#tests/support/stripe-server/payments/intent-rules.ts";
import { mergeMetadata } from "#tests/support/stripe-server/payments/metadata.ts";
import { endpoint, listEndpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import { invalidParameter } from "#tests/support/stripe-server/wire/stripe-error.ts";
import { addRow, getRow, type StripeState } from "#tests/support/stripe-server/state.ts";
import type { Price, Product, Recurring } from "./objects.ts";

export const catalogEndpoints: Endpoint[] = [
  endpoint<Stripe.ProductCreateParams>("POST /v1/products", ({ state, params }) =>
    createProduct(state, params),
  ),
  endpoint("GET /v1/products/{id}", ({ state, id }) => getRow(state, "products", id)),
  endpoint<Stripe.ProductUpdateParams>("POST /v1/products/{id}", ({ state, params, id }) => {
    const product = getRow(state, "products", id);
    if (params.name !== undefined) product.name = params.name;
    if (params.description !== undefined) product.description = params.description || null;
    if (params.active !== undefined) product.active = params.active;
    product.metadata = mergeMetadata(product.metadata, params.metadata);
    state.emit("product.updated", product);
    return product;
  }),
  listEndpoint<Stripe.ProductListParams>("GET /v1/products", ({ state, params }) =>
    [...state.tables.products.values()].filter(
      (product) =>
        (params.active === undefined || product.active === params.active) &&
        (params.ids === undefined || params.ids.includes(product.id)),
    ),
  ),
  endpoint<Stripe.PriceCreateParams>("POST /v1/prices", ({ state, params }) => {
    if ((params.product === undefined) === (params.product_data === undefined))
      throw invalidParameter("product", "You must specify exactly one of product and product_data.");
    const product =
      params.product_data === undefined
        ? getRow(state, "products", params.product ?? "", "product").id
        : createProduct(state, params.product_data).id;
    const { nickname, lookup_key, active, metadata } = params;
    return createPrice(
      state,
      { currency: params.currency, product, unit_amount: params.unit_amount, recurring: params.recurring },
      { nickname: nickname ?? null, lookup_key: lookup_key ?? null, active: active ?? true, metadata },
    );
  }),
  endpoint("GET /v1/prices/{id}", ({ state, id }) => getRow(state, "prices", id)),
  endpoint<Stripe.PriceUpdateParams>("POST /v1/prices/{id}", ({ state, params, id }) => {
    const price = getRow(state, "prices", id);
    if (params.active !== undefined) price.active = params.active;
    if (params.nickname !== undefined) price.nickname = params.nickname || null;
    price.metadata = mergeMetadata(price.metadata, params.metadata);
    state.emit("price.updated", price);
    return price;
  }),
  listEndpoint<Stripe.PriceListParams>("GET /v1/prices", ({ state, params }) =>
    [...state.tables.prices.values()].filter(
      (price) =>
        (params.active === undefined || price.active === params.active) &&
        (params.product === undefined || price.product === params.product) &&
        (params.type === undefined || price.type === params.type) &&
        (params.lookup_keys === undefined || params.lookup_keys.includes(price.lookup_key ?? "")),
    ),
  ),
];

type NewProduct = { name: string; description?: string; active?: boolean; metadata?: object };

function createProduct(state: StripeState, params: NewProduct): Product {
  const product = addRow(state, "products", {
    id: state.newId("prod"),
    object: "product",
    created: state.now(),
    livemode: false,
    active: params.active ?? true,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
    name: params.name,
  });
  state.emit("product.created", product);
  return product;
}

type PriceData = {
  currency: string;
  product: string;
  unit_amount?: number | undefined;
  recurring?: { interval: string; interval_count?: number } | undefined;
};
type MoreOfPrice = {
  nickname?: string | null;
  lookup_key?: string | null;
  active?: boolean;
  metadata?: object | "" | undefined;
};

export function createPrice(state: StripeState, data: PriceData, more: MoreOfPrice = {}): Price {
  checkCurrency(data.currency);
  const { unit_amount: unitAmount, recurring } = data;
  if (unitAmount === undefined)
    throw invalidParameter("unit_amount", "Missing required param: unit_amount.", "parameter_missing");
  if (unitAmount < 0 || unitAmount > 99_999_999)
    throw invalidParameter("unit_amount", "Invalid non-negative integer", "parameter_invalid_integer");
  const count = recurring?.interval_count ?? 1;
  if (count < 1) throw invalidParameter("recurring[interval_count]", "Invalid positive integer");
  const price = addRow(state, "prices", {
    id: state.newId("price"),
    object: "price",
    created: state.now(),
    livemode: false,
    active: more.active ?? true,
    currency: data.currency,
    lookup_key: more.lookup_key ?? null,
    metadata: mergeMetadata({}, more.metadata),
    nickname: more.nickname ?? null,
    product: getRow(state, "products", data.product, "product").id,
    recurring: recurring
      ? {
          interval: recurring.interval as Recurring["interval"],
          interval_count: count,
          usage_type: "licensed",
        }
      : null,
    type: recurring ? "recurring" : "one_time",
    unit_amount: unitAmount,
  });
  state.emit("price.created", price);
  return price;
}

type PriceChoice = { price?: string; price_data?: PriceData };

/** The price that a line names or describes; `kind` is what it has to be there. */
export function priceOf(state: StripeState, choice: PriceChoice, kind: Price["type"], param: string): Price {
  if ((choice.price === undefined) === (choice.price_data === undefined))
    throw invalidParameter(
      param,
      "You must specify exactly one of price and price_data.",
      "parameter_missing",
    );
  const price =
    choice.price_data === undefined
      ? getRow(state, "prices", choice.price ?? "", `${param}[price]`)
      : createPrice(state, choice.price_data);
  if (!price.active)
    throw invalidParameter(
      `${param}[price]`,
      "The price specified is inactive. This field only accepts active prices.",
    );
  if (price.type !== kind)
    throw invalidParameter(
      `${param}[price]`,
      `The price specified is set to \`type=${price.type}\` but this field only accepts prices with \`type=${kind}\`.`,
    );
  return price;
}
