import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, request, test } from "@playwright/test";
import { newAddress } from "#tests/e2e/support/mailbox.ts";
import { expectBought, payWithCard } from "./purchase.ts";
import { processesIn, type ServerProcess, startServer, statusOf } from "./server-process.ts";
import { newStore } from "./store.ts";

test("SIGTERM and Ctrl-C let requests under way finish, refuse new ones, and leave no process behind; a request that never ends is cut off", async () => {
  const store = await newStore();
  let server = await startServer({ env: { DATA_DIR: store.dataDir } });
  try {
    await server.ready();
    for (const signal of ["SIGTERM", "SIGINT"] as const)
      await test.step(signal, async () => {
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
        const { status } = await ending;
        expect(status, server.output()).toBe(0);
        expect(server.output()).not.toContain(cutOff);
        expect(processesIn(store.dataDir)).toEqual([]);

        server = await startServer({ env: { DATA_DIR: store.dataDir }, port: server.port });
        await server.ready();
        await expectBought(buyer, email, paymentIntentId);
        await buyer.dispose();
      });
    await test.step("a server whose request never ends cuts it off and is gone", async () => {
      const slow = await sendHalf(server, JSON.stringify({ email: newAddress("endless") }));
      const isCutOff = expect(slow.answer).rejects.toThrow();
      const { status } = await server.end();
      await isCutOff;
      expect(status, server.output()).toBe(0);
      expect(server.output()).toContain(cutOff);
      expect(processesIn(store.dataDir)).toEqual([]);
    });
  } finally {
    await server.end("SIGKILL");
    await store.remove();
  }
});

/** What a server logs that closes connections whose requests took too long. */
const cutOff = "requests were cut off";

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
