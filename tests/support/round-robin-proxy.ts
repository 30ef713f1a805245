import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type RoundRobinProxy = {
  origin: string;
  port: number;
  /** Ports that it sends requests to at the moment. */
  up(): number[];
  /** What it could not have answered: one line each. */
  failures: string[];
  close(): Promise<void>;
};

const checkEveryMs = 200;
/** A busy machine may take longer than a proxy would wait. */
const patienceMs = 60_000;
/** As in `deploy/haproxy.cfg`: two bad answers take a server out, one good brings it back. */
const fall = 2;

/** Shares requests out among servers on `ports` that say they are ready, in turn. What fails is sent to nobody else. */
export async function startRoundRobinProxy(ports: readonly number[]): Promise<RoundRobinProxy> {
  const agent = new Agent({ keepAlive: true });
  const misses = new Map(ports.map((port) => [port, fall]));
  const failures: string[] = [];
  let turn = 0;
  const up = () => ports.filter((port) => (misses.get(port) ?? fall) < fall);

  let isClosed = false;
  const watch = async (port: number) => {
    while (!isClosed) {
      const isReady = await fetch(`http://127.0.0.1:${port}/api/ready`, {
        signal: AbortSignal.timeout(patienceMs),
      }).then(
        (answer) => answer.arrayBuffer().then(() => answer.status === 200),
        () => false,
      );
      misses.set(port, isReady ? 0 : (misses.get(port) ?? 0) + 1);
      await sleep(checkEveryMs);
    }
  };
  for (const port of ports) void watch(port);

  const server = createServer((asked: IncomingMessage, answer: ServerResponse) => {
    const ready = up();
    const port = ready[turn++ % ready.length];
    const fail = (why: string) => {
      failures.push(`${asked.method} ${asked.url} at ${port}: ${why}`);
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end();
    };
    if (port === undefined) return fail("nobody is ready");
    const { method, url, headers } = asked;
    const passed = request({ host: "127.0.0.1", port, method, path: url, headers, agent }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.rawHeaders);
      given.pipe(answer);
      given.on("error", (error) => fail(error.message));
    });
    passed.on("error", (error) => fail(error.message));
    asked.pipe(passed);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    port,
    up,
    failures,
    async close() {
      isClosed = true;
      agent.destroy();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
