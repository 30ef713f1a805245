import { execFileSync } from "node:child_process";
import { expect, test } from "@playwright/test";
import { timesLonger } from "#tests/support/times-longer.ts";
import { processesIn, type ServerProcess, startServer, statusOf } from "./server-process.ts";
import { newStore } from "./store.ts";

/** How often a bare Fastify could start while `npm start` does; it takes a quarter of a second, and is as slow as the machine. */
const mostBareStarts = 25;

test("npm start is soon warm, and what ends npm ends everything", async () => {
  const store = await newStore();
  // A server gives itself 25 seconds at most, and npm's end is noticed a moment later.
  const everythingIsGone = ({ output }: ServerProcess) =>
    expect.poll(() => processesIn(store.dataDir), { message: output(), intervals: [50] }).toEqual([]);
  const start = async (port?: number) => {
    const server = await startServer({
      env: { DATA_DIR: store.dataDir },
      byNpm: true,
      ...(port && { port }),
    });
    await server.ready();
    // After npm is killed, the server before this one may still answer in its place.
    await expect.poll(server.output, { intervals: [20] }).toContain("Openstall is running");
    return server;
  };
  try {
    const first = await start();
    const { port, origin } = first;
    expect(await statusOf(`${origin}/u/demo`)).toBe(200);

    const shares: number[] = [];
    let server = first;
    for (const how of ["SIGTERM", "Ctrl-C", "SIGKILL", "SIGTERM"] as const) {
      // Ctrl-C reaches the whole group, the others npm alone.
      if (how === "Ctrl-C") process.kill(-(server.process.pid ?? 0), "SIGINT");
      else server.process.kill(how);
      if (how !== "SIGKILL") await everythingIsGone(server);
      shares.push(await timesLonger(async () => void (server = await start(port)), bareStart));
      expect(server.output()).not.toContain("Building the web app");
    }
    // Of several, because others may use this machine too.
    expect(Math.min(...shares), `bare starts: ${shares.join(", ")}`).toBeLessThan(mostBareStarts);
    server.process.kill("SIGTERM");
    await everythingIsGone(server);
    expect(await statusOf(`${origin}/api/health`)).toBe(0);
  } finally {
    for (const pid of processesIn(store.dataDir)) process.kill(Number(pid), "SIGKILL");
    await store.remove();
  }
});

/** A process that does nothing but listen. */
function bareStart(): void {
  execFileSync(process.execPath, [
    "-e",
    "require('fastify')().listen({ port: 0 }).then(() => process.exit())",
  ]);
}
