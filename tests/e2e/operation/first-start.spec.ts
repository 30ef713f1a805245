import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { fastFolder } from "#tests/support/fast-folder.mjs";
import { buyAt } from "./purchase.ts";
import { processesIn, startServer, statusOf } from "./server-process.ts";

let dataDir: string;
test.beforeEach(async () => void (dataDir = await mkdtemp(join(fastFolder(), "openstall-first-start-"))));
test.afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Starts web and worker at once on the data folder. */
async function startBoth() {
  const web = await startServer({ env: { DATA_DIR: dataDir }, roles: ["web"] });
  const worker = await startServer({ env: { DATA_DIR: dataDir, PUBLIC_URL: web.origin }, roles: ["worker"] });
  return { web, worker };
}

test("web and worker, started at once on a new data folder, share its database, and a signal ends both while one of them seeds", async () => {
  const { web, worker } = await startBoth();
  try {
    // While the web server seeds, it says that it is up and not ready, and the worker does not wait for it.
    await expect.poll(() => statusOf(`${web.origin}/api/health`)).toBe(200);
    expect(await statusOf(`${web.origin}/api/ready`)).toBe(503);
    await expect.poll(() => worker.output()).toContain("Openstall worker is running.");
    for (const { status } of await Promise.all([web.end(), worker.end()])) expect(status).toBe(0);
    expect(processesIn(dataDir)).toEqual([]);
  } finally {
    await Promise.all([web.end("SIGKILL"), worker.end("SIGKILL")]);
  }
});

test("a signal in the middle of the first start ends that too, and the next start, of web and worker at once, begins anew", async () => {
  for (const stopAt of ["at once", "Seeding the demo store", "put up its products"]) {
    const server = await startServer({ env: { DATA_DIR: dataDir } });
    if (stopAt !== "at once") await expect.poll(() => server.output(), { intervals: [10] }).toContain(stopAt);
    else await expect.poll(() => statusOf(`${server.origin}/api/health`), { intervals: [10] }).toBe(200);
    const { status } = await server.end();
    expect(status, server.output()).toBe(0);
    expect(processesIn(dataDir)).toEqual([]);
  }
  const { web, worker } = await startBoth();
  try {
    await expect.poll(() => worker.output()).toContain("Openstall worker is running.");
    await web.ready();
    expect(await statusOf(`${web.origin}/u/demo`)).toBe(200);
    await buyAt(web.origin);
    expect((await worker.end()).status).toBe(0);
    // The database lives on for whoever still uses it.
    expect(await statusOf(`${web.origin}/api/ready`)).toBe(200);
    expect((await web.end()).status).toBe(0);
    expect(processesIn(dataDir)).toEqual([]);
  } finally {
    await Promise.all([web.end("SIGKILL"), worker.end("SIGKILL")]);
  }
});

test("behind a proxy, the port of local mode stays closed until the server can serve", async () => {
  const server = await startServer({ env: { DATA_DIR: dataDir, TRUSTED_PROXIES: "1" } });
  try {
    await expect.poll(() => server.output(), { intervals: [10] }).toContain("Seeding the demo store");
    // A proxy retries a request that it could not connect, and hands a 503 to the visitor.
    expect(await statusOf(`${server.origin}/api/health`)).toBe(0);
    await server.ready();
  } finally {
    await server.end("SIGKILL");
  }
});
