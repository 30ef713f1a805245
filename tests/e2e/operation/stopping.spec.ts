import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, request, test } from "@playwright/test";
import { newAddress } from "#tests/e2e/support/mailbox.ts";
import { fastFolder } from "#tests/support/fast-folder.mjs";
import { expectBought, payWithCard } from "./purchase.ts";
import { processesIn, type ServerProcess, startServer, statusOf } from "./server-process.ts";
import { newStore } from "./store.ts";

for (const [name, signal] of [
  ["SIGTERM", "SIGTERM"],
  ["Ctrl-C", "SIGINT"],
] as const) {
  test(`${name} lets requests under way finish, refuses new ones, and leaves no process behind`, async () => {
    test.setTimeout(120_000);
    const store = await newStore();
    const server = await startServer({ env: { DATA_DIR: store.dataDir } });
    try {
      await server.ready();
      const buyer = await request.newContext({ baseURL: server.origin });
      const email = newAddress("stopping");
      const paymentIntentId = await payWithCard(buyer, email);
      const body = JSON.stringify({ email: newAddress("slow") });
      const slow = await sendHalf(server, body);
      // A connection kept open for a next request holds nothing up either.
      expect(await statusOf(`${server.origin}/api/health`)).toBe(200);
      const ending = server.end(signal);
      await expect.poll(() => statusOf(`${server.origin}/api/health`)).toBe(0);
      await sleep(500);
      slow.request.end(body.slice(body.length / 2));
      expect((await slow.answer).statusCode).toBe(200);
      const { status, seconds } = await ending;
      expect(status, server.output()).toBe(0);
      expect(seconds).toBeLessThan(10);
      expect(processesIn(store.dataDir)).toEqual([]);

      const next = await startServer({ env: { DATA_DIR: store.dataDir }, port: server.port });
      await next.ready();
      await expectBought(buyer, email, paymentIntentId, 10);
      await buyer.dispose();
      expect((await next.end()).status).toBe(0);
    } finally {
      await server.end("SIGKILL");
      await store.remove();
    }
  });
}

test("a request that never ends is cut off: the server is gone within 20 seconds", async () => {
  test.setTimeout(120_000);
  const store = await newStore();
  const server = await startServer({ env: { DATA_DIR: store.dataDir } });
  try {
    await server.ready();
    const slow = await sendHalf(server, JSON.stringify({ email: newAddress("endless") }));
    const cutOff = expect(slow.answer).rejects.toThrow();
    const { status, seconds } = await server.end();
    await cutOff;
    expect(status, server.output()).toBe(0);
    expect(seconds).toBeLessThan(20);
    expect(processesIn(store.dataDir)).toEqual([]);
  } finally {
    await server.end("SIGKILL");
    await store.remove();
  }
});

test("a signal in the middle of the first start ends that too, and the next start begins anew", async () => {
  test.setTimeout(4 * 60_000);
  const dataDir = await mkdtemp(join(fastFolder(), "openstall-stopping-"));
  try {
    for (const stopAt of ["at once", "Seeding the demo store", "put up its products"]) {
      const server = await startServer({ env: { DATA_DIR: dataDir } });
      if (stopAt !== "at once")
        await expect.poll(() => server.output(), { timeout: 60_000, intervals: [10] }).toContain(stopAt);
      else await expect.poll(() => statusOf(`${server.origin}/api/health`), { intervals: [10] }).toBe(200);
      const { status, seconds } = await server.end();
      expect(status, server.output()).toBe(0);
      expect(seconds).toBeLessThan(20);
      expect(processesIn(dataDir)).toEqual([]);
    }
    const last = await startServer({ env: { DATA_DIR: dataDir } });
    await last.ready();
    expect(await statusOf(`${last.origin}/u/demo`)).toBe(200);
    expect((await last.end()).status).toBe(0);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** A request that the server has begun to read, and half of whose body has been sent. */
async function sendHalf(server: ServerProcess, body: string) {
  const request = httpRequest(`${server.origin}/api/auth/request-code`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "content-length": body.length,
      expect: "100-continue",
    },
  });
  const answer = new Promise<IncomingMessage>((done, fail) => {
    request.on("response", (response) => done(response.resume())).on("error", fail);
  });
  request.flushHeaders();
  await once(request, "continue");
  request.write(body.slice(0, body.length / 2));
  return { request, answer };
}
