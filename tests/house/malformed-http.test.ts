import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { servePages } from "#server/pages/serve-pages.ts";
import { testApp } from "#tests/support/test-app.ts";
import { originOf, sendBytes } from "./raw-request.ts";

const app = await testApp(
  {},
  {
    prepare: (http, services) =>
      servePages(http, services, {
        assets: new Map(),
        load: async () => ({
          pageMode: (path) => (path.startsWith("/checkout") ? "ssr" : "unknown"),
          fetch: async (request) => new Response(new URL(request.url).host, { status: 404 }),
        }),
      }),
  },
);
const crashes: unknown[] = [];
const onCrash = (error: unknown) => crashes.push(error);
beforeAll(async () => {
  process.on("uncaughtExceptionMonitor", onCrash);
  process.on("unhandledRejection", onCrash);
  await originOf(app);
});
afterAll(() => {
  process.off("uncaughtExceptionMonitor", onCrash);
  process.off("unhandledRejection", onCrash);
});

const end = "Host: localhost\r\nConnection: close\r\n\r\n";
const post = "POST /api/auth/request-code HTTP/1.1\r\nContent-Type: application/json\r\n";
const requests: Record<string, string | Buffer> = {
  nothing: "",
  noise: Buffer.from([0, 255, 1, 254, 13, 10, 13, 10]),
  "a TLS hello": Buffer.from("16030100a5010000a10303", "hex"),
  "another protocol": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "HTTP 0.9": "GET /\r\n\r\n",
  "HTTP 1.0 without a host": "GET /api/health HTTP/1.0\r\n\r\n",
  "no host": "GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n",
  "two hosts": `GET /api/health HTTP/1.1\r\nHost: evil.example\r\n${end}`,
  "a version there is not": `GET / HTTP/9.9\r\n${end}`,
  "a method there is not": `BREW /api/health HTTP/1.1\r\n${end}`,
  "a method in small letters": `get /api/health HTTP/1.1\r\n${end}`,
  TRACE: `TRACE / HTTP/1.1\r\n${end}`,
  CONNECT: `CONNECT evil.example:443 HTTP/1.1\r\n${end}`,
  "OPTIONS of everything": `OPTIONS * HTTP/1.1\r\n${end}`,
  "GET of everything": `GET * HTTP/1.1\r\n${end}`,
  "a path without its slash": `GET api/health HTTP/1.1\r\n${end}`,
  "an absolute address of ours": `GET http://localhost/api/health HTTP/1.1\r\n${end}`,
  "an absolute address of a page": `GET http://localhost/checkout/1 HTTP/1.1\r\n${end}`,
  "an absolute address of another site": `GET http://evil.example/checkout/1 HTTP/1.1\r\n${end}`,
  "an absolute address of no site": `GET http:///checkout/1 HTTP/1.1\r\n${end}`,
  "a page whose path is another host": `GET //evil.example/checkout/1 HTTP/1.1\r\n${end}`,
  "a page with a broken path": `GET /checkout/%zz HTTP/1.1\r\n${end}`,
  "a page with half a character": `GET /checkout/%ed%a0%80?x=%ff HTTP/1.1\r\n${end}`,
  "a page with a NUL": `GET /checkout/%00 HTTP/1.1\r\n${end}`,
  "a page with odd characters": `GET /checkout/<>"{}|\\^\` HTTP/1.1\r\n${end}`,
  "a page of bytes": Buffer.concat([
    Buffer.from("GET /checkout/"),
    Buffer.from([200, 255, 128]),
    Buffer.from(` HTTP/1.1\r\n${end}`),
  ]),
  "a page at a host of odd characters":
    "GET /checkout/1 HTTP/1.1\r\nHost: a b<c>\r\nConnection: close\r\n\r\n",
  "a NUL in the path": `GET /api/\0health HTTP/1.1\r\n${end}`,
  "a line break in the path": `GET /api/health\r\nX: y HTTP/1.1\r\n${end}`,
  "a path of 20 kB": `GET /${"a".repeat(20_000)} HTTP/1.1\r\n${end}`,
  "a header of 20 kB": `GET / HTTP/1.1\r\nX: ${"a".repeat(20_000)}\r\n${end}`,
  "5,000 headers": `GET / HTTP/1.1\r\n${"X: y\r\n".repeat(5_000)}${end}`,
  "a header without a colon": `GET / HTTP/1.1\r\nnonsense\r\n${end}`,
  "a header without a name": `GET / HTTP/1.1\r\n: x\r\n${end}`,
  "a header with a NUL": `GET / HTTP/1.1\r\nX: a\0b\r\n${end}`,
  "a folded header": `GET / HTTP/1.1\r\nX: a\r\n b\r\n${end}`,
  "a negative length": `${post}Content-Length: -1\r\n${end}`,
  "a length that is no number": `${post}Content-Length: ten\r\n${end}`,
  "a length of 30 digits": `${post}Content-Length: ${"9".repeat(30)}\r\n${end}`,
  "two lengths": `${post}Content-Length: 2\r\nContent-Length: 3\r\n${end}{}`,
  "a length of more than there is": `${post}Content-Length: 500\r\n${end}{}`,
  "a length of less than there is": `${post}Content-Length: 2\r\n${end}{}GET /x HTTP/1.1\r\n\r\n`,
  "length and chunks": `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n${end}0\r\n\r\nG`,
  "chunks of an odd kind": `${post}Transfer-Encoding: xchunked\r\n${end}0\r\n\r\n`,
  "chunks twice": `${post}Transfer-Encoding: chunked, chunked\r\n${end}0\r\n\r\n`,
  "a chunk without a size": `${post}Transfer-Encoding: chunked\r\n${end}zz\r\n{}\r\n0\r\n\r\n`,
  "a chunk that never ends": `${post}Transfer-Encoding: chunked\r\n${end}ffffffff\r\n{}`,
  "a chunk's extension of 20 kB": `${post}Transfer-Encoding: chunked\r\n${end}1;${"a".repeat(20_000)}\r\n{\r\n0\r\n\r\n`,
  "a body of 200 kB": `${post}Content-Length: 200000\r\n${end}${"x".repeat(200_000)}`,
  "a compressed body": `${post}Content-Encoding: gzip\r\nContent-Length: 2\r\n${end}{}`,
  "an upgrade": `GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n${end}`,
  "an expectation": `${post}Expect: something\r\nContent-Length: 2\r\n${end}{}`,
  "a GET with a body": `GET /api/health HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 3\r\n${end}{{{`,
  "many at once": `GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(200),
};

test.each(Object.entries(requests))("%s gets an answer below 500, or none", async (_what, bytes) => {
  const answer = await sendBytes(app, bytes);
  const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
  for (const status of statuses) expect(status, answer.slice(0, 500)).toBeLessThan(500);
  expect(answer).not.toContain("evil.example");
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  if (statuses.length === 1 && (statuses[0] ?? 0) >= 400 && /json/i.test(head))
    expect(Object.keys(JSON.parse(body) as object)).toEqual(expect.arrayContaining(["message", "code"]));
});

test("so do requests with any of their bytes changed", async () => {
  const whole = Buffer.from(
    `${post}Content-Length: 27\r\nCookie: sid=x\r\n${end}{"email":"a@example.com"}   `,
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      fc.nat(whole.length),
      async (changes, cut) => {
        const bytes = Buffer.from(whole);
        for (const [at, byte] of changes) bytes[at] = byte;
        const answer = await sendBytes(app, cut % 5 === 0 ? bytes.subarray(0, cut) : bytes);
        expect(answer === "" || /^HTTP\/1\.1 [1-4]\d\d /.test(answer), answer).toBe(true);
      },
    ),
    { numRuns: 300, seed: 5 },
  );
});

test("the server is well after all of it", async () => {
  expect(crashes).toEqual([]);
  const { origin } = await originOf(app);
  expect(await (await fetch(`${origin}/api/health`)).json()).toEqual({ status: "up" });
});
