import { products } from "#server/database/schema/catalog.ts";
import type { TestApp } from "#tests/support/test-app.ts";
import { makeAffiliate } from "#tests/support/affiliate-factory.ts";
import { makeBundle } from "#tests/support/bundle-factory.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeCreator, makeProduct, makeShippingRate } from "#tests/support/factories.ts";
import { makeBump, makeUpsell } from "#tests/support/offer-factory.ts";
import { makeReplyLink } from "#tests/support/reply-link.ts";
import { makeAutomationRule, makeKeywordResponse, makeSocialAccount } from "#tests/support/social-factory.ts";
import { eq } from "drizzle-orm";

export const mugsAtFirst = 1;
const shipped = { type: "PHYSICAL", requiresShipping: true } as const;

/** A creator's shop with everything that an order can carry. */
export type Shop = Awaited<ReturnType<typeof openShop>>;

export async function openShop(app: TestApp) {
  const creator = await makeCreator(app, { givenPlan: "PRO" });
  const ownerId = creator.id;
  const product = (priceCents: number, more: Partial<typeof products.$inferInsert> = {}) =>
    makeProduct(app, { ownerId, priceCents, ...more });
  const guide = await product(4_999);
  const gift = await product(0);
  const zine = await product(0, { suggestedPriceCents: 900 });
  const mug = await product(1_500, { ...shipped, trackInventory: true, inventoryQuantity: mugsAtFirst });
  const templates = await product(1_999);
  const poster = await product(2_500, shipped);
  await makeShippingRate(app, { ownerId, country: "GB", firstCents: 433, furtherCents: 150 });
  await makeShippingRate(app, { ownerId, firstCents: 999, furtherCents: 0 });
  const call = await product(9_900);
  // Its last mug is also a part of this: whoever is quicker has it, alone or in the bundle.
  const kit = await makeBundle(app, [templates, mug, gift], { priceCents: 3_001 });
  const bumps = [
    await makeBump(app, guide, {
      bumpProductId: templates.id,
      discountType: "PERCENTAGE",
      discountValue: 3_333,
    }),
    await makeBump(app, guide, { bumpProductId: mug.id, discountValue: 200, position: 1 }),
    await makeBump(app, gift, { bumpProductId: templates.id }),
    await makeBump(app, mug, { bumpProductId: poster.id, discountValue: 300 }),
    await makeBump(app, kit, { bumpProductId: poster.id, discountValue: 1 }),
    await makeBump(app, zine, { bumpProductId: templates.id, discountValue: 100 }),
  ];
  const upsells = [
    await makeUpsell(app, guide, {
      upsellProductId: call.id,
      discountType: "PERCENTAGE",
      discountValue: 1_500,
    }),
    await makeUpsell(app, guide, { upsellProductId: mug.id, sequence: 2 }),
    await makeUpsell(app, mug, { upsellProductId: templates.id }),
    await makeUpsell(app, mug, { upsellProductId: poster.id, sequence: 2 }),
  ];
  const mark = creator.handle.slice(-6).toUpperCase();
  const coupons = [
    await makeCoupon(app, { ownerId, code: `LAST${mark}`, discountValue: 700, usageLimit: 1 }),
    await makeCoupon(app, {
      ownerId,
      code: `FIFTH${mark}`,
      discountType: "PERCENTAGE",
      discountValue: 2_000,
    }),
    await makeCoupon(app, {
      ownerId,
      code: `FIRST${mark}`,
      discountType: "PERCENTAGE",
      discountValue: 10_000,
      usageLimit: 2,
      firstTimeCustomerOnly: true,
    }),
  ];
  coupons.push(
    // Its payments are authorized first, and charged once it is known that nothing was bought before.
    await makeCoupon(app, {
      ownerId,
      code: `NEW${mark}`,
      discountType: "PERCENTAGE",
      discountValue: 3_000,
      firstTimeCustomerOnly: true,
    }),
    await makeCoupon(app, {
      ownerId,
      code: `POST${mark}`,
      discountType: "FREE_SHIPPING",
      discountValue: 0,
      usageLimit: 2,
    }),
  );
  const { link } = await makeAffiliate(app, { ownerId });
  return {
    creator,
    mug,
    replies: await makeReplies(app, guide, mug),
    products: [guide, gift, mug, zine, kit],
    /** Its buyers choose what they pay. */
    zine,
    bumps,
    upsells,
    codes: coupons.map(({ code }) => code),
    affiliateCode: link.code,
    mugsLeft: async () => {
      const row = await app.services.db.query.products.findFirst({ where: eq(products.id, mug.id) });
      return row?.inventoryQuantity ?? 0;
    },
  };
}

/** Codes of replies that may have led a buyer here: ours, one that was clicked too long ago, and another creator's. */
async function makeReplies(app: TestApp, ...sold: { id: string; ownerId: string }[]) {
  const [product] = sold;
  if (!product) throw new Error("replies need something to link to");
  const account = await makeSocialAccount(app, { userId: product.ownerId });
  const response = await makeKeywordResponse(app, account);
  const rule = await makeAutomationRule(app, account);
  const ours = [];
  for (const to of sold)
    for (const by of [{ keywordResponseId: response.id }, { automationRuleId: rule.id }, {}])
      ours.push(await makeReplyLink(app, to, by));
  const stale = await makeReplyLink(app, product, { keywordResponseId: response.id });
  await app.services.pool.query(
    `update reply_links set created_at = $2::timestamptz - interval '9 days', last_clicked_at = $2::timestamptz - interval '8 days', clicks = 1
      where code = $1`,
    [stale, app.clock.now()],
  );
  const foreign = await makeReplyLink(app, await makeProduct(app));
  return { ours, stale, foreign };
}
