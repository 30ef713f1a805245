import { expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { testApp } from "#tests/support/test-app.ts";
import { type BoughtShop, makeBoughtShop } from "./bought-shop.ts";
import { stretchColumns } from "./column-extremes.ts";
import { idCalls, queriesOf } from "./creator-calls.ts";
import { declaredEndpoints, nameOf } from "./declared-endpoints.ts";
import { type FurnishedCreator, makeFurnishedCreator } from "./furnished-creator.ts";
import { sendRaw } from "./raw-request.ts";

/** One signs the caller out; the other answers for the jobs, which do not run here. */
const leftOut = new Set(["GET /api/logout", "GET /api/ready"]);
/** What they read hangs on a column of its own, which one of the extremes empties or ends: then there is none. */
const ofOneColumn = /\/(quiz|assignment)-preview$|\/exports\/:token$|\/text-videos\/:uploadId\/captions$/;
const reads = (await declaredEndpoints()).filter(
  (endpoint) => endpoint.method === "GET" && !leftOut.has(nameOf(endpoint)),
);

test.each(["most", "least", "null"] as const)(
  "a creator's every GET is answered, and nobody's fails, with every column at its extreme: %s",
  async (extreme) => {
    const app = await testApp();
    const creator = await makeFurnishedCreator(app);
    const shop = await makeBoughtShop(app);
    const changed = await stretchColumns(app.services.pool, extreme);
    expect(changed.length).toBeGreaterThan(50);
    const mine = await sessionCookieOf(app, creator);
    const bought = Object.entries(shop.proofs(shop.order.id)["proven by code"].cookies ?? {});
    const failed: string[] = [];
    for (const endpoint of reads) {
      const calls = [{ path: creatorsPath(endpoint, creator), cookie: mine }];
      if (endpoint.config.access !== "creator")
        calls.push({
          path: buyersPath(endpoint, shop),
          cookie: bought.map(([name, value]) => `${name}=${value}`).join("; "),
        });
      for (const { path, cookie } of calls) {
        const { statusCode, body } = await sendRaw(app, { method: "GET", path, headers: { cookie } });
        const isFine =
          endpoint.config.access === "creator"
            ? statusCode === 200 || (statusCode === 404 && ofOneColumn.test(endpoint.url))
            : statusCode < 500;
        if (!isFine) failed.push(`GET ${path}: ${statusCode} ${body.slice(0, 200)}`);
      }
    }
    expect(failed).toEqual([]);
  },
);

/** What a creator asks, of their own. */
function creatorsPath({ method, url }: Endpoint, creator: FurnishedCreator): string {
  const { ids = {}, query = {} } = idCalls[`${method} ${url}`] ?? {};
  const idOf = (slot: string) => creator.ids[ids[slot] ?? "product"];
  const words: Record<string, string> = { handle: creator.handle, kind: "EVENT_DAY" };
  const path = url.replaceAll(/:(\w+)/g, (_, name: string) => words[name] ?? idOf(`params.${name}`));
  const named = Object.keys(ids)
    .filter((slot) => slot.startsWith("query."))
    .map((slot) => [slot.slice("query.".length), idOf(slot)]);
  return `${path}?${new URLSearchParams({ handle: "some_handle", ...queriesOf[`${method} ${url}`], ...query, ...Object.fromEntries(named) }).toString()}`;
}

/** What a buyer asks, of what they bought. */
function buyersPath({ url, schema }: Endpoint, shop: BoughtShop): string {
  const values: Record<string, string> = {
    email: shop.email,
    orderId: shop.order.id,
    paymentIntentId: shop.reference,
    lessonId: shop.lesson,
    handle: shop.creator.handle,
    creator: shop.creator.handle,
    slug: shop.course.slug,
    before: shop.order.id,
  };
  const valueOf = (name: string) => encodeURIComponent(values[name] ?? shop.course.id);
  const asked = Object.keys(schema.querystring?.shape ?? {}).filter((name) => name in values);
  return `${url.replaceAll(/:(\w+)/g, (_, name: string) => valueOf(name))}?${asked.map((name) => `${name}=${valueOf(name)}`).join("&")}`;
}
