import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { isLoopback } from "#server/http/loopback.ts";
import { testApp, type TestApp } from "#tests/support/test-app.ts";
import { originOf, sendRaw } from "./raw-request.ts";

/** A local shop that sees every connection come from `peer`, which over a real network no test could be sure to have. */
async function shopSeenFrom(peer: string | undefined, environment: NodeJS.ProcessEnv = {}): Promise<TestApp> {
  const shop = await testApp({ TRUSTED_PROXIES: "1", ...environment });
  await originOf(shop);
  shop.app.server.prependListener("connection", (socket: Socket) =>
    Object.defineProperty(socket, "remoteAddress", { get: () => peer }),
  );
  return shop;
}

const calls = [
  ["GET", "/api/dev/mailbox"],
  ["POST", "/api/dev/sign-in-as-demo"],
  ["POST", "/api/dev/clock"],
  ["GET", "/api/operator/overview"],
  ["GET", "/api/ready"],
  ["GET", "/api/health"],
  ["GET", "/u/demo"],
  ["POST", "/webhook/sandbox"],
  ["HEAD", "/nothing/here"],
] as const;

const claims: Record<string, string>[] = [
  { host: "localhost:3000" },
  { host: "127.0.0.1" },
  { host: "evil.example", "x-forwarded-host": "localhost" },
  { host: "localhost", "x-forwarded-for": "127.0.0.1", "x-real-ip": "127.0.0.1" },
  { host: "localhost", forwarded: "for=127.0.0.1;host=localhost" },
];

const refusals = async (shop: TestApp, headers: Record<string, string>) => {
  const answers = await Promise.all(
    calls.map(([method, path]) => sendRaw(shop, { method, path, headers: { ...headers } })),
  );
  return answers.map(({ statusCode }) => statusCode);
};
const each = (status: number) => calls.map(() => status);

test.each(["198.51.100.20", "::ffff:198.51.100.20", "2001:db8::7", undefined])(
  "local mode answers nothing to a peer at %s, whatever its headers claim",
  async (peer) => {
    const shop = await shopSeenFrom(peer);
    for (const headers of claims)
      expect(await refusals(shop, headers), JSON.stringify(headers)).toEqual(each(403));
    const answer = await sendRaw(shop, { method: "GET", path: "/", headers: { host: "localhost" } });
    expect(answer.body).toContain("LOCAL_MODE_OPEN_TO_NETWORK=true");
    const head = await sendRaw(shop, { method: "HEAD", path: "/", headers: { host: "localhost" } });
    expect([head.statusCode, head.body]).toEqual([403, ""]);
  },
);

test.each(["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"])(
  "local mode answers this machine, at %s, under its own names only",
  async (peer) => {
    const shop = await shopSeenFrom(peer);
    for (const host of ["localhost:3000", "LOCALHOST", "127.0.0.1:3000", "[::1]:3000"]) {
      const answer = await sendRaw(shop, { method: "GET", path: "/api/dev/mailbox", headers: { host } });
      expect(answer.statusCode, host).toBe(200);
    }
    for (const headers of [
      { host: "evil.example" },
      { host: "localhost.evil.example:3000" },
      { host: "127.0.0.1.evil.example" },
      { host: "198.51.100.20:3000" },
      { host: "localhost", "x-forwarded-host": "shop.tunnel.example" },
    ])
      expect(await refusals(shop, headers), JSON.stringify(headers)).toEqual(each(421));
  },
);

test("a proxy on this machine that names a client elsewhere opens nothing", async () => {
  const shop = await shopSeenFrom("127.0.0.1");
  for (const clients of ["203.0.113.9", "127.0.0.1, 203.0.113.9", "203.0.113.9, 127.0.0.1", "unknown"])
    expect(await refusals(shop, { host: "localhost", "x-forwarded-for": clients }), clients).toEqual(
      each(403),
    );
});

test("opened to the network, local mode answers other machines under its address or as localhost", async () => {
  const shop = await shopSeenFrom("198.51.100.20", { LOCAL_MODE_OPEN_TO_NETWORK: "true" });
  const read = (host: string) =>
    sendRaw(shop, {
      method: "GET",
      path: "/api/dev/mailbox",
      headers: { host, "x-forwarded-for": "198.51.100.21", "x-forwarded-host": host },
    });
  for (const host of ["localhost", "198.51.100.5:3000", "[2001:db8::5]:3000"])
    expect((await read(host)).statusCode, host).toBe(200);
  // Another site may still resolve its own name to this machine.
  expect((await read("evil.example")).statusCode).toBe(421);
});

test("a live shop answers everyone, and local mode's variable opens nothing there", async () => {
  const shop = await shopSeenFrom("203.0.113.9", {
    PUBLIC_URL: "https://shop.example.com",
    ALLOW_SANDBOX: "true",
    APP_SECRET: "a".repeat(40),
    LOCAL_MODE_OPEN_TO_NETWORK: "true",
  });
  const headers = { host: "localhost" };
  expect((await sendRaw(shop, { method: "GET", path: "/api/health", headers })).statusCode).toBe(200);
  expect((await sendRaw(shop, { method: "GET", path: "/api/dev/clock", headers })).statusCode).toBe(404);
});

test("text that is no address of this machine is not taken for one", () => {
  for (const text of [
    "",
    "::",
    "0.0.0.0",
    "fe80::1%lo",
    "::1%",
    "127.1",
    "localhost.",
    "127.0.0.1 ",
    "[",
    "::ffff:",
  ])
    expect(isLoopback(text), text).toBe(false);
});
