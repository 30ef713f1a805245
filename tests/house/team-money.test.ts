import { beforeAll, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { getFileNews } from "#contract/downloads/downloads.ts";
import { cancelEvent, getEventNews } from "#contract/events/events.ts";
import { getCustomer, listCustomers } from "#contract/orders/customers.ts";
import { getOrder, listOrders } from "#contract/orders/orders-admin.ts";
import { searchStore } from "#contract/search/search.ts";
import { mayCall, type TeamRole } from "#contract/team/roles.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { colleagueBrowser } from "#tests/support/team-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { queriesOf } from "./creator-calls.ts";
import { declaredEndpoints, nameOf } from "./declared-endpoints.ts";
import { jsonSchemaOf } from "./schema-arbitraries.ts";

const app = await testApp();
const endpoints = (await declaredEndpoints()).filter(({ config }) => config.access === "creator");
const openTo = (role: TeamRole) =>
  endpoints.filter(({ config }) => config.roles !== "ANY_PERSON" && mayCall(role, config.roles ?? []));

/** Names of fields that hold money, or what it can be reckoned from: how many bought something, times its price. */
const isMoney = (name: string) =>
  /cents$|revenue|spent|earn(ed|ing)|balance|payout|(order|learner|attempt|passed|right)Count$|sales|price|buyers$|untold|recipients/i.test(
    name,
  );

/** Where support and editors are told of money, and why it is no sum of the store's. */
const told: Record<string, string> = {
  "GET /api/my-products": "prices that everybody sees; `orderCount` is null",
  "PUT /api/products/:id": "the same",
  "POST /api/products": "the same, of a product that nobody bought yet",
  "POST /api/products/:id/duplicate": "the same",
  "GET /api/my-products/archived": "`orderCount` is null",
  "GET /api/my-courses/:productId/preview": "prices that everybody sees",
  "GET /api/my-design": "of coupons that the page shows",
  "PATCH /api/my-design": "the same",
  "POST /api/my-design/publish": "the same",
  "POST /api/my-design/versions/:number/restore": "the same",
  "GET /api/orders": "null",
  "GET /api/order-totals": "null",
  "GET /api/customers": "null",
  "GET /api/customers/:id": "null",
  "GET /api/search": "prices that everybody sees, how often one person bought; amounts of orders are null",
  "GET /api/orders/:id": "what one buyer paid for one order: support answers who asks about it",
  "POST /api/orders/:id/notes": "the same",
  "PATCH /api/orders/:id/lines/:lineId": "the same",
  "GET /api/refund-requests": "what one buyer asks back",
  "GET /api/notifications/unread": "the first sale is null",
  "GET /api/products/:id/event-news": "whether anybody bought it: 0, or null for some",
  "PUT /api/products/:id/event-cancellation": "the same",
  "GET /api/products/:id/file-announcement": "the same",
  "POST /api/products/:id/file-announcement": "the same",
  "GET /api/my-courses/:productId/modules/:moduleId/learners":
    "whether anybody has begun it: 0, or null for some",
  "GET /api/my-courses/:productId/lessons/:lessonId/learners": "the same",
  "GET /api/my-courses/:productId/lessons/:lessonId/quiz": "the same, with shares of those who tried",
  "GET /api/my-courses/:productId/lessons/:lessonId/quiz-preview": "of nobody: a preview is tried by nobody",
};

test.each(["SUPPORT", "EDITOR"] as const)(
  "nothing that is answered to %s has a field of money but where it says why",
  (role) => {
    const found = openTo(role)
      .filter((endpoint) => moneyIn(endpoint).length > 0)
      .map(nameOf);
    expect(found.filter((name) => told[name] === undefined)).toEqual([]);
  },
);

test("no place is excused that tells of no money, or that neither of them reaches", () => {
  const reached = [...openTo("SUPPORT"), ...openTo("EDITOR")].filter(
    (endpoint) => moneyIn(endpoint).length > 0,
  );
  expect(Object.keys(told).toSorted()).toEqual([...new Set(reached.map(nameOf))].toSorted());
});

function moneyIn({ schema: { response } }: Endpoint): string[] {
  const names: string[] = [];
  const walk = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    for (const [key, value] of Object.entries(part)) {
      if (key === "properties") names.push(...Object.keys(value as object).filter(isMoney));
      walk(value);
    }
  };
  for (const schema of Object.values(response ?? {})) walk(jsonSchemaOf(schema));
  return names;
}

/** Amounts that stand nowhere else, and what they come to. */
const amounts = [71_311, 88_817, 160_128];
const shown = amounts.flatMap((cents) => [
  String(cents),
  (cents / 100).toFixed(2),
  (cents / 100).toLocaleString("en-US"),
]);
let owner: Awaited<ReturnType<typeof makeCreator>>;
let order: Awaited<ReturnType<typeof makeOrder>>;

beforeAll(async () => {
  owner = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: owner.id, title: "Porcelain mug" });
  const email = "ida@example.com";
  order = await makeOrder(app, {
    email,
    customerName: "Ida",
    items: [{ product: { ...product, priceCents: 71_311 } }],
  });
  await makeOrder(app, {
    email,
    customerName: "Ida",
    items: [{ product: { ...product, priceCents: 88_817 } }],
  });
});

test.each(["SUPPORT", "EDITOR"] as const)(
  "no list, figure, search or export that is open to %s says what was paid, or what it comes to",
  async (role) => {
    const { browser } = await colleagueBrowser(app, owner, role);
    const answers: [string, string][] = [];
    for (const endpoint of openTo(role).filter(({ method, url }) => method === "GET" && !url.includes(":"))) {
      const querystring = queriesOf[nameOf(endpoint)] ?? { handle: "x_y", slug: "x" };
      answers.push([
        nameOf(endpoint),
        (await browser.call(endpoint as never, { querystring } as never)).text,
      ]);
    }
    for (const q of ["ida", "mug", "713.11", order.id.slice(0, 8)])
      answers.push([`search for ${q}`, (await browser.call(searchStore, { querystring: { q } })).text]);
    const { customerId } = order;
    answers.push(["customer", (await browser.call(getCustomer, { params: { id: customerId } })).text]);
    const telling = answers.filter(([, text]) => shown.some((amount) => text.includes(amount)));
    expect(telling.map(([name]) => name)).toEqual([]);
    expect(answers.length).toBeGreaterThan(8);
  },
);

test("how many bought an event or a file is told who sees money, and to an editor whether anybody did", async () => {
  const creator = await makeCreator(app);
  const ownerId = creator.id;
  const starts = new Date(app.clock.now().getTime() + 3_600_000);
  const event = await makeProduct(app, {
    ownerId,
    type: "EVENT",
    eventStartsAt: starts,
    eventEndsAt: new Date(starts.getTime() + 3_600_000),
    eventZone: "UTC",
  });
  const file = await makeProduct(app, {
    ownerId,
    type: "DOWNLOAD",
    digitalFileType: "LINK",
    digitalFileExternalUrl: "https://files.example.com/x",
  });
  const editor = (await colleagueBrowser(app, creator, "EDITOR")).browser;
  const admin = (await colleagueBrowser(app, creator, "ADMIN")).browser;
  const read = async (browser: typeof editor) => [
    (await browser.call(getEventNews, { params: { id: event.id } })).body.buyers,
    (await browser.call(getFileNews, { params: { id: file.id } })).body.pastBuyers,
  ];
  expect(await read(editor)).toEqual([0, 0]);
  await makeOrder(app, { items: [{ product: event }] });
  await makeOrder(app, { items: [{ product: file, download: { maxDownloads: 3, expiresAt: null } }] });
  expect(await read(editor)).toEqual([null, null]);
  expect(await read(admin)).toEqual([1, 1]);
  const called = { params: { id: event.id }, body: { isCancelled: true } };
  expect((await editor.call(cancelEvent, called)).body.buyers).toBeNull();
});

test("support reads what one buyer paid in that order, and sorts nothing by amounts", async () => {
  const { browser } = await colleagueBrowser(app, owner, "SUPPORT");
  const page = await browser.call(getOrder, { params: { id: order.id } });
  expect([page.status, page.body.totalCents]).toEqual([200, 71_311]);
  for (const sort of ["total", "-total"] as const)
    expect((await browser.call(listOrders, { querystring: { sort } })).status).toBe(403);
  for (const sort of ["spent", "-spent"] as const)
    expect((await browser.call(listCustomers, { querystring: { sort } })).status).toBe(403);
  const listed = await browser.call(listOrders, { querystring: { sort: "-created" } });
  expect(listed.body.map(({ totalCents, refundedCents }) => [totalCents, refundedCents])).toEqual([
    [null, null],
    [null, null],
  ]);
});

test("an editor finds products alone, and an admin what the owner finds", async () => {
  const editor = (await colleagueBrowser(app, owner, "EDITOR")).browser;
  const admin = (await colleagueBrowser(app, owner, "ADMIN")).browser;
  const find = async (browser: typeof editor, q: string) =>
    (await browser.call(searchStore, { querystring: { q } })).body;
  expect(await find(editor, "ida")).toEqual({ products: [], orders: [], people: [], conversations: [] });
  expect((await find(editor, "mug")).products).toHaveLength(1);
  expect((await find(admin, "ida")).orders.map(({ totalCents }) => totalCents).toSorted()).toEqual([
    71_311, 88_817,
  ]);
  expect((await find(admin, "713.11")).orders).toHaveLength(1);
});
