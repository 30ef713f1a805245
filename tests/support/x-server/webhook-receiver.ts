import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ConnectablePlatform } from "#server/platforms/social-platform.ts";
import { readBody } from "./wire.ts";

export type Received = { body: Buffer; headers: Record<string, string> };

/**
 * Stands where the store's `/webhook/twitter` would: keeps what is posted, and answers challenges with `platform`, or with
 * what the test puts into `challenge`.
 */
export async function startWebhookReceiver() {
  const received: Received[] = [];
  const receiver = {
    origin: new URL("http://127.0.0.1"),
    platform: undefined as ConnectablePlatform | undefined,
    challenge: undefined as { status: number; body: string } | undefined,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? "/", receiver.origin);
      if (request.method === "POST") {
        const body = Buffer.from(await readBody(request));
        received.push({ body, headers: request.headers as Record<string, string> });
        return response.end("{}");
      }
      const answer = receiver.platform?.answerChallenge(Object.fromEntries(url.searchParams));
      const { status, body } = receiver.challenge ?? { status: answer ? 200 : 404, body: answer?.body };
      return response.writeHead(status, { "content-type": "application/json" }).end(body);
    })();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  receiver.origin = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return receiver;
}
