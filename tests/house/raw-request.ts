import http from "node:http";
import { connect } from "node:net";
import { buffer, text } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import type { TestApp } from "#tests/support/test-app.ts";

/** Where the app listens, on a port of its own; it begins to when first asked. */
export async function originOf({ app }: TestApp): Promise<{ host: string; port: number; origin: string }> {
  if (!app.server.listening) await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { host: "127.0.0.1", port, origin: `http://127.0.0.1:${port}` };
}

/** Sends a request over a socket with its path as it is written; clients of a higher kind would tidy it up. */
export async function sendRaw(
  app: TestApp,
  {
    method,
    path,
    headers = {},
    payload,
  }: { method: string; path: string; headers?: Record<string, string>; payload?: string | Buffer },
) {
  const { host, port } = await originOf(app);
  const request = http.request({ host, port, method, path, headers, agent: false });
  request.end(payload);
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once("response", resolve).once("error", reject);
  });
  return {
    statusCode: response.statusCode ?? 0,
    headers: response.headers,
    body: (await buffer(response)).toString(),
  };
}

/** Writes bytes, whatever they are, and reads until the server is done with them: at most twenty seconds. */
export async function sendBytes(app: TestApp, bytes: string | Buffer): Promise<string> {
  const { host, port } = await originOf(app);
  const socket = connect({ host, port });
  socket.setTimeout(20_000, () => socket.destroy());
  socket.on("error", () => socket.destroy());
  socket.end(bytes);
  return text(socket).catch(() => "");
}
