import { eq } from "drizzle-orm";
import type { OrderBump } from "#contract/offers/order-bumps.ts";
import type { Upsell } from "#contract/offers/upsells.ts";
import type { CsvColumn } from "#server/http/csv.ts";
import type { Db } from "#server/database/client.ts";
import { products } from "#server/database/schema/catalog.ts";
import type { Services } from "#server/services.ts";
import { listOrderBumps } from "./list-order-bumps.ts";
import { listUpsells } from "./list-upsells.ts";

type Read = Pick<Services, "db" | "pool" | "clock">;
type Exported<Offer> = Offer & { carrierTitle: string };
type Offer = Pick<
  OrderBump,
  | "title"
  | "description"
  | "discountType"
  | "discountValue"
  | "active"
  | "endsAt"
  | "offerPriceCents"
  | "revenueCents"
  | "shown"
  | "accepted"
  | "createdAt"
>;

/** All bumps of a creator, product by product, with the main product's title. */
export async function orderBumpsForExport(services: Read, creatorId: string): Promise<Exported<OrderBump>[]> {
  const [bumps, titles] = await Promise.all([
    listOrderBumps(services, creatorId),
    titlesOf(services.db, creatorId),
  ]);
  return bumps.map((bump) => ({ ...bump, carrierTitle: titles.get(bump.mainProductId) ?? "" }));
}

/** All upsells of a creator, trigger by trigger, with the trigger's title. */
export async function upsellsForExport(services: Read, creatorId: string): Promise<Exported<Upsell>[]> {
  const [upsells, titles] = await Promise.all([
    listUpsells(services, creatorId),
    titlesOf(services.db, creatorId),
  ]);
  return upsells.map((upsell) => ({ ...upsell, carrierTitle: titles.get(upsell.triggerProductId) ?? "" }));
}

export const orderBumpColumns: readonly CsvColumn<Exported<OrderBump>>[] = [
  { header: "Main product", value: ({ carrierTitle }) => carrierTitle },
  { header: "Position", value: ({ position }) => position },
  { header: "Bump product", value: ({ bumpProduct }) => bumpProduct.title },
  ...termColumns<Exported<OrderBump>>(({ bumpProduct }) => bumpProduct.priceCents),
];

export const upsellColumns: readonly CsvColumn<Exported<Upsell>>[] = [
  { header: "Trigger product", value: ({ carrierTitle }) => carrierTitle },
  { header: "Sequence", value: ({ sequence }) => sequence },
  { header: "Upsell product", value: ({ upsellProduct }) => upsellProduct.title },
  ...termColumns<Exported<Upsell>>(({ upsellProduct }) => upsellProduct.priceCents),
  { header: "Acceptance rate (%)", value: ({ acceptanceRate }) => Math.round(acceptanceRate * 10_000) / 100 },
];

function termColumns<Row extends Offer>(priceCentsOf: (row: Row) => number): CsvColumn<Row>[] {
  return [
    { header: "Title", value: ({ title }) => title },
    { header: "Description", value: ({ description }) => description },
    { header: "Discount type", value: ({ discountType }) => discountType },
    { header: "Discount (USD or %)", value: ({ discountValue }) => discountValue / 100 },
    { header: "Price (USD)", value: (row) => priceCentsOf(row) / 100 },
    { header: "Offer price (USD)", value: ({ offerPriceCents }) => offerPriceCents / 100 },
    { header: "Active", value: ({ active }) => active },
    { header: "Ends", value: ({ endsAt }) => endsAt },
    { header: "Shown", value: ({ shown }) => shown },
    { header: "Accepted", value: ({ accepted }) => accepted },
    { header: "Revenue (USD)", value: ({ revenueCents }) => revenueCents / 100 },
    { header: "Created", value: ({ createdAt }) => createdAt },
  ];
}

async function titlesOf(db: Db, creatorId: string): Promise<Map<string, string>> {
  const own = await db
    .select({ id: products.id, title: products.title })
    .from(products)
    .where(eq(products.ownerId, creatorId));
  return new Map(own.map(({ id, title }) => [id, title]));
}
