/** The demo creator's accounts, all on the built-in platform. */
export const DEMO_SOCIAL_ACCOUNTS = [
  { key: "instagram", platform: "INSTAGRAM", username: "maya.lindqvist", displayName: "Maya Lindqvist" },
  { key: "x", platform: "TWITTER", username: "mayalindqvist", displayName: "Maya Lindqvist" },
] as const;

type AccountKey = (typeof DEMO_SOCIAL_ACCOUNTS)[number]["key"];

export type DemoAnswer = "pricing" | "course" | "checklist" | "booking" | "templates" | "hello";

type DemoResponse = {
  key: DemoAnswer;
  account: AccountKey;
  keywords: string[];
  text: string;
  type: "TEXT" | "PRODUCT_LINK" | "COURSE_LINK";
  productSlug: string | null;
};

export const DEMO_RESPONSES: DemoResponse[] = [
  {
    key: "pricing",
    account: "instagram",
    keywords: ["PRICING", "PRICE"],
    text: "Here is the Pricing Playbook: how I quote a project without an apology. Tell me how your next quote goes!",
    type: "PRODUCT_LINK",
    productSlug: "pricing-playbook",
  },
  {
    key: "course",
    account: "instagram",
    keywords: ["COURSE"],
    text: "So glad you ask! This is the whole course; two lessons are free to watch.",
    type: "COURSE_LINK",
    productSlug: "brand-design-course",
  },
  {
    key: "checklist",
    account: "instagram",
    keywords: ["CHECKLIST", "RED FLAGS"],
    text: "Twelve red flags in a client brief, free. Print it before your next call.",
    type: "PRODUCT_LINK",
    productSlug: "red-flags-checklist",
  },
  {
    key: "booking",
    account: "instagram",
    keywords: ["BOOKING"],
    text: "I take two projects a month. Tell me what you make and by when you need it, and I write back myself.",
    type: "TEXT",
    productSlug: null,
  },
  {
    key: "templates",
    account: "x",
    keywords: ["TEMPLATES", "TEMPLATE"],
    text: "The six documents I send to every client, ready to fill in:",
    type: "PRODUCT_LINK",
    productSlug: "studio-os-templates",
  },
];

export const DEMO_RULE = {
  key: "hello",
  account: "instagram",
  ruleName: "Say hello",
  text: "Hi, and thank you for writing! Write PRICING, COURSE or CHECKLIST and the link is yours at once.",
} as const satisfies { key: DemoAnswer; account: AccountKey; ruleName: string; text: string };

/** Something that was written, so many minutes after what stands before it. */
export type DemoStep = { after: number } & (
  | {
      fan: string;
      as?: "COMMENT" | "STORY_REPLY";
      /** What answered it; nothing where it is left out. */
      answer?: DemoAnswer;
      clicks?: number;
      /** They then bought it: this step belongs to an order that there is. */
      buys?: true;
      outcome?: "OPTED_OUT";
    }
  | { creator: string }
);

export type DemoThread = {
  account: AccountKey;
  username: string;
  displayName: string | null;
  /** When it begins: before the order that came of it, or so many hours ago. */
  begins: { withOrderOf: string } | { hoursAgo: number };
  isUnread?: true;
  steps: DemoStep[];
};

/** The post that people comment on. */
export const DEMO_POST = "post_how_i_quote";

export const DEMO_THREADS: DemoThread[] = [
  {
    account: "instagram",
    username: "sofia.designs",
    displayName: "Sofia Marques",
    begins: { withOrderOf: "pricing-playbook" },
    steps: [
      { after: 0, fan: "PRICING please 🙏", answer: "pricing", clicks: 2, buys: true },
      { after: 190, fan: "Read it in one go. The part about silence after the number!", as: "STORY_REPLY" },
      { after: 25, creator: "That chapter took me nine years to write. Thank you, Sofia!" },
      { after: 4, fan: "It shows 😊" },
    ],
  },
  {
    account: "instagram",
    username: "studio.nord",
    displayName: "Studio Nord",
    begins: { withOrderOf: "pricing-playbook" },
    steps: [{ after: 0, fan: "PRICE 🔥", as: "COMMENT", answer: "pricing", clicks: 1, buys: true }],
  },
  {
    account: "instagram",
    username: "hannah_letters",
    displayName: "Hannah Weiss",
    begins: { withOrderOf: "brand-design-course" },
    steps: [
      {
        after: 0,
        fan: "is this from the course?",
        as: "STORY_REPLY",
        answer: "course",
        clicks: 3,
        buys: true,
      },
      { after: 55, fan: "Started module one, love it" },
    ],
  },
  {
    account: "instagram",
    username: "amir.type",
    displayName: "Amir Haddad",
    begins: { withOrderOf: "brand-design-course" },
    steps: [{ after: 0, fan: "Course?", answer: "course", clicks: 1, buys: true }],
  },
  {
    account: "x",
    username: "tomkessler",
    displayName: "Tom Kessler",
    begins: { withOrderOf: "studio-os-templates" },
    steps: [
      { after: 0, fan: "templates", answer: "templates", clicks: 1, buys: true },
      { after: 240, fan: "The handover document alone was worth it." },
    ],
  },
  {
    account: "instagram",
    username: "lea.and.co",
    displayName: "Léa Fontaine",
    begins: { hoursAgo: 290 },
    steps: [{ after: 0, fan: "What is your PRICE for a logo?", answer: "pricing" }],
  },
  {
    account: "instagram",
    username: "peter_k_studio",
    displayName: null,
    begins: { hoursAgo: 214 },
    steps: [
      { after: 0, fan: "course", as: "COMMENT", answer: "course", clicks: 1 },
      { after: 12, fan: "STOP", outcome: "OPTED_OUT" },
    ],
  },
  {
    account: "instagram",
    username: "no_more_spec_work",
    displayName: "Nora Ibsen",
    begins: { hoursAgo: 150 },
    steps: [{ after: 0, fan: "checklist 🔥🔥", as: "COMMENT", answer: "checklist", clicks: 2 }],
  },
  {
    account: "x",
    username: "iris_font",
    displayName: "Iris",
    begins: { hoursAgo: 96 },
    steps: [
      { after: 0, fan: "How do you name your files? Asking for a messy friend." },
      { after: 130, creator: "client_project_version_date, and never 'final'. Tell your friend hello." },
    ],
  },
  {
    account: "instagram",
    username: "june.ceramics",
    displayName: "June Okafor",
    begins: { hoursAgo: 47 },
    steps: [
      { after: 0, fan: "Hello! Do you also work with ceramics studios?", answer: "hello" },
      { after: 31, creator: "I do! Two of my favourite clients throw pots. What are you planning?" },
      { after: 18, fan: "A small shop, opening in spring. Do you have a price list?" },
      { after: 44, creator: "I'll send you an idea of it tomorrow." },
    ],
  },
  {
    account: "instagram",
    username: "ola.writes",
    displayName: "Ola Nowak",
    begins: { hoursAgo: 20 },
    isUnread: true,
    steps: [{ after: 0, fan: "red flags pls!!", answer: "checklist", clicks: 1 }],
  },
  {
    account: "instagram",
    username: "quiet.fig",
    displayName: "Fig & Co",
    begins: { hoursAgo: 5 },
    isUnread: true,
    steps: [
      { after: 0, fan: "booking?", answer: "booking" },
      { after: 7, fan: "A bakery in Malmö, new name and sign, by May if we can" },
    ],
  },
  {
    account: "x",
    username: "brandbybo",
    displayName: "Bo Lindahl",
    begins: { hoursAgo: 3 },
    isUnread: true,
    steps: [{ after: 0, fan: "Template please", answer: "templates", clicks: 1 }],
  },
];

/** Under the post, by people who asked for nothing: what they wrote, and how many hours ago. */
export const DEMO_COMMENTS = [
  { account: "instagram", username: "ines.paints", text: "Needed to hear this today", hoursAgo: 222 },
  { account: "instagram", username: "dev.martin", text: "Saving this one", hoursAgo: 219 },
  { account: "instagram", username: "kerstin_o", text: "👏👏👏", hoursAgo: 151 },
] as const;
