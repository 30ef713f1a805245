import { seededRandom, type Random } from "#server/demo-store/seeded-random.ts";
import { DEMO_BUYERS, type DemoBuyer } from "./demo-buyers.ts";
import { DEMO_BUMPS, DEMO_UPSELLS } from "./demo-offers.ts";
import type { DemoProduct } from "./demo-products.ts";

export type DemoOrderLine = {
  productSlug: string;
  itemType: "MAIN" | "ORDER_BUMP" | "UPSELL";
  /** The price before the discount. */
  unitPriceCents: number;
  discountCents: number;
  totalPriceCents: number;
};

export type DemoOrder = {
  buyer: DemoBuyer;
  /** The product of the MAIN line, which is the first. */
  productSlug: string;
  lines: DemoOrderLine[];
  amountCents: number;
  couponCode: "WELCOME10" | null;
  status: "PAID" | "REFUNDED";
  createdAt: Date;
};

type Sellable = Pick<DemoProduct, "slug" | "type" | "priceCents">;

const DAYS = 90;
const DAY_MS = 86_400_000;
const ORDERS = 220;
/** Sunday first: a week in which people buy at their desks. */
const WEEKDAYS = [0.75, 1.1, 1.25, 1.2, 1.1, 0.9, 0.7];
/** UTC hours in which orders arrive; the afternoons of two continents weigh most. */
const HOURS = [2, 1, 1, 1, 1, 1, 2, 3, 5, 6, 7, 7, 7, 8, 10, 11, 11, 10, 9, 9, 8, 7, 5, 3];
/** How often each product is picked, and since how many days it has been on the shelf. */
const DEMAND: Record<string, { weight: number; days: number }> = {
  "brand-design-course": { weight: 17, days: 90 },
  "pricing-playbook": { weight: 24, days: 90 },
  "studio-circle": { weight: 12, days: 90 },
  "studio-os-templates": { weight: 14, days: 90 },
  "brand-board-kit": { weight: 9, days: 58 },
  "portfolio-review": { weight: 5, days: 90 },
  "pricing-workshop": { weight: 6, days: 35 },
  "brand-identity-audit": { weight: 3, days: 90 },
  "grid-notebook": { weight: 7, days: 70 },
  "red-flags-checklist": { weight: 18, days: 80 },
};
/** Types that a buyer may want twice. */
const REPEATABLE = new Set<DemoProduct["type"]>(["PHYSICAL", "SERVICE", "BOOKING_LINK"]);

/**
 * About 220 orders of the 90 days that end with `now`, oldest first: more each month, fewer at weekends, a
 * spike when the course was launched. The same on every run but for the dates. Nobody buys a thing twice
 * that is needed once, and nothing lies in the future.
 */
export function makeOrderHistory(now: Date, products: readonly Sellable[]): DemoOrder[] {
  const random = seededRandom("order-history");
  const bySlug = new Map(products.map((product) => [product.slug, product]));
  const owned = new Map<DemoBuyer, Set<string>>();
  const seen: DemoBuyer[] = [];
  return orderTimes(now, random).flatMap((createdAt) => {
    const returning = seen.length > 12 && random.next() < 0.32;
    const buyer = returning ? random.pick(seen) : (DEMO_BUYERS[seen.length] ?? random.pick(seen));
    const has = owned.get(buyer) ?? new Set<string>();
    const daysAgo = (now.getTime() - createdAt.getTime()) / DAY_MS;
    const main = pickProduct(products, daysAgo, has, random);
    if (!main) return [];
    if (!owned.has(buyer)) {
      owned.set(buyer, has);
      seen.push(buyer);
    }
    const isNew = has.size === 0;
    has.add(main.slug);
    const couponed = isNew && main.priceCents > 0 && random.next() < 0.13;
    const lines = [
      line(main, "MAIN", couponed ? Math.ceil(main.priceCents / 10) : 0),
      ...extraLines(main, bySlug, has, random),
    ];
    const amountCents = lines.reduce((sum, { totalPriceCents }) => sum + totalPriceCents, 0);
    const refunded = amountCents > 0 && daysAgo > 6 && random.next() < 0.03;
    return {
      buyer,
      productSlug: main.slug,
      lines,
      amountCents,
      couponCode: couponed ? "WELCOME10" : null,
      status: refunded ? "REFUNDED" : "PAID",
      createdAt,
    };
  });
}

function orderTimes(now: Date, random: Random): Date[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const days = Array.from({ length: DAYS }, (_, index) => {
    const start = today - (DAYS - 1 - index) * DAY_MS;
    const length = Math.min(DAY_MS, now.getTime() - start);
    const launch = { 55: 2.2, 56: 1.7, 57: 1.3 }[index] ?? 1;
    const weekday = WEEKDAYS[new Date(start).getUTCDay()] ?? 1;
    const growth = 0.55 + (1.15 * index) / DAYS;
    return {
      start,
      length,
      weight: growth * weekday * launch * (0.7 + 0.6 * random.next()) * (length / DAY_MS),
    };
  });
  const total = days.reduce((sum, { weight }) => sum + weight, 0);
  let owed = 0;
  return days.flatMap(({ start, length, weight }) => {
    owed += (ORDERS * weight) / total;
    const count = Math.round(owed);
    owed -= count;
    const whole = length === DAY_MS;
    const times = Array.from(
      { length: count },
      () => start + (whole ? timeOfDay(random) : length * random.next()),
    );
    return times.sort((one, other) => one - other).map((time) => new Date(time));
  });
}

function timeOfDay(random: Random): number {
  const hour =
    weighted(
      HOURS.map((weight, index) => ({ weight, item: index })),
      random,
    ) ?? 12;
  return (hour + random.next()) * 3_600_000;
}

function pickProduct(products: readonly Sellable[], daysAgo: number, has: Set<string>, random: Random) {
  const choices = products.flatMap((product) => {
    const demand = DEMAND[product.slug] ?? { weight: 4, days: DAYS };
    // It is the newest thing on the shelf.
    if (product.type === "BUNDLE") return [];
    const wanted = daysAgo <= demand.days && (!has.has(product.slug) || REPEATABLE.has(product.type));
    return wanted ? [{ item: product, weight: demand.weight }] : [];
  });
  return weighted(choices, random);
}

function extraLines(main: Sellable, bySlug: Map<string, Sellable>, has: Set<string>, random: Random) {
  const offers = [
    ...DEMO_BUMPS.filter(({ mainSlug }) => mainSlug === main.slug).map((bump) => ({
      ...bump,
      slug: bump.bumpSlug,
      itemType: "ORDER_BUMP" as const,
      chance: 0.26,
    })),
    ...DEMO_UPSELLS.filter(({ triggerSlug }) => triggerSlug === main.slug).map((upsell) => ({
      ...upsell,
      slug: upsell.upsellSlug,
      itemType: "UPSELL" as const,
      chance: 0.1,
    })),
  ];
  return offers.flatMap(({ slug, itemType, chance, discountType, discountValue }) => {
    const product = bySlug.get(slug);
    if (!product || has.has(slug) || random.next() >= chance) return [];
    has.add(slug);
    const price = product.priceCents;
    const discounted =
      discountType === "FIXED"
        ? Math.max(0, price - discountValue)
        : Math.floor((price * (10_000 - discountValue)) / 10_000);
    return [line(product, itemType, price - discounted)];
  });
}

function line(product: Sellable, itemType: DemoOrderLine["itemType"], discountCents: number): DemoOrderLine {
  const totalPriceCents = product.priceCents - discountCents;
  return {
    productSlug: product.slug,
    itemType,
    unitPriceCents: product.priceCents,
    discountCents,
    totalPriceCents,
  };
}

function weighted<Item>(choices: { item: Item; weight: number }[], random: Random): Item | undefined {
  let rest = random.next() * choices.reduce((sum, { weight }) => sum + weight, 0);
  return choices.find(({ weight }) => (rest -= weight) < 0)?.item ?? choices.at(-1)?.item;
}
