/**
 * `npm run budgets`: weighs the pages of the built app, and fails when one has grown past its budget. With `-- --themes` those
 * are a store's two kinds of pages in each of its themes.
 */
import { type Browser, chromium } from "@playwright/test";
import { copySeededStore, makeSeededStore } from "#tests/e2e/support/seeded-store.ts";
import { startProductionServer } from "#tests/support/production-server.ts";
import { chromiumSwitches, findChromium } from "./chromium.mjs";
import { isBelow, type Machine, measureScores, type Scores } from "./lighthouse-scores.ts";
import { measureMachineSpeed, slowdownOf } from "./machine-speed.ts";
import { measurePayPress } from "./pay-press.ts";
import { inspectStaticPage, type PageWeight, weighPage } from "./page-weight.ts";
import { Explained, run } from "./progress.mjs";
import { measureThemes } from "./theme-budgets.ts";

/** Budgets in kB (1,000 bytes) as they travel, and the lowest Lighthouse scores. */
type Budget = {
  name: string;
  path: string;
  scriptKb: number;
  /** Set for pages without scripts: all that is not an image. */
  totalKb?: number;
  signedIn?: boolean;
  floors?: Scores;
};

const staticFloors = { performance: 98, accessibility: 100 };
/** The longest that the pay button may take to show that it was pressed, in milliseconds. */
const mostPayPress = 200;
const hydratedFloors = { performance: 90, accessibility: 100 };

await run(async () => {
  const chromePath = await findChromium();
  if (!chromePath) throw new Explained("There is no Chromium to measure with: npm test installs one.");
  await makeSeededStore();
  const server = await startProductionServer({
    port: Number(process.env["BUDGETS_PORT"] ?? 3211),
    fill: copySeededStore,
  });
  const browser = await chromium.launch({ executablePath: chromePath, args: chromiumSwitches });
  try {
    if (process.argv.includes("--themes")) {
      const productPath = await findProductPath(server.url);
      const machine = { chromePath, speed: await measureMachineSpeed(chromePath) };
      const breaches = await measureThemes({
        url: server.url,
        browser,
        machine,
        floors: staticFloors,
        productPath,
      });
      console.log(breaches === 0 ? "Every theme is within its budget" : `${breaches} pages are not`);
      return breaches === 0 ? 0 : 1;
    }
    console.log(columns("page", "script kB", "style kB", "html kB", "total kB", "perf", "a11y"));
    let breaches = 0;
    const budgets = await listBudgets(server.url);
    const weighed = await weighAll(browser, budgets, server.url);
    const machine = { chromePath, speed: await measureMachineSpeed(chromePath) };
    for (const { budget, weight } of weighed) breaches += await judge(budget, weight, server.url, machine);
    breaches += await checkPayPress(budgets, server.url, browser, machine);
    console.log(breaches === 0 ? "Every page is within its budget" : `${breaches} budgets are broken`);
    return breaches === 0 ? 0 : 1;
  } finally {
    await browser.close();
    await server.stop();
  }
});

/** The pages that are weighed: those of the demo store. */
async function listBudgets(url: string): Promise<Budget[]> {
  const response = await fetch(`${url}/api/creators/demo/products`);
  if (!response.ok) throw new Explained(`The demo store has no products: ${response.status}`);
  const products = (await response.json()) as { id: string; slug: string; type: string }[];
  const course = products.find(({ type }) => type === "COURSE");
  if (!products[0] || !course) throw new Explained("The demo store needs a product and a course to measure");
  return [
    { name: "Landing", path: "/", scriptKb: 0, totalKb: 20, floors: staticFloors },
    { name: "Storefront", path: "/u/demo", scriptKb: 0, totalKb: 20, floors: staticFloors },
    { name: "Product page", path: `/u/demo/${course.slug}`, scriptKb: 0, totalKb: 25, floors: staticFloors },
    { name: "Checkout", path: `/checkout/${products[0].id}`, scriptKb: 140, floors: hydratedFloors },
    {
      name: "Post-purchase",
      path: `/post-purchase?payment_intent=pi_x&email=a%40example.com`,
      scriptKb: 135,
    },
    { name: "Success", path: "/success", scriptKb: 135 },
    { name: "Members", path: "/members", scriptKb: 135, floors: hydratedFloors },
    { name: "Course", path: `/course/${course.slug}`, scriptKb: 150 },
    { name: "Join", path: "/u/demo/join", scriptKb: 135 },
    { name: "Admin", path: "/admin", scriptKb: 230, signedIn: true },
    // The page and what it loads to draw charts.
    { name: "Analytics", path: "/admin?tab=analytics", scriptKb: 230 + 105, signedIn: true },
    { name: "Design", path: "/design", scriptKb: 230, signedIn: true },
    { name: "Social", path: "/social", scriptKb: 230, signedIn: true },
    { name: "Course editor", path: `/course-editor/${course.id}`, scriptKb: 230, signedIn: true },
  ];
}

/** The page of the demo store's course, which has most on it. */
async function findProductPath(url: string): Promise<string> {
  const page = (await listBudgets(url)).find(({ name }) => name === "Product page");
  if (!page) throw new Explained("The product page is not among the pages that are measured");
  return page.path;
}

type Weighed = { budget: Budget; weight: PageWeight };

/** Weighs each page, several at a time: most of it is waiting. Nothing is timed meanwhile. */
async function weighAll(browser: Browser, budgets: Budget[], origin: string): Promise<Weighed[]> {
  const weighed: Weighed[] = [];
  const waiting = budgets.entries();
  const weighWaiting = async () => {
    for (const [place, budget] of waiting)
      weighed[place] = { budget, weight: await weighIn(browser, budget, origin + budget.path) };
  };
  await Promise.all([weighWaiting(), weighWaiting(), weighWaiting()]);
  return weighed;
}

/** Scores one page, prints its line and what is wrong with it, and answers the number of breaches. */
async function judge(budget: Budget, weight: PageWeight, origin: string, machine: Machine): Promise<number> {
  const url = origin + budget.path;
  const scores = budget.floors && (await measureScores(machine, url, budget.floors));
  const breaches = [...weight.faults];
  if (budget.totalKb !== undefined) breaches.push(...(await inspectStaticPage(url)));
  if (weight.scriptBytes > budget.scriptKb * 1000)
    breaches.push(`more than ${budget.scriptKb} kB of scripts`);
  if (weight.totalBytes > (budget.totalKb ?? Infinity) * 1000)
    breaches.push(`more than ${budget.totalKb} kB in all`);
  if (budget.floors && scores && isBelow(scores, budget.floors))
    breaches.push(`Lighthouse below ${budget.floors.performance} / ${budget.floors.accessibility}`);
  const { scriptBytes, styleBytes, htmlBytes, totalBytes } = weight;
  const sizes = [scriptBytes, styleBytes, htmlBytes, totalBytes].map((bytes) => (bytes / 1000).toFixed(1));
  console.log(
    columns(budget.name, ...sizes, `${scores?.performance ?? ""}`, `${scores?.accessibility ?? ""}`),
  );
  for (const breach of breaches) console.log(`  ✗ ${breach}`);
  return breaches.length;
}

async function checkPayPress(
  budgets: Budget[],
  origin: string,
  browser: Browser,
  { speed }: Machine,
): Promise<number> {
  const checkout = budgets.find(({ name }) => name === "Checkout");
  if (!checkout) throw new Explained("The checkout is not among the pages that are measured");
  const milliseconds = await measurePayPress(
    browser,
    origin + checkout.path,
    mostPayPress,
    slowdownOf(speed),
  );
  console.log(`The pay button answers a press in ${milliseconds} ms on a slow phone`);
  if (milliseconds <= mostPayPress) return 0;
  console.log(`  ✗ more than ${mostPayPress} ms`);
  return 1;
}

async function weighIn(browser: Browser, { signedIn }: Budget, url: string): Promise<PageWeight> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    // The page that waits for a payment is weighed while it waits, before it leads on to the next one.
    await context.route("**/api/checkout/finish-payment", () => {});
    if (signedIn) await context.request.post(new URL("/api/dev/sign-in-as-demo", url).href);
    return await weighPage(context, url);
  } finally {
    await context.close();
  }
}

function columns(name: string, ...cells: string[]) {
  return name.padEnd(16) + cells.map((cell) => cell.padStart(11)).join("");
}
