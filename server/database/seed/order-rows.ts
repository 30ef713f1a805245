import { randomUUID } from "node:crypto";
import type { DemoOrder, DemoOrderLine } from "./content/order-history.ts";
import { seededRandom } from "./media/seeded-random.ts";
import type { OfferIds } from "./seed-offers.ts";
import type { Shelf } from "./seed-shelf.ts";

type Setting = { ownerId: string; customerId: string; shelf: Shelf; offerIds: OfferIds };
type Payment = ReturnType<typeof paymentRow>;

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** One order of the history as rows of every table it belongs in. */
export function orderRows(demo: DemoOrder, { ownerId, customerId, shelf, offerIds }: Setting) {
  const random = seededRandom(`${demo.buyer.email}/${demo.productSlug}`);
  const id = randomUUID();
  const { createdAt } = demo;
  const refunded = demo.status === "REFUNDED";
  const refundedAt = new Date(createdAt.getTime() + random.integer(1, 5) * dayMs);
  const productOf = (slug: string) => {
    const product = shelf.get(slug);
    if (!product) throw new Error(`the demo store has no ${slug}`);
    return product;
  };
  const main = productOf(demo.productSlug);

  // One payment at checkout; each upsell was charged by itself some minutes later.
  const card = {
    brand: random.pick(["visa", "visa", "mastercard", "amex"]),
    last4: String(random.integer(1_000, 9_999)),
  };
  const atCheckout = demo.lines.filter(({ itemType }) => itemType !== "UPSELL");
  const first = paymentRow(id, sum(atCheckout), refunded, card, createdAt);
  const payments: Payment[] = first.amountCents > 0 ? [first] : [];

  const lines = demo.lines.map((line, index) => {
    const product = productOf(line.productSlug);
    const upsell = line.itemType === "UPSELL";
    const boughtAt = upsell ? new Date(createdAt.getTime() + index * minuteMs) : createdAt;
    const offerId = line.itemType === "MAIN" ? null : offerIds(line.itemType, main.id, product.id);
    let payment: Payment | undefined = payments[0];
    if (upsell) {
      payment = { ...paymentRow(id, line.totalPriceCents, refunded, card, boughtAt), upsellId: offerId };
      payments.push(payment);
    }
    const item = {
      id: randomUUID(),
      orderId: id,
      ownerId,
      productId: product.id,
      itemType: line.itemType,
      unitPriceCents: line.unitPriceCents,
      totalPriceCents: line.totalPriceCents,
      discountCents: line.discountCents,
      refundedCents: refunded ? line.totalPriceCents : 0,
      offerId,
      orderPaymentId: payment?.id ?? null,
      createdAt: boughtAt,
    };
    return { item, product, boughtAt };
  });

  const order = {
    id,
    ownerId,
    customerId,
    productId: main.id,
    customerName: `${demo.buyer.firstName} ${demo.buyer.lastName}`,
    totalCents: demo.amountCents,
    refundedCents: refunded ? demo.amountCents : 0,
    status: demo.status,
    paymentIntentId: payments[0] === first ? first.paymentIntentId : null,
    couponCode: demo.couponCode,
    paidAt: createdAt,
    createdAt,
    updatedAt: refunded ? refundedAt : createdAt,
  };
  return {
    order,
    payments,
    items: lines.map(({ item }) => item),
    slugs: demo.lines.map(({ productSlug }) => productSlug),
    accesses: lines.map(({ item, boughtAt }) => ({
      customerId,
      ownerId,
      productId: item.productId,
      orderId: id,
      orderItemId: item.id,
      grantedAt: boughtAt,
      revokedAt: refunded ? refundedAt : null,
    })),
    downloads: lines
      .filter(({ product }) => product.digitalFileType !== null)
      .map(({ item, product, boughtAt }) => {
        const downloadCount = Math.min(random.integer(0, 3), product.maxDownloads ?? 3);
        return {
          orderId: id,
          orderItemId: item.id,
          ownerId,
          productId: product.id,
          customerId,
          downloadCount,
          lastDownloadAt: downloadCount > 0 ? new Date(boughtAt.getTime() + minuteMs) : null,
          maxDownloads: product.maxDownloads,
          expiresAt: new Date(boughtAt.getTime() + product.digitalExpirationDays * dayMs),
          isActive: !refunded,
          createdAt: boughtAt,
        };
      }),
    refunds: refunded ? payments.map((payment) => refundRow(payment, ownerId, refundedAt)) : [],
    events: [
      { orderId: id, kind: "PAID" as const, detail: { totalCents: sum(atCheckout) }, createdAt },
      ...lines
        .filter(({ item }) => item.itemType === "UPSELL")
        .map(({ item, product, boughtAt }) => ({
          orderId: id,
          kind: "UPSELL_ADDED" as const,
          detail: { title: product.title, amountCents: item.totalPriceCents },
          createdAt: boughtAt,
        })),
      ...(refunded
        ? [
            {
              orderId: id,
              kind: "REFUNDED" as const,
              detail: { amountCents: demo.amountCents },
              createdAt: refundedAt,
            },
          ]
        : []),
    ],
  };
}

function paymentRow(
  orderId: string,
  amountCents: number,
  refunded: boolean,
  card: { brand: string; last4: string },
  createdAt: Date,
) {
  return {
    id: randomUUID(),
    orderId,
    paymentIntentId: `pi_seed_${randomUUID().replaceAll("-", "")}`,
    amountCents,
    refundedCents: refunded ? amountCents : 0,
    status: "SUCCEEDED" as const,
    upsellId: null as string | null,
    cardBrand: card.brand,
    cardLast4: card.last4,
    createdAt,
  };
}

function refundRow(payment: Payment, ownerId: string, createdAt: Date) {
  return {
    ownerId,
    orderId: payment.orderId,
    orderPaymentId: payment.id,
    providerRefundId: `re_seed_${randomUUID().replaceAll("-", "")}`,
    amountCents: payment.amountCents,
    reason: "requested_by_customer",
    status: "SUCCEEDED" as const,
    createdAt,
  };
}

const sum = (lines: DemoOrderLine[]) =>
  lines.reduce((total, { totalPriceCents }) => total + totalPriceCents, 0);
