import { createAffiliateLink } from "#contract/affiliates/affiliates.ts";
import { createProduct, type ProductInput, updateProduct } from "#contract/catalog/catalog.ts";
import { createLesson, createModule } from "#contract/courses/course-editor.ts";
import { createCoupon } from "#contract/coupons/coupons.ts";
import { createOrderBump } from "#contract/offers/order-bumps.ts";
import { createUpsell } from "#contract/offers/upsells.ts";
import { saveShippingRate } from "#contract/shipping/shipping-rates.ts";
import { makeCreator } from "#tests/support/factories.ts";
import type { Answer, TestApp } from "#tests/support/test-app.ts";
import type { Endpoint } from "#contract/endpoint.ts";

export type OffersShop = Awaited<ReturnType<typeof openOffersShop>>;

export const postersAtFirst = 3;

/** A creator makes, call by call, a product with two bumps and two upsells, a coupon of 20 % and an affiliate link. */
export async function openOffersShop(app: TestApp) {
  const creator = await makeCreator(app, { givenPlan: "PRO" });
  const seller = app.as(creator);
  const mark = creator.handle.slice(-8);
  const partner = await makeCreator(app, { email: `partner-${creator.handle}@example.com` });
  const product = async (fields: Omit<ProductInput, "slug">) =>
    made(
      await seller.call(createProduct, {
        body: { ...fields, slug: `${fields.title.toLowerCase()}-${mark}` },
      }),
    );
  for (const rate of [
    { params: { country: "GB" }, body: { firstCents: 300, furtherCents: 100 } },
    { params: { country: "US" }, body: { firstCents: 900, furtherCents: 0 } },
  ])
    made(await seller.call(saveShippingRate, rate));
  const products = {
    course: await product({ title: "Course", type: "COURSE", priceCents: 4_999 }),
    workbook: await product({
      title: "Workbook",
      type: "DOWNLOAD",
      priceCents: 1_999,
      digitalFileType: "LINK",
      digitalFileExternalUrl: "https://files.example.com/workbook.pdf",
    }),
    poster: await product({
      title: "Poster",
      type: "PHYSICAL",
      priceCents: 1_250,
      trackInventory: true,
      inventoryQuantity: postersAtFirst,
    }),
    audit: await product({ title: "Audit", type: "SERVICE", priceCents: 2_900 }),
    call: await product({ title: "Call", type: "SERVICE", priceCents: 9_900 }),
    guide: await product({ title: "Guide", type: "COURSE", priceCents: 3_000 }),
  };
  // A course begins as a draft, and is put on sale once it has a lesson.
  for (const { id: productId } of [products.course, products.guide]) {
    const { modules } = made(
      await seller.call(createModule, { params: { productId }, body: { title: "Start" } }),
    );
    const moduleId = modules[0]?.id ?? "";
    made(await seller.call(createLesson, { params: { productId, moduleId }, body: { title: "Start" } }));
    made(await seller.call(updateProduct, { params: { id: productId }, body: { active: true } }));
  }
  const mainProductId = products.course.id;
  const bump = async (bumpProductId: string, terms: object) =>
    made(
      await seller.call(createOrderBump, {
        body: { mainProductId, bumpProductId, title: "Add this", ...terms },
      }),
    );
  const upsell = async (upsellProductId: string, terms: object) =>
    made(
      await seller.call(createUpsell, {
        body: { triggerProductId: mainProductId, upsellProductId, title: "One more", ...terms },
      }),
    );
  return {
    creator,
    seller,
    /** The same in a browser that signed in a moment ago, as exports ask. */
    sellerAnew: () => app.as(creator),
    /** The affiliate's own account. */
    partner,
    affiliate: app.as(partner),
    products,
    bumps: [
      await bump(products.workbook.id, { discountType: "PERCENTAGE", discountValue: 2_500 }),
      await bump(products.poster.id, { position: 1 }),
    ],
    upsells: [
      await upsell(products.audit.id, {}),
      await upsell(products.call.id, { discountType: "PERCENTAGE", discountValue: 1_500, sequence: 2 }),
    ],
    coupon: made(
      await seller.call(createCoupon, {
        body: { code: "TWENTY", discountType: "PERCENTAGE", discountValue: 2_000, usageLimit: 1 },
      }),
    ),
    link: made(
      await seller.call(createAffiliateLink, {
        body: { code: `partner-${creator.handle}`, affiliateEmail: partner.email, commissionRate: 0.2 },
      }),
    ),
  };
}

function made<E extends Endpoint>({ status, body, text }: Answer<E>): Answer<E>["body"] {
  if (status !== 201 && status !== 200) throw new Error(`the creator was refused: ${status} ${text}`);
  return body;
}
