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
  questions: {
    title: "Before you ask",
    items: [
      {
        question: "I have just begun to work for myself. Is this for me?",
        answer:
          "Yes. The checklist is free and takes an evening; the playbook comes next. The course is worth it once you have a first client.",
      },
      {
        question: "Do you answer questions?",
        answer: "Each one, by hand. Answer any mail that you get from me, and give me two days.",
      },
      {
        question: "Where do I find what I bought?",
        answer: "Under “My purchases”, with nothing but your mail address. There is no password to forget.",
      },
    ],
  },
} as const;

/** The demo store's list: what it promises, and what whoever joins is given. */
export const DEMO_LIST = {
  title: "Letters about honest pricing",
  promise:
    "Every other Tuesday: one real quote, what I charged, and what I would charge today. No launches, no countdowns.",
  thanks: "red-flags-checklist",
  readers: 36,
} as const;
