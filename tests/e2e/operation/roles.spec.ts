import { type APIRequestContext, expect, request, test } from "@playwright/test";
import { buyAt } from "./purchase.ts";
import { type ServerProcess, startServer, statusOf } from "./server-process.ts";
import { newStore, runDatabase } from "./store.ts";

test("two web servers and a worker on one DATABASE_URL behave as one", async () => {
  const store = await newStore();
  const database = await runDatabase(store.dataDir);
  const env = { DATA_DIR: store.dataDir, DATABASE_URL: database.url, RATE_LIMIT_FACTOR: "1" };
  const one = await startServer({ env, roles: ["web"] });
  const two = await startServer({ env: { ...env, PUBLIC_URL: one.origin }, roles: ["web"] });
  // On a port of its own, as in a container of its own: nothing listens there.
  const worker = await startServer({ env: { ...env, PUBLIC_URL: one.origin }, roles: ["worker"] });
  const all = [one, two, worker];
  try {
    await Promise.all([one.ready(), two.ready()]);
    await expect.poll(worker.output).toContain("Openstall worker is running.");
    await test.step("what is bought at either of them is delivered by the worker", async () => {
      await Promise.all([buyAt(one.origin), buyAt(two.origin)]);
    });
    await test.step("a session of one holds at the other, and a change at one shows at the other", async () => {
      const [atOne, atTwo] = await Promise.all([open(one), open(two)]);
      expect((await atOne.post("/api/dev/sign-in-as-demo")).status()).toBe(200);
      expect((await atTwo.get("/api/auth/user")).status()).toBe(401);
      const { cookies } = await atOne.storageState();
      const both = await open(two, cookies);
      expect((await both.get("/api/auth/user")).status()).toBe(200);
      const [product] = (await (await atOne.get("/api/my-products")).json()) as { id: string }[];
      const page = async () => (await atTwo.get("/u/demo")).text();
      const answer = async () => (await atTwo.get("/api/creators/demo/products")).text();
      for (const title of ["A title of the first server", "Another title of the first server"]) {
        // Kept by the second one, until now.
        await Promise.all([page(), answer()]);
        const saved = await atOne.put(`/api/products/${product?.id}`, { data: { title } });
        expect(saved.status(), await saved.text()).toBe(200);
        // Within less than the minute after which it forgets by itself.
        const told = { timeout: 50_000, intervals: [20] };
        await expect.poll(answer, told).toContain(title);
        await expect.poll(page, told).toContain(title);
      }
      await Promise.all([atOne, atTwo, both].map((context) => context.dispose()));
    });
    await test.step("a rate limit counts the requests to both", async () => {
      const statuses: number[] = [];
      for (let turn = 0; turn < 24; turn++) {
        const { origin } = turn % 2 ? two : one;
        const guess = { email: "nobody@example.com", code: "000000" };
        const answer = await fetch(`${origin}/api/auth/verify-code`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(guess),
        });
        statuses.push(answer.status);
      }
      // Ten a minute; a new minute may have begun among them.
      expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(20);
      expect(statuses.slice(0, 8)).not.toContain(429);
      expect(statuses).toContain(429);
    });
    await test.step("one is replaced while the other serves", async () => {
      expect((await one.end()).status).toBe(0);
      expect(await statusOf(`${two.origin}/u/demo`)).toBe(200);
    });
    for (const server of [two, worker]) expect((await server.end()).status).toBe(0);
  } finally {
    await Promise.all(all.map((server) => server.end("SIGKILL")));
    await database.stop();
    await store.remove();
  }
});

const open = (server: ServerProcess, cookies: object[] = []): Promise<APIRequestContext> =>
  request.newContext({ baseURL: server.origin, storageState: { cookies: cookies as never, origins: [] } });
