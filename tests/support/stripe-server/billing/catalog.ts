import type Stripe from "stripe";
import { checkCurrency } from "#tests/support/stripe-server/payments/intent-rules.ts";
import { mergeMetadata } from "#tests/support/stripe-server/payments/metadata.ts";
import { endpoint, listEndpoint, type Endpoint } from "#tests/support/stripe-server/wire/endpoint.ts";
import { invalidParameter } from "#tests/support/stripe-server/wire/stripe-error.ts";
import { addRow, getRow, type World } from "#tests/support/stripe-server/world.ts";
import type { Price, Product, Recurring } from "./objects.ts";

export const catalogEndpoints: Endpoint[] = [
  endpoint<Stripe.ProductCreateParams>("POST /v1/products", ({ world, params }) =>
    createProduct(world, params),
  ),
  endpoint("GET /v1/products/{id}", ({ world, id }) => getRow(world, "products", id)),
  endpoint<Stripe.ProductUpdateParams>("POST /v1/products/{id}", ({ world, params, id }) => {
    const product = getRow(world, "products", id);
    if (params.name !== undefined) product.name = params.name;
    if (params.description !== undefined) product.description = params.description || null;
    if (params.active !== undefined) product.active = params.active;
    product.metadata = mergeMetadata(product.metadata, params.metadata);
    world.emit("product.updated", product);
    return product;
  }),
  listEndpoint<Stripe.ProductListParams>("GET /v1/products", ({ world, params }) =>
    [...world.tables.products.values()].filter(
      (product) =>
        (params.active === undefined || product.active === params.active) &&
        (params.ids === undefined || params.ids.includes(product.id)),
    ),
  ),
  endpoint<Stripe.PriceCreateParams>("POST /v1/prices", ({ world, params }) => {
    if ((params.product === undefined) === (params.product_data === undefined))
      throw invalidParameter("product", "You must specify exactly one of product and product_data.");
    const product =
      params.product_data === undefined
        ? getRow(world, "products", params.product ?? "", "product").id
        : createProduct(world, params.product_data).id;
    const { nickname, lookup_key, active, metadata } = params;
    return createPrice(
      world,
      { currency: params.currency, product, unit_amount: params.unit_amount, recurring: params.recurring },
      { nickname: nickname ?? null, lookup_key: lookup_key ?? null, active: active ?? true, metadata },
    );
  }),
  endpoint("GET /v1/prices/{id}", ({ world, id }) => getRow(world, "prices", id)),
  endpoint<Stripe.PriceUpdateParams>("POST /v1/prices/{id}", ({ world, params, id }) => {
    const price = getRow(world, "prices", id);
    if (params.active !== undefined) price.active = params.active;
    if (params.nickname !== undefined) price.nickname = params.nickname || null;
    price.metadata = mergeMetadata(price.metadata, params.metadata);
    world.emit("price.updated", price);
    return price;
  }),
  listEndpoint<Stripe.PriceListParams>("GET /v1/prices", ({ world, params }) =>
    [...world.tables.prices.values()].filter(
      (price) =>
        (params.active === undefined || price.active === params.active) &&
        (params.product === undefined || price.product === params.product) &&
        (params.type === undefined || price.type === params.type) &&
        (params.lookup_keys === undefined || params.lookup_keys.includes(price.lookup_key ?? "")),
    ),
  ),
];

type NewProduct = { name: string; description?: string; active?: boolean; metadata?: object };

function createProduct(world: World, params: NewProduct): Product {
  const product = addRow(world, "products", {
    id: world.newId("prod"),
    object: "product",
    created: world.now(),
    livemode: false,
    active: params.active ?? true,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
    name: params.name,
  });
  world.emit("product.created", product);
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

export function createPrice(world: World, data: PriceData, more: MoreOfPrice = {}): Price {
  checkCurrency(data.currency);
  const { unit_amount: unitAmount, recurring } = data;
  if (unitAmount === undefined)
    throw invalidParameter("unit_amount", "Missing required param: unit_amount.", "parameter_missing");
  if (unitAmount < 0 || unitAmount > 99_999_999)
    throw invalidParameter("unit_amount", "Invalid non-negative integer", "parameter_invalid_integer");
  const count = recurring?.interval_count ?? 1;
  if (count < 1) throw invalidParameter("recurring[interval_count]", "Invalid positive integer");
  const price = addRow(world, "prices", {
    id: world.newId("price"),
    object: "price",
    created: world.now(),
    livemode: false,
    active: more.active ?? true,
    currency: data.currency,
    lookup_key: more.lookup_key ?? null,
    metadata: mergeMetadata({}, more.metadata),
    nickname: more.nickname ?? null,
    product: getRow(world, "products", data.product, "product").id,
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
  world.emit("price.created", price);
  return price;
}

type PriceChoice = { price?: string; price_data?: PriceData };

/** The price that a line names or describes; `kind` is what it has to be there. */
export function priceOf(world: World, choice: PriceChoice, kind: Price["type"], param: string): Price {
  if ((choice.price === undefined) === (choice.price_data === undefined))
    throw invalidParameter(
      param,
      "You must specify exactly one of price and price_data.",
      "parameter_missing",
    );
  const price =
    choice.price_data === undefined
      ? getRow(world, "prices", choice.price ?? "", `${param}[price]`)
      : createPrice(world, choice.price_data);
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
