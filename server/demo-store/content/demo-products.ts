import { DEMO_COURSE_MODULES, type DemoModule } from "./demo-course.ts";

export type DemoProduct = {
  title: string;
  slug: string;
  description: string;
  type: "DOWNLOAD" | "COURSE" | "MEMBERSHIP" | "BOOKING_LINK" | "PHYSICAL" | "SERVICE" | "EVENT" | "BUNDLE";
  priceCents: number;
  originalPriceCents: number | null;
  featured: boolean;
  billingInterval: "ONE_TIME" | "MONTH" | "YEAR";
  /** Of a monthly membership that can be paid by the year, too. */
  yearlyPriceCents: number | null;
  /** What its members get, a line each. */
  benefits: string[];
  digitalFileType: "UPLOAD" | "LINK" | null;
  digitalFileExternalUrl: string | null;
  /** Its name in `assets/files/`; null unless the type of file is UPLOAD. */
  fileName: string | null;
  downloadButtonText: string;
  digitalExpirationDays: number;
  /** Null is without a limit. */
  maxDownloads: number | null;
  requiresShipping: boolean;
  /** Null is not counted. */
  inventoryQuantity: number | null;
  questions: { question: string; answer: string }[];
  /** Beside the cover: names in `assets/pictures/`, and what they show. */
  pictures: { name: string; alt: string }[];
  modules: DemoModule[];
  /** Of a bundle: the slugs of what it consists of, in its order. */
  parts: string[];
};

/** What a product has unless it says otherwise. */
const PLAIN: Omit<DemoProduct, "title" | "slug" | "description" | "type" | "priceCents"> = {
  originalPriceCents: null,
  featured: false,
  billingInterval: "ONE_TIME",
  yearlyPriceCents: null,
  benefits: [],
  digitalFileType: null,
  digitalFileExternalUrl: null,
  fileName: null,
  downloadButtonText: "Download Here",
  digitalExpirationDays: 30,
  maxDownloads: null,
  requiresShipping: false,
  inventoryQuantity: null,
  pictures: [],
  questions: [],
  modules: [],
  parts: [],
};

/** The demo store's shelf, in the order in which it is shown: every type of product, and one that is free. */
export const DEMO_PRODUCTS: DemoProduct[] = [
  {
    ...PLAIN,
    title: "Brand Design: From Brief to Launch",
    slug: "brand-design-course",
    description:
      "The whole way from a vague first email to a brand that is live and paid for. Eleven short lessons in three " +
      "modules, with the questions, the sketches and the slides from a real project. Watch the first two for free.",
    type: "COURSE",
    priceCents: 14_900,
    originalPriceCents: 19_900,
    featured: true,
    questions: [
      {
        question: "Which programs do I need?",
        answer:
          "Any that you can draw and set type in. I work in Figma; former students used Illustrator, Affinity and paper.",
      },
      {
        question: "Is it for beginners?",
        answer:
          "Yes, as long as you have made things for others before. It is about the way, not about the tools.",
      },
      {
        question: "How long can I watch it?",
        answer: "As long as you like. The lessons stay yours, and so do the ones I add later.",
      },
    ],
    modules: DEMO_COURSE_MODULES,
  },
  {
    ...PLAIN,
    title: "The Pricing Playbook for Freelance Designers",
    slug: "pricing-playbook",
    description:
      "A short e-book about charging for outcomes instead of hours. It has the three-option quote I send every " +
      "client, words for saying the number out loud, and what to answer when someone asks for a discount. Read it in " +
      "an evening and use it tomorrow.",
    type: "DOWNLOAD",
    priceCents: 2_900,
    originalPriceCents: 3_900,
    featured: true,
    digitalFileType: "UPLOAD",
    fileName: "pricing-playbook.pdf",
    downloadButtonText: "Download the e-book",
    digitalExpirationDays: 90,
    maxDownloads: 5,
  },
  {
    ...PLAIN,
    title: "The Studio Circle",
    slug: "studio-circle",
    description:
      "A small circle of independent designers who show unfinished work and talk about money. Each month brings one " +
      "live critique, one guest and a new template. Cancel or pause whenever you like.",
    type: "MEMBERSHIP",
    priceCents: 2_400,
    featured: true,
    billingInterval: "MONTH",
    yearlyPriceCents: 24_000,
    benefits: [
      "A live critique of unfinished work each month",
      "A guest who shows their numbers",
      "A new template for your studio each month",
    ],
  },
  {
    ...PLAIN,
    title: "Studio OS: Client Templates",
    slug: "studio-os-templates",
    description:
      "The paperwork of a calm studio: brief questionnaire, proposal, agreement, timeline, invoice and off-boarding " +
      "mail. Plain Markdown and CSV, so it opens in whatever you already use. One zip for all your projects.",
    type: "DOWNLOAD",
    priceCents: 3_900,
    originalPriceCents: 5_900,
    digitalFileType: "UPLOAD",
    fileName: "studio-os-templates.zip",
    downloadButtonText: "Download the templates",
    maxDownloads: 5,
  },
  {
    ...PLAIN,
    title: "Brand Board Kit",
    slug: "brand-board-kit",
    description:
      "Twelve brand board layouts with swatches, type pairings and pattern tiles that change together. Open the " +
      "shared library, make a copy, and show a client a direction this afternoon.",
    type: "DOWNLOAD",
    priceCents: 1_900,
    digitalFileType: "LINK",
    digitalFileExternalUrl: "https://example.com/brand-board-kit",
    downloadButtonText: "Open the kit",
    digitalExpirationDays: 365,
  },
  {
    ...PLAIN,
    title: "60-Minute Portfolio Review",
    slug: "portfolio-review",
    description:
      "We open your portfolio together and look at it the way a client does. You leave with three projects to keep, " +
      "one to cut, and a rewritten first sentence. Pick a time after checkout.",
    type: "BOOKING_LINK",
    priceCents: 9_500,
    digitalFileType: "LINK",
    digitalFileExternalUrl: "https://example.com/book/maya",
    downloadButtonText: "Pick a time",
  },
  {
    ...PLAIN,
    title: "Live Workshop: Price Your Next Project",
    slug: "pricing-workshop",
    description:
      "Two hours, twenty seats, and your own next quote on the table. We price it together, live, on the first " +
      "Thursday of the month. The recording and the worksheet are included.",
    type: "EVENT",
    priceCents: 4_500,
    digitalFileType: "LINK",
    digitalFileExternalUrl: "https://example.com/live/pricing-workshop",
    downloadButtonText: "Join the workshop",
    inventoryQuantity: 20,
  },
  {
    ...PLAIN,
    title: "Brand Identity Audit",
    slug: "brand-identity-audit",
    description:
      "Send me your logo, site and three places where your brand is seen. Within five working days you get a " +
      "twelve-page report and a half-hour call: what works, what fights itself, and what to fix first.",
    type: "SERVICE",
    priceCents: 34_900,
    originalPriceCents: 42_000,
  },
  {
    ...PLAIN,
    title: "Grid Notebook, A5",
    slug: "grid-notebook",
    description:
      "A sketchbook for marks and wordmarks: 144 pages of 5 mm grid on 100 g paper that takes ink without a shadow. " +
      "Bound to lie flat, with a ribbon and a pocket. Ships within two working days.",
    type: "PHYSICAL",
    priceCents: 1_800,
    requiresShipping: true,
    inventoryQuantity: 120,
    pictures: [
      {
        name: "grid-notebook-open",
        alt: "The notebook lies open and flat: sketched marks on a fine grid, a ribbon between the pages",
      },
      {
        name: "grid-notebook-pocket",
        alt: "The pocket inside the back cover, with a card and a torn-out page in it",
      },
    ],
  },
  {
    ...PLAIN,
    title: "Client Red Flags Checklist",
    slug: "red-flags-checklist",
    description:
      "Twenty-one signs that a project will hurt, sorted by how early you can notice them. One page to read before " +
      "you say yes. Free, because everyone has to learn this once.",
    type: "DOWNLOAD",
    priceCents: 0,
    digitalFileType: "UPLOAD",
    fileName: "red-flags-checklist.pdf",
    downloadButtonText: "Download the checklist",
  },
  {
    ...PLAIN,
    title: "The Studio Starter Kit",
    slug: "studio-starter-kit",
    description:
      "Three things that a new studio needs in its first month, at the price of two: how to price the work, where to " +
      "keep it, and how to show it. Each of them opens right after payment.",
    type: "BUNDLE",
    priceCents: 6_800,
    parts: ["pricing-playbook", "studio-os-templates", "brand-board-kit"],
  },
];
