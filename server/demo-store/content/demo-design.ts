/** How the demo store looks, and what its page says between its products. Products are named by their slugs. */
export const DEMO_DESIGN = {
  theme: "market",
  startHere: {
    title: "Start here",
    slugs: ["brand-design-course", "pricing-playbook", "studio-circle"],
  },
  event: "pricing-workshop",
  /** Of which product somebody is quoted. */
  quoted: "brand-design-course",
  rest: "Everything on the shelf",
} as const;

/** The demo store's list: what it promises, and what whoever joins is given. */
export const DEMO_LIST = {
  title: "Letters about honest pricing",
  promise: "Every other Tuesday: one real quote, and what I would charge today.",
  thanks: "red-flags-checklist",
  readers: 36,
} as const;
