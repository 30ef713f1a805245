type Discount = { discountType: "FIXED" | "PERCENTAGE"; discountValue: number };

/** `endsOnDay`: so many days from now; null is no end. */
type Ending = { endsOnDay: number | null };

export type DemoBump = Discount &
  Ending & { mainSlug: string; bumpSlug: string; title: string; description: string };
export type DemoUpsell = Discount &
  Ending & {
    triggerSlug: string;
    upsellSlug: string;
    sequence: number;
    title: string;
    description: string;
  };
export type DemoCoupon = Omit<Discount, "discountType"> & {
  code: string;
  name: string;
  description: string;
  discountType: "FIXED" | "PERCENTAGE" | "FREE_SHIPPING";
  minimumOrderCents: number;
  usageLimit: number | null;
  /** Days from now; null is open. */
  validFromDay: number | null;
  validUntilDay: number | null;
  /** Empty is every product. */
  productSlugs: string[];
  firstTimeCustomerOnly: boolean;
  active: boolean;
};

/** Discounts of offers: cents when FIXED, basis points when PERCENTAGE. */
export const DEMO_BUMPS: DemoBump[] = [
  {
    mainSlug: "brand-design-course",
    bumpSlug: "studio-os-templates",
    title: "Add the client templates",
    description: "The six documents that the course uses, ready to fill in.",
    discountType: "PERCENTAGE",
    discountValue: 4_000,
    endsOnDay: 9,
  },
  {
    mainSlug: "brand-design-course",
    bumpSlug: "pricing-playbook",
    title: "Add the Pricing Playbook",
    description: "Know what to charge before the last module asks you.",
    discountType: "FIXED",
    discountValue: 1_000,
    endsOnDay: null,
  },
  {
    mainSlug: "pricing-playbook",
    bumpSlug: "studio-os-templates",
    title: "Send the quote tonight",
    description: "The three-option proposal and the agreement from the book, as files.",
    discountType: "PERCENTAGE",
    discountValue: 3_000,
    endsOnDay: null,
  },
  {
    mainSlug: "studio-os-templates",
    bumpSlug: "pricing-playbook",
    title: "Know what to write into them",
    description: "The short e-book about the number at the bottom of the proposal.",
    discountType: "FIXED",
    discountValue: 900,
    endsOnDay: null,
  },
  {
    mainSlug: "grid-notebook",
    bumpSlug: "brand-board-kit",
    title: "From paper to board",
    description: "Twelve layouts for the sketch that won.",
    discountType: "PERCENTAGE",
    discountValue: 2_500,
    endsOnDay: -12,
  },
];

export const DEMO_UPSELLS: DemoUpsell[] = [
  {
    triggerSlug: "pricing-playbook",
    upsellSlug: "pricing-workshop",
    sequence: 1,
    title: "Price your next quote with me",
    description: "You have the book. Bring a real project, and we work out its number together.",
    discountType: "FIXED",
    discountValue: 1_000,
    endsOnDay: null,
  },
  {
    triggerSlug: "pricing-playbook",
    upsellSlug: "brand-design-course",
    sequence: 2,
    title: "The whole way, not only the price",
    description: "The full course at the best price it ever has, only on this page.",
    discountType: "PERCENTAGE",
    discountValue: 2_000,
    endsOnDay: 16,
  },
  {
    triggerSlug: "brand-design-course",
    upsellSlug: "portfolio-review",
    sequence: 1,
    title: "Let me look at your portfolio",
    description: "An hour together, so that the next client finds the right project first.",
    discountType: "FIXED",
    discountValue: 2_000,
    endsOnDay: null,
  },
  {
    triggerSlug: "studio-os-templates",
    upsellSlug: "brand-board-kit",
    sequence: 1,
    title: "From the words to the board",
    description: "Twelve layouts for the brand that the documents describe.",
    discountType: "PERCENTAGE",
    discountValue: 1_500,
    endsOnDay: null,
  },
];

export const DEMO_COUPONS: DemoCoupon[] = [
  {
    code: "WELCOME10",
    name: "Welcome",
    description: "Ten per cent off the first order.",
    discountType: "PERCENTAGE",
    discountValue: 1_000,
    minimumOrderCents: 0,
    usageLimit: null,
    validFromDay: -120,
    validUntilDay: null,
    productSlugs: [],
    firstTimeCustomerOnly: true,
    active: true,
  },
  {
    code: "STUDIO20",
    name: "Newsletter readers",
    description: "Twenty dollars off the course for people who read the newsletter.",
    discountType: "FIXED",
    discountValue: 2_000,
    minimumOrderCents: 10_000,
    usageLimit: 50,
    validFromDay: -30,
    validUntilDay: 30,
    productSlugs: ["brand-design-course"],
    firstTimeCustomerOnly: false,
    active: true,
  },
  {
    code: "FREESHIP",
    name: "Free shipping",
    description: "No shipping on notebooks.",
    discountType: "FREE_SHIPPING",
    discountValue: 0,
    minimumOrderCents: 1_500,
    usageLimit: null,
    validFromDay: -60,
    validUntilDay: null,
    productSlugs: ["grid-notebook"],
    firstTimeCustomerOnly: false,
    active: true,
  },
  {
    code: "SPRING25",
    name: "Spring sale",
    description: "A quarter off everything, for one week.",
    discountType: "PERCENTAGE",
    discountValue: 2_500,
    minimumOrderCents: 0,
    usageLimit: 100,
    validFromDay: -75,
    validUntilDay: -68,
    productSlugs: [],
    firstTimeCustomerOnly: false,
    active: true,
  },
  {
    code: "NEXTLAUNCH",
    name: "Next launch",
    description: "Fifteen per cent off when the next course opens.",
    discountType: "PERCENTAGE",
    discountValue: 1_500,
    minimumOrderCents: 0,
    usageLimit: 25,
    validFromDay: 21,
    validUntilDay: 35,
    productSlugs: [],
    firstTimeCustomerOnly: false,
    active: true,
  },
];
