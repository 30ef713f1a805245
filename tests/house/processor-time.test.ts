import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { storeHeader } from "#contract/team/refusals.ts";
import { assetOf } from "#server/pages/assets.ts";
import { servePages } from "#server/pages/serve-pages.ts";
import { sendStoredFile } from "#server/features/files/send-stored-file.ts";
import { storeUpload } from "#server/features/files/store-upload.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { processorMs } from "#tests/support/processor-time.ts";
import { returnSecret } from "#tests/support/returned-mail.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { testApp } from "#tests/support/test-app.ts";
import { declaredEndpoints } from "./declared-endpoints.ts";
import { calmText, hostileTexts } from "./hostile-texts.ts";
import { readers } from "./readers-of-text.ts";
import { textsOf } from "./schema-texts.ts";
import { listFiles } from "./source-files.ts";

/**
 * Milliseconds of this thread. Linear work on 15,000 characters takes a fraction of one, and quadratic work, which
 * compares each of them with all others, 100 and more.
 */
const mostMs = 25;

/** The shorter one first: what grows by the cube of the length is found before it takes a minute. */
const lengths = [1_500, 15_000];

type Reading = { beginning?: string; isAscii?: boolean; most?: number };

/** What took too long to read at the first of these lengths at which anything did. */
async function slowTexts(
  lengths: readonly number[],
  read: (text: string) => unknown,
  { beginning, isAscii, most = mostMs }: Reading = {},
): Promise<string[]> {
  for (const length of lengths) {
    const slow: string[] = [];
    for (const [name, text] of hostileTexts(length, beginning, isAscii)) {
      const ms = await processorMs(() => readOrRefuse(read, text), most);
      if (ms > most) slow.push(`${name}: ${Math.round(ms)} ms for ${length} characters`);
    }
    if (slow.length > 0) return slow;
  }
  return [];
}

/** A refusal costs as well. */
async function readOrRefuse(read: (text: string) => unknown, text: string) {
  try {
    await read(text);
  } catch {
    // Refused.
  }
}

test("a text that costs the square of its length is found, and one that costs its length is not", async () => {
  expect(await slowTexts(lengths, (text) => text.replace(/=+$/, ""))).toEqual([
    expect.stringContaining("equals signs"),
  ]);
  expect(await slowTexts(lengths, (text) => text.trim().split(",").join(";"))).toEqual([]);
});

test.each(readers.map(({ name, ...reader }) => [name, reader] as const))(
  "reads %s in linear time",
  async (_name, { read, beginnings = [""], length = 15_000, isAscii, mostMs }) => {
    for (const beginning of beginnings) {
      const reading = { beginning, ...(isAscii && { isAscii }), ...(mostMs && { most: mostMs }) };
      expect(await slowTexts([1_500, length], read, reading), beginning).toEqual([]);
    }
  },
);

describe("a text that the contract takes", async () => {
  const texts = (await declaredEndpoints()).flatMap(textsOf);
  // The same schema stands in many calls, under one wrapper or another.
  const keyOf = ({ checks }: (typeof texts)[number]) =>
    JSON.stringify(checks.map((check) => [check, check.pattern?.source]));
  const distinct = new Map(texts.map((text) => [keyOf(text), text]));

  test.each([...distinct.values()].map(({ path, ...text }) => [path, text] as const))(
    "is checked in linear time: %s",
    async (_path, { schema, checks }) => {
      expect(distinct.size).toBeGreaterThan(60);
      const longest = Math.min(...checks.map(({ maximum }) => maximum ?? Infinity), 100_000);
      const beginnings = checks.some(({ kind }) => kind === "url") ? ["", "https://a."] : [""];
      for (const beginning of beginnings)
        expect(
          await slowTexts(
            [Math.min(longest, 15_000), Math.max(longest, 15_000)],
            (text) => schema.safeParse(text),
            { beginning },
          ),
        ).toEqual([]);
    },
  );
});

/** What a header has to begin with for its reader to look at the rest. */
const beginningsOf: Record<string, string> = {
  authorization: "Bearer ",
  cookie: "sid=",
  range: "bytes=",
  referer: "http://localhost:3000/",
  "accept-encoding": "br;q=",
  "content-type": "multipart/form-data; boundary=",
  "if-none-match": 'W/"',
  "stripe-signature": "t=1,v1=",
  "upload-metadata": "filename YQ==,filetype ",
  "x-forwarded-for": "192.0.2.1,",
  "x-hub-signature-256": "sha256=",
};

/** As `request.headers["x-y"]`, `headers.z` and `{ "x-y": z } = request.headers` name them. */
function headersRead(): string[] {
  const names = listFiles("server")
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .flatMap((path) => [
      ...readFileSync(path, "utf8").matchAll(
        /(?<!-)\bheaders(?:\??\.(?!\w+\()|\[")([a-z][a-z0-9-]+)|"(x-[a-z0-9-]+)": /g,
      ),
    ])
    .map(([, read, bound]) => read ?? bound ?? "");
  // What Fastify, its plugins and the web app read.
  const others = ["host", "content-type", "x-forwarded-host", "x-forwarded-proto", "accept", storeHeader];
  return [...new Set([...names, ...others])];
}

describe("the server, asked with text of full length", async () => {
  const script = assetOf("/assets/x-1.js", { identity: Buffer.from("1") });
  const app = await testApp(
    { TRUSTED_PROXIES: "1", ...returnSecret },
    {
      prepare: async (http, services) => {
        http.get("/stored", { schema: { hide: true } as never }, (request, reply) =>
          sendStoredFile(services, request, reply, stored),
        );
        await servePages(http, services, {
          assets: new Map([["/assets/x-1.js", script]]),
          load: async () => ({
            pageMode: (path) => (path.startsWith("/u/") ? "static" : "ssr"),
            fetch: async () =>
              new Response("<p>", { headers: { "content-type": "text/html", "x-openstall-page": "static" } }),
          }),
        });
      },
    },
  );
  let stored: Parameters<typeof sendStoredFile>[3];
  type Asked = { method: "GET" | "POST"; url: string; headers: Record<string, string>; payload?: string };
  let routes: Asked[] = [];
  const ask = async ({ headers, ...asked }: Asked, more: Record<string, string> = {}) =>
    app.app.inject({ ...asked, headers: { ...headers, ...more } });

  beforeAll(async () => {
    const creator = await makeCreator(app);
    const cookie = await sessionCookieOf(app, creator);
    const file = { originalName: "a.pdf", mimeType: "application/pdf", data: Buffer.from("%PDF-1.7") };
    const { sha256, ...upload } = await storeUpload(app.services, { ownerId: creator.id, ...file });
    stored = { ...upload, sha256: sha256 ?? "", attachmentName: "a.pdf" };
    routes = [
      { method: "GET", url: "/assets/x-1.js", headers: {} },
      { method: "GET", url: `/u/${creator.handle}`, headers: {} },
      { method: "GET", url: "/api/login", headers: { cookie } },
      { method: "GET", url: "/stored", headers: {} },
      { method: "POST", url: "/webhook/sandbox", headers: {}, payload: "{}" },
    ];
  });

  const names = headersRead();
  test.each(names)("reads the header %s in linear time", async (name) => {
    expect(names.length).toBeGreaterThan(35);
    const beginning = beginningsOf[name] ?? "";
    for (const route of routes) {
      const calmMs = await processorMs(() => ask(route, { [name]: calmText(1_000) }));
      const reading = { beginning, isAscii: true, most: 2 * calmMs + mostMs };
      const read = (text: string) => ask(route, { [name]: text });
      expect(await slowTexts([15_000], read, reading), route.url).toEqual([]);
    }
  });

  test("refuses bodies nested without end in linear time", async () => {
    const password = Buffer.from(`mail:${returnSecret.POSTMARK_WEBHOOK_SECRET}`).toString("base64");
    const json = { "content-type": "application/json", authorization: `Basic ${password}` };
    const times = 15_000;
    const bodies = [
      "[".repeat(times) + "]".repeat(times),
      `${'{"a":'.repeat(times)}1${"}".repeat(times)}`,
      `{"email":${'{"__proto_":['.repeat(times / 4)}${"]}".repeat(times / 4)}}`,
    ];
    for (const url of ["/api/membership/request-access", "/webhook/sandbox", "/webhook/mail/postmark"])
      for (const payload of bodies) {
        const asked = { method: "POST", url, headers: json, payload } as const;
        const { statusCode } = await ask(asked);
        expect([url, Math.floor(statusCode / 100)]).toEqual([url, 4]);
        expect(await processorMs(() => ask(asked), mostMs), url).toBeLessThan(mostMs);
      }
  });

  test("finds the way of every path in linear time", async () => {
    const urls = (await declaredEndpoints()).map(({ url }) => url.replace(/:.*$/, ""));
    const resources = new Set(urls.map((url) => url.split("/").slice(0, 3).join("/")));
    const others = [
      "/",
      "/u/",
      "/checkout/",
      "/assets/",
      "/files/",
      "/images/",
      "/og/",
      "/webhook/",
      "/oauth/",
    ];
    const read = (text: string) => ask({ method: "GET", url: text.replaceAll(/[?#]/g, "-"), headers: {} });
    for (const path of [...resources, ...others])
      expect(await slowTexts([15_000], read, { beginning: path, isAscii: true }), path).toEqual([]);
  });
});
