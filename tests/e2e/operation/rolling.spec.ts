import { setTimeout as sleep } from "node:timers/promises";
import { expect, request, test } from "@playwright/test";
import { newAddress } from "#tests/e2e/support/mailbox.ts";
import { freePort } from "#tests/support/free-port.ts";
import { startRoundRobinProxy } from "#tests/support/round-robin-proxy.ts";
import { confirmPayment, expectBought, openCheckout } from "./purchase.ts";
import { startServer } from "./server-process.ts";
import { newStore, runDatabase } from "./store.ts";

test("two web servers are replaced one after the other under load: no request fails, a session and an open checkout go on", async () => {
  const store = await newStore();
  const database = await runDatabase(store.dataDir);
  const ports = [await freePort(), await freePort()];
  const proxy = await startRoundRobinProxy(ports);
  const env = {
    DATA_DIR: store.dataDir,
    DATABASE_URL: database.url,
    PUBLIC_URL: proxy.origin,
    DRAIN_SECONDS: "2",
    RATE_LIMIT_FACTOR: "10000",
  };
  const startWeb = (port: number) => startServer({ env, roles: ["web"], port });
  const servers = await Promise.all(ports.map(startWeb));
  // Events of payments come to the shop by its own address, as from outside.
  const worker = await startServer({ env, roles: ["worker"], port: proxy.port });
  const load = new AbortController();
  try {
    await expect.poll(proxy.up).toEqual(ports);
    const creator = await request.newContext({ baseURL: proxy.origin });
    expect((await creator.post("/api/dev/sign-in-as-demo")).status()).toBe(200);
    const buyer = await request.newContext({ baseURL: proxy.origin });
    const email = newAddress("rolling");
    const checkout = await openCheckout(buyer, email);

    const statuses = new Map<string, number>();
    const ask = async (path: string, options: RequestInit = {}) => {
      const status = await fetch(`${proxy.origin}${path}`, options).then(
        (answer) => answer.text().then(() => answer.status),
        () => 0,
      );
      const told = `${path} ${status}`;
      statuses.set(told, (statuses.get(told) ?? 0) + 1);
    };
    const write = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code: "NONE", productIds: [] }),
    };
    const visiting = Array.from({ length: 4 }, async () => {
      while (!load.signal.aborted) {
        await ask("/u/demo");
        await ask("/api/creators/demo/products");
        await ask("/api/nothing-is-here", write);
        // Often enough for each moment of a change, and not so often that nothing else runs.
        await sleep(20);
      }
    });

    for (const [index, port] of ports.entries()) {
      const { status } = (await servers[index]?.end()) ?? {};
      expect(status).toBe(0);
      expect(proxy.up()).not.toContain(port);
      const next = await startWeb(port);
      servers[index] = next;
      await expect.poll(proxy.up).toEqual(ports);
      expect((await creator.get("/api/auth/user")).status()).toBe(200);
    }
    load.abort();
    await Promise.all(visiting);

    expect(proxy.failures).toEqual([]);
    expect([...statuses.keys()].toSorted()).toEqual([
      "/api/creators/demo/products 200",
      "/api/nothing-is-here 404",
      "/u/demo 200",
    ]);
    expect(statuses.get("/u/demo 200")).toBeGreaterThan(200);
    await confirmPayment(buyer, checkout);
    await expectBought(buyer, email, checkout.paymentIntentId);
    await Promise.all([creator.dispose(), buyer.dispose()]);
  } finally {
    load.abort();
    await Promise.all([...servers, worker].map((server) => server.end("SIGKILL")));
    await proxy.close();
    await database.stop();
    await store.remove();
  }
});
