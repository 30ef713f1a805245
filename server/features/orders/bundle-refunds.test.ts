import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { refundOrder, updateOrderLine } from "#contract/orders/orders-admin.ts";
import { makeBundle } from "#tests/support/bundle-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { auditNow, buyOrder } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { refundsOfRequest } from "./refund-rows.ts";
import { spreadOverLines } from "./refundable-lines.ts";
import { undoRefund } from "./undo-refund.ts";

const app = await testApp();

/** Bought for $40: parts of $25, $15 and nothing, and an add-on for $7. */
async function buyKit({ bumps = [700] }: { bumps?: number[] } = {}) {
  const creator = await makeCreator(app);
  const part = (title: string, priceCents: number) =>
    makeProduct(app, { ownerId: creator.id, title, priceCents });
  const kit = await makeBundle(app, [await part("A", 2_500), await part("B", 1_500), await part("Gift", 0)], {
    title: "Kit",
  });
  const bought = await buyOrder(app, { main: kit, creator, bumps });
  const lines = async () => (await bought.read()).lines;
  return {
    ...bought,
    lines,
    open: async () =>
      (await lines())
        .filter(({ hasAccess }) => hasAccess)
        .map(({ title, itemType }) => (itemType === "ORDER_BUMP" ? "Bump" : title)),
    refund: async (
      wanted: Record<string, number>,
      more: { idempotencyKey?: string; revokeAccess?: boolean } = {},
    ) => {
      const known = await lines();
      return bought.seller.call(refundOrder, {
        params: { id: bought.id },
        body: {
          idempotencyKey: randomUUID(),
          lines: Object.entries(wanted).map(([title, amountCents]) => ({
            orderItemId: known.find((line) => line.title === title)?.id ?? "",
            amountCents,
          })),
          ...more,
        },
      });
    },
  };
}

test("a part is given back alone and closes alone; with the last of them goes the bundle with its free parts", async () => {
  const kit = await buyKit();
  expect((await kit.refund({ A: 2_500 })).status).toBe(200);
  expect(await kit.open()).toEqual(["Kit", "B", "Gift", "Bump"]);
  expect((await kit.refund({ B: 1_000 })).status).toBe(200);
  expect(await kit.open()).toEqual(["Kit", "B", "Gift", "Bump"]);
  expect((await kit.refund({ B: 500 })).status).toBe(200);
  expect(await kit.open()).toEqual(["Bump"]);
  expect(await auditNow(app)).toEqual([]);
});

test("what is given back of the bundle's own line falls on its parts by what is left of each, once for each key", async () => {
  const kit = await buyKit();
  const idempotencyKey = randomUUID();
  const refund = () => kit.refund({ Kit: 1_001 }, { idempotencyKey });
  const amounts = (await refund()).body.map(({ amountCents }) => amountCents).toSorted((a, b) => b - a);
  expect(amounts).toEqual([626, 375]);
  expect((await refund()).body.map(({ amountCents }) => amountCents).toSorted((a, b) => b - a)).toEqual(
    amounts,
  );
  expect((await kit.refund({ Kit: 1_000 }, { idempotencyKey })).status).toBe(409);
  expect((await kit.refund({ Kit: 3_000 })).status).toBe(422);
  expect((await kit.refund({ Kit: 100, A: 100 })).status).toBe(422);
  expect((await kit.refund({ Kit: 2_999 })).status).toBe(200);
  expect(await kit.open()).toEqual(["Bump"]);
  expect(await auditNow(app)).toEqual([]);
});

test("a bundle that is given back whole is REFUNDED and closed; opened by hand, it opens its parts", async () => {
  const kit = await buyKit({ bumps: [] });
  await kit.seller.call(refundOrder, { params: { id: kit.id }, body: { idempotencyKey: randomUUID() } });
  expect(await kit.read()).toMatchObject({ status: "REFUNDED", refundedCents: 4_000 });
  expect(await kit.open()).toEqual([]);
  const [line] = await kit.lines();
  const change = (hasAccess: boolean) =>
    kit.seller.call(updateOrderLine, { params: { id: kit.id, lineId: line?.id ?? "" }, body: { hasAccess } });
  await change(true);
  expect(await kit.open()).toEqual(["Kit", "A", "B", "Gift"]);
  await change(false);
  expect(await kit.open()).toEqual([]);
});

test("an add-on's refund that the bank sends back opens nothing of a bundle that stays refunded, and a part's does", async () => {
  const kit = await buyKit();
  const { pool, clock } = app.services;
  const idempotencyKey = randomUUID();
  await kit.seller.call(refundOrder, { params: { id: kit.id }, body: { idempotencyKey } });
  expect(await kit.open()).toEqual([]);
  const known = await kit.lines();
  const undo = async (isIt: (line: (typeof known)[number]) => boolean) => {
    const rows = await refundsOfRequest(pool, kit.id, idempotencyKey);
    const row = rows.find(({ orderItemId }) => known.some((line) => line.id === orderItemId && isIt(line)));
    if (!row) throw new Error("it was not refunded");
    await inTransaction(pool, (client) => undoRefund(client, row, clock.now()));
  };
  await undo(({ itemType }) => itemType === "ORDER_BUMP");
  expect(await kit.open()).toEqual(["Bump"]);
  await undo(({ title }) => title === "A");
  expect(await kit.open()).toEqual(["Kit", "A", "Gift", "Bump"]);
});

test("what the provider gave back of a payment takes of all parts alike, and of the main line before its add-ons", () => {
  const line = (
    id: string,
    itemType: "MAIN" | "PART" | "ORDER_BUMP",
    leftCents: number,
    pendingCents = 0,
  ) => ({ id, itemType, leftCents, pendingCents });
  const lines = [
    line("kit", "MAIN", 0),
    line("a", "PART", 2_500),
    line("b", "PART", 1_500),
    line("bump", "ORDER_BUMP", 700),
  ];
  expect(spreadOverLines(lines, 1_000)).toEqual([
    { id: "a", amountCents: 625 },
    { id: "b", amountCents: 375 },
  ]);
  expect(spreadOverLines(lines, 4_200)).toEqual([
    { id: "a", amountCents: 2_500 },
    { id: "b", amountCents: 1_500 },
    { id: "bump", amountCents: 200 },
  ]);
});
