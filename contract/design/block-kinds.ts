/** What a store's page can be made of, in names alone: screens use them without loading the schemas. */

export const blockKinds = [
  "products",
  "product",
  "group",
  "link",
  "social",
  "text",
  "picture",
  "video",
  "testimonial",
  "event",
  "coupon",
  "join",
  "faq",
] as const;
export type BlockKind = (typeof blockKinds)[number];

/** Those of which a page has one. */
export const singleKinds: readonly BlockKind[] = ["products", "join"];

export const mostBlocks = 40;
export const mostInGroup = 24;
export const mostNetworks = 12;
export const mostBlockQuestions = 20;
/** All blocks of a page together, as JSON. */
export const mostBlockBytes = 60_000;

export const longest = {
  title: 80,
  label: 80,
  alt: 200,
  question: 200,
  answer: 2_000,
  address: 2_000,
} as const;
