import { eq } from "drizzle-orm";
import type { FastifyReply } from "fastify";
import { couponStatus } from "#contract/coupons/coupon-status.ts";
import type { Coupon } from "#contract/coupons/coupons.ts";
import { type CsvColumn, sendCsv } from "#server/http/csv.ts";
import { products } from "#server/database/schema/catalog.ts";
import type { Services } from "#server/services.ts";
import { listCoupons } from "./list-coupons.ts";

/** Answers with the creator's coupons as a CSV file. */
export async function exportCoupons(
  { db, clock }: Pick<Services, "db" | "clock">,
  creatorId: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const coupons = await listCoupons(db, creatorId);
  const own = await db
    .select({ id: products.id, title: products.title })
    .from(products)
    .where(eq(products.ownerId, creatorId));
  const titles = new Map(own.map(({ id, title }) => [id, title]));
  return sendCsv(reply, "coupons.csv", columnsOf(titles, clock.now()), coupons);
}

const columnsOf = (titles: ReadonlyMap<string, string>, now: Date): CsvColumn<Coupon>[] => [
  { header: "Code", value: ({ code }) => code },
  { header: "Name", value: ({ name }) => name },
  { header: "Description", value: ({ description }) => description },
  { header: "Status", value: (coupon) => couponStatus(coupon, now) },
  { header: "Discount type", value: ({ discountType }) => discountType },
  { header: "Discount ($ or %)", value: discountOf },
  { header: "Minimum order ($)", value: ({ minimumOrderCents }) => minimumOrderCents / 100 },
  { header: "Used", value: ({ usageCount }) => usageCount },
  { header: "Usage limit", value: ({ usageLimit }) => usageLimit },
  { header: "Valid from", value: ({ validFrom }) => validFrom },
  { header: "Valid until", value: ({ validUntil }) => validUntil },
  {
    header: "Products",
    value: ({ applicableProducts }) =>
      applicableProducts?.map((id) => titles.get(id) ?? id).join("; ") ?? "All",
  },
  { header: "First purchase only", value: ({ firstTimeCustomerOnly }) => firstTimeCustomerOnly },
  { header: "Active", value: ({ active }) => active },
  { header: "Created", value: ({ createdAt }) => createdAt },
];

/** Basis points are hundredths of a per cent, as cents are of a dollar. */
const discountOf = ({ discountType, discountValue }: Coupon) =>
  discountType === "FREE_SHIPPING" ? null : discountValue / 100;
