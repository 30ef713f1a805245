import { setTimeout as sleep } from "node:timers/promises";
import { expect, request, test } from "@playwright/test";
import { mailsTo, newAddress } from "#tests/e2e/support/mailbox.ts";
import { expectBought, payWithCard } from "./purchase.ts";
import { isLongRun } from "#tests/support/long-run.ts";
import { startServer } from "./server-process.ts";
import { newStore } from "./store.ts";

const rounds = isLongRun ? 30 : 6;

test("a server killed at any moment after the card's success ends in one order, its download and one receipt", async () => {
  if (isLongRun) test.setTimeout(90 * 60_000);
  const store = await newStore();
  const start = async (port?: number) => {
    const server = await startServer({ env: { DATA_DIR: store.dataDir }, ...(port && { port }) });
    await server.ready();
    return server;
  };
  let server = await start();
  const buyer = await request.newContext({ baseURL: server.origin });
  const buyers: string[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const email = newAddress(`killed-${round}`);
      buyers.push(email);
      const paymentIntentId = await payWithCard(buyer, email);
      // The webhook, its job and the receipt follow within some 100 ms: the server dies somewhere among them.
      await sleep(((round + Math.random()) / rounds) * 100);
      await server.end("SIGKILL");
      server = await start(server.port);
      await expectBought(buyer, email, paymentIntentId);
    }
    // Nothing that was begun twice comes out twice.
    await sleep(2_000);
    for (const email of buyers) expect(await mailsTo(buyer, email)).toHaveLength(1);
  } finally {
    await buyer.dispose();
    await server.end();
    await store.remove();
  }
});
