import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "#server/config.ts";

/** How long a predecessor that is just ending may still hold the port. */
const patienceMs = 3_000;

/**
 * Takes the port at once, so that a port in use is known before any work is done, and answers there until the server
 * itself can: the process is up, not ready, come back in a moment. `free` gives the port to whoever listens next. For one
 * server without a proxy before it.
 */
export async function answerWhileStarting({
  host,
  port,
}: Pick<Config, "host" | "port">): Promise<{ free(): Promise<void> }> {
  const server = createServer(answer);
  const begun = performance.now();
  for (;;) {
    try {
      await new Promise<void>((done, fail) => server.once("error", fail).listen({ host, port }, done));
      break;
    } catch (error) {
      server.removeAllListeners("error").removeAllListeners("listening");
      const isInUse = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
      if (!isInUse || performance.now() - begun > patienceMs) throw error;
      await sleep(100);
    }
  }
  return {
    free: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const isHealth = request.url === "/api/health";
  const wantsPage = request.headers.accept?.includes("text/html") ?? false;
  const body = isHealth
    ? JSON.stringify({ status: "up" })
    : wantsPage
      ? '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Openstall</title><p>Openstall is starting. This page reloads by itself.</p></html>'
      : JSON.stringify({
          message: "Openstall is starting. Please try again in a moment.",
          code: "NOT_READY",
        });
  response.writeHead(isHealth ? 200 : 503, {
    "content-type": `${wantsPage && !isHealth ? "text/html" : "application/json"}; charset=utf-8`,
    "cache-control": "no-store",
    connection: "close",
    ...(!isHealth && { "retry-after": "1" }),
    ...(wantsPage && { refresh: "1" }),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}
