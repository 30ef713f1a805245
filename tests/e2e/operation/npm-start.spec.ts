import { expect, test } from "@playwright/test";
import { processesIn, startServer, statusOf } from "./server-process.ts";
import { newStore } from "./store.ts";

test("npm start is warm in five seconds, and what ends npm ends everything", async () => {
  test.setTimeout(5 * 60_000);
  const store = await newStore();
  const everythingIsGone = () =>
    expect.poll(() => processesIn(store.dataDir), { timeout: 20_000, intervals: [50] }).toEqual([]);
  const start = async (port?: number) => {
    const begun = performance.now();
    const server = await startServer({
      env: { DATA_DIR: store.dataDir },
      byNpm: true,
      ...(port && { port }),
    });
    await server.ready();
    return { server, seconds: (performance.now() - begun) / 1_000 };
  };
  try {
    const first = await start();
    const { port, origin } = first.server;
    expect(await statusOf(`${origin}/u/demo`)).toBe(200);

    const seconds: number[] = [];
    let server = first.server;
    for (const how of ["SIGTERM", "Ctrl-C", "SIGKILL", "SIGTERM"] as const) {
      // Ctrl-C reaches the whole group, the others npm alone.
      if (how === "Ctrl-C") process.kill(-(server.process.pid ?? 0), "SIGINT");
      else server.process.kill(how);
      if (how !== "SIGKILL") await everythingIsGone();
      const next = await start(port);
      expect(next.server.output()).not.toContain("Building the web app");
      seconds.push(next.seconds);
      ({ server } = next);
    }
    // Of several, because others may use this machine too.
    expect(Math.min(...seconds), `seconds: ${seconds.join(", ")}`).toBeLessThan(5);
    server.process.kill("SIGTERM");
    await everythingIsGone();
    expect(await statusOf(`${origin}/api/health`)).toBe(0);
  } finally {
    for (const pid of processesIn(store.dataDir)) process.kill(Number(pid), "SIGKILL");
    await store.remove();
  }
});
