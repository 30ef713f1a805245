import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, request, test } from "@playwright/test";
import { newAddress } from "#tests/e2e/support/mailbox.ts";
import { expectBought, payWithCard } from "./purchase.ts";
import { timesLonger } from "#tests/support/times-longer.ts";
import { processesIn, startServer, statusOf } from "./server-process.ts";
import { newStore, runDatabase } from "./store.ts";

/** How many times as long as usual a sale may take right after a restart. */
const mostCalmSales = 15;

type Product = { id: string; type: string; priceCents: number };

test("servers whose database restarts under load go on by themselves", async () => {
  const store = await newStore();
  const database = await runDatabase(store.dataDir);
  const env = {
    DATA_DIR: store.dataDir,
    DATABASE_URL: database.url,
    RATE_LIMIT_FACTOR: "1000",
    LOG_LEVEL: "silent",
  };
  const server = await startServer({ env });
  const other = await startServer({ env: { ...env, PUBLIC_URL: server.origin }, roles: ["web"] });
  const buyer = await request.newContext({ baseURL: server.origin });
  try {
    await Promise.all([server.ready(), other.ready()]);
    const creator = await request.newContext({ baseURL: server.origin });
    await creator.post("/api/dev/sign-in-as-demo");
    const products = (await (await creator.get("/api/my-products")).json()) as Product[];
    const product = products.find(({ type, priceCents }) => type === "DOWNLOAD" && priceCents > 0);

    /** Sells something, and changes a title until the other server shows it. */
    const sellAndChange = async (name: string) => {
      const next = await request.newContext({ baseURL: server.origin });
      const email = newAddress(name);
      await expectBought(next, email, await payWithCard(next, email));
      await next.dispose();
      const title = `A title of ${name}`;
      const saved = await creator.put(`/api/products/${product?.id}`, { data: { title } });
      expect(saved.status(), await saved.text()).toBe(200);
      const shelf = async () => (await fetch(`${other.origin}/api/creators/demo/products`)).text();
      await expect.poll(shelf, { timeout: 50_000, intervals: [50] }).toContain(title);
    };

    const healing: number[] = [];
    for (let round = 0; round < 3; round++) {
      const load = startLoad(server.origin, product?.id ?? "");
      const email = newAddress(`restart-${round}`);
      const paymentIntentId = await payWithCard(buyer, email);
      await database.restartHard();
      expect(await load.stop()).toEqual([]);

      const heal = async () => {
        await expect.poll(() => statusOf(`${server.origin}/api/ready`), { intervals: [50] }).toBe(200);
        await sellAndChange(`after-restart-${round}`);
      };
      healing.push(await timesLonger(heal, () => sellAndChange(`calm-${round}`)));
      // What the restart caught in the middle may take a little longer, and is not lost.
      await expectBought(buyer, email, paymentIntentId);
      expect(server.process.exitCode ?? other.process.exitCode).toBeNull();
    }
    expect(Math.min(...healing), `calm sales: ${healing.join(", ")}`).toBeLessThan(mostCalmSales);
    await creator.dispose();
  } finally {
    await buyer.dispose();
    await Promise.all([server, other].map((each) => each.end()));
    await database.stop();
    await store.remove();
  }
});

test("the embedded database, killed under a running server, is started again by it", async () => {
  const store = await newStore();
  const env = { DATA_DIR: store.dataDir, LOG_LEVEL: "silent" };
  const web = await startServer({ env, roles: ["web"] });
  const worker = await startServer({ env: { ...env, PUBLIC_URL: web.origin }, roles: ["worker"] });
  const buyer = await request.newContext({ baseURL: web.origin });
  try {
    await web.ready();
    await expect.poll(() => worker.output()).toContain("worker is running");
    for (const round of [1, 2]) {
      const lockFile = join(store.dataDir, "postgres", "cluster", "postmaster.pid");
      process.kill(Number((await readFile(lockFile, "utf8")).split("\n")[0]), "SIGKILL");
      await expect.poll(() => statusOf(`${web.origin}/api/ready`), { intervals: [10] }).toBe(503);
      await expect.poll(() => statusOf(`${web.origin}/api/ready`), { intervals: [50] }).toBe(200);
      const email = newAddress(`killed-database-${round}`);
      await expectBought(buyer, email, await payWithCard(buyer, email));
    }
    for (const server of [worker, web]) expect((await server.end()).status, server.output()).toBe(0);
    expect(processesIn(store.dataDir)).toEqual([]);
  } finally {
    await buyer.dispose();
    await Promise.all([web, worker].map((each) => each.end("SIGKILL")));
    await store.remove();
  }
});

/** Opens checkouts, eight at a time, until stopped; answers what came back other than 200 and 503. */
function startLoad(origin: string, productId: string): { stop(): Promise<string[]> } {
  let isBusy = true;
  const unexpected: string[] = [];
  const loops = Array.from({ length: 8 }, async () => {
    while (isBusy) {
      const answer = await fetch(`${origin}/api/create-payment-intent`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ productId, customerEmail: newAddress("busy") }),
      });
      const text = await answer.text();
      if (answer.status === 503) await sleep(20);
      else if (answer.status !== 200) unexpected.push(`${answer.status} ${text}`);
    }
  });
  return {
    async stop() {
      isBusy = false;
      const ends = await Promise.allSettled(loops);
      return [
        ...unexpected,
        ...ends.flatMap((end) => (end.status === "rejected" ? [String(end.reason)] : [])),
      ];
    },
  };
}
