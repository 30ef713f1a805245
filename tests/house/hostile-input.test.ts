import fc from "fast-check";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Endpoint } from "#contract/endpoint.ts";
import { Failure } from "#contract/values.ts";
import { isLongRun } from "#tests/support/long-run.ts";
import { goodFiles, multipartOf } from "#tests/support/file-samples.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { testApp } from "#tests/support/test-app.ts";
import { declaredEndpoints, nameOf } from "./declared-endpoints.ts";
import { type FurnishedCreator, makeFurnishedCreator } from "./furnished-creator.ts";
import { sendRaw } from "./raw-request.ts";
import {
  brokenBodies,
  hostileHeaders,
  hostilePathPieces,
  hostileQueries,
  jsonText,
  mutated,
} from "./hostile-values.ts";
import { fieldsOf, valuesOf } from "./schema-arbitraries.ts";

/** Of whoever runs the installation, so that nothing that they may do is missing. */
const email = "operator@example.com";
const app = await testApp({ OPERATORS: email });
const endpoints = await declaredEndpoints();

/**
 * For each call, and ten times as many in `npm run test:long`. Random bodies found most kinds of planted faults within 23 of
 * them, but text that cannot be stored within 73 only: that is put into every field instead.
 */
const runs = { address: 20, noBody: 8, fields: 30, files: 30 };
const factor = isLongRun ? 10 : 1;

/** Fixed, and another for each call: what all of them share meets all of the values, though one call meets few of them. */
const drawn = (name: string, numRuns: number) => ({
  numRuns: numRuns * factor,
  seed: createHash("sha256").update(name).digest().readInt32BE(),
});

let creator: FurnishedCreator;
let cookie: string;
let ids: string[];
let sent = 0;
const crashes: unknown[] = [];
const onCrash = (error: unknown) => crashes.push(error);

beforeAll(async () => {
  process.on("uncaughtExceptionMonitor", onCrash);
  process.on("unhandledRejection", onCrash);
  creator = await makeFurnishedCreator(app);
  await app.services.pool.query("update users set email = $2 where id = $1", [creator.id, email]);
  cookie = await sessionCookieOf(app, creator);
  ids = Object.values(creator.ids);
});
afterAll(() => {
  process.off("uncaughtExceptionMonitor", onCrash);
  process.off("unhandledRejection", onCrash);
});

type Sent = { url: string; payload?: string | Buffer; headers?: Record<string, string>; signedIn: boolean };

/** What a schema has let through, and PostgreSQL has not. */
const refusedByDatabase = "The request contains a value that cannot be stored";

/** Made once: a schema compiles itself when it is first used. */
const WholeFailure = z.strictObject({ ...Failure.shape, orderReference: z.string().optional() });

/** Sends it, and checks what holds for every answer whatever was asked. */
async function send(method: Endpoint["method"], { url, payload, headers = {}, signedIn }: Sent) {
  sent++;
  // A refused request may end the session it came with.
  if (signedIn && sent % 50 === 0) cookie = await sessionCookieOf(app, creator);
  const request = {
    method,
    headers: { ...(signedIn && { cookie }), ...headers },
    ...(payload !== undefined && { payload }),
  };
  // Resumable uploads speak with the socket itself.
  const response = url.startsWith("/api/uploads")
    ? await sendRaw(app, { ...request, path: url })
    : await app.app.inject({ ...request, url });
  const { statusCode, body } = response;
  const what = `${method} ${url.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ${String(payload).slice(0, 500)}`;
  // No worker runs beside this test, so the API rightly says that it is not ready.
  if (!url.startsWith("/api/ready")) expect(statusCode, `${what}\n${body}`).toBeLessThan(500);
  if (statusCode >= 400 && method !== "HEAD") {
    expect(response.headers["content-type"], what).toBe("application/json; charset=utf-8");
    const failure = WholeFailure.parse(JSON.parse(body));
    expect(failure.message, what).not.toBe("");
    expect(failure.code, what).toMatch(/^[A-Z][A-Z_]+$/);
    expect(failure.message, what).not.toBe(refusedByDatabase);
    if (statusCode === 422) expect(Object.keys(failure.fields ?? {}), what).not.toEqual([]);
  }
  return response;
}

/** Parameters are texts in every call of the contract. */
const pathOf = ({ url }: Endpoint, params: unknown) =>
  url.replaceAll(
    /:(\w+)/g,
    (_, name: string) => encodeURIComponent((params as Record<string, string>)[name] ?? "") || "-",
  );
const queryOf = (values: Record<string, unknown>) => {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  const texts = Object.fromEntries(pairs.map(([key, value]) => [key, String(value)]));
  return pairs.length > 0 ? `?${new URLSearchParams(texts).toString()}` : "";
};
const empty = fc.constant<unknown>({});
const slots = ({ schema: { params, querystring } }: Endpoint) => ({
  params: params ? valuesOf(params, ids) : empty,
  query: querystring ? valuesOf(querystring, ids) : empty,
});
const isStorable = (json: string) => !/\\u0000|\\ud[89a-f]/i.test(json);

const named = (list: Endpoint[]) => list.map((endpoint) => [nameOf(endpoint), endpoint] as const);
/** Whoever is signed out is refused before anything is looked at in calls of creators, so that few of them are enough. */
const isSignedIn = ({ config: { access } }: Endpoint) =>
  access === "creator" || access === "operator" ? fc.nat(9).map((share) => share > 0) : fc.boolean();
const unsafe = endpoints.filter(({ method }) => method !== "GET" && method !== "HEAD");
const withBody = endpoints.filter(({ schema }) => schema.body);
const json = { "content-type": "application/json" };

test.each(named(endpoints))(
  "%s refuses hostile paths, queries and headers plainly",
  async (name, endpoint) => {
    const { method, schema } = endpoint;
    const names = Object.keys(schema.querystring?.shape ?? { q: 1 });
    const queries = names.flatMap(hostileQueries);
    await fc.assert(
      fc.asyncProperty(
        slots(endpoint).params,
        slots(endpoint).query,
        fc.option(fc.constantFrom(...hostilePathPieces)),
        fc.option(fc.constantFrom(...queries)),
        fc.constantFrom(...hostileHeaders),
        isSignedIn(endpoint),
        async (params, query, piece, oddQuery, headers, signedIn) => {
          const path = piece ? endpoint.url.replaceAll(/:\w+/g, piece) : pathOf(endpoint, params);
          await send(method, {
            url: path + (oddQuery ?? queryOf(query as Record<string, unknown>)),
            headers,
            signedIn,
            ...(method !== "GET" && method !== "HEAD" && { payload: "x=1" }),
          });
        },
      ),
      drawn(name, runs.address),
    );
  },
);

test.each(named(unsafe))("%s refuses bodies that are none", async (name, endpoint) => {
  const { method } = endpoint;
  await fc.assert(
    fc.asyncProperty(
      slots(endpoint).params,
      brokenBodies,
      isSignedIn(endpoint),
      async (params, broken, signedIn) => {
        await send(method, {
          url: pathOf(endpoint, params),
          payload: broken.payload,
          headers: broken.type === undefined ? {} : { "content-type": broken.type },
          signedIn,
        });
      },
    ),
    drawn(name, runs.noBody),
  );
});

test.each(named(withBody))("%s names the field that is wrong", async (name, endpoint) => {
  const { method, schema, config } = endpoint;
  const bodySchema = schema.body as z.ZodType;
  const bodies = valuesOf(bodySchema, ids);
  await fc.assert(
    fc.asyncProperty(
      slots(endpoint).params,
      fc.oneof(mutated(bodies), mutated(mutated(bodies)), bodies),
      isSignedIn(endpoint),
      async (params, body, signedIn) => {
        const payload = jsonText(body);
        const response = await send(method, {
          url: pathOf(endpoint, params),
          payload,
          headers: json,
          signedIn,
        });
        if ((config.access === "creator" || config.access === "operator") && !signedIn) {
          expect(response.statusCode).toBe(401);
          return;
        }
        if (
          Buffer.byteLength(payload) > 100_000 ||
          response.statusCode === 404 ||
          response.statusCode === 415
        )
          return;
        // What is refused before anybody looks at its fields: prototypes, and nesting without end.
        const isTrap = /"(__proto__|constructor)":|(\[){9}|(\{"a":){9}/.test(payload);
        const read = isTrap ? undefined : bodySchema.safeParse(JSON.parse(payload));
        const wrong = read?.error?.issues.map(({ path }) => path.join(".")) ?? [];
        const unstorable = !isStorable(payload);
        if (isTrap) {
          expect([400, 422], payload).toContain(response.statusCode);
        } else if (wrong.includes("")) {
          expect(response.statusCode, payload).toBe(400);
        } else if (wrong.length > 0 || unstorable) {
          expect(response.statusCode, `${payload}\n${response.body}`).toBe(422);
          const named = Object.keys((JSON.parse(response.body) as Failure).fields ?? {});
          if (unstorable) expect(named, payload).toHaveLength(1);
          else expect(named, payload).toEqual(expect.arrayContaining(wrong));
        }
      },
    ),
    drawn(name, runs.fields),
  );
});

test.each(named(withBody))("%s names each field with what cannot be stored", async (name, endpoint) => {
  const body = endpoint.schema.body as z.ZodType;
  const once = { numRuns: 1, seed: drawn(name, 1).seed };
  const [params] = fc.sample(slots(endpoint).params, once);
  const [sample] = fc.sample(valuesOf(body, ids), once);
  for (const field of fieldsOf(body))
    for (const value of ["\0", "x\udfff", 2 ** 31]) {
      const payload = JSON.stringify({ ...(sample as object), [field]: value });
      const response = await send(endpoint.method, {
        url: pathOf(endpoint, params),
        payload,
        headers: json,
        signedIn: true,
      });
      // Some numbers may be this large.
      if (typeof value === "number" || response.statusCode === 404 || response.statusCode === 415) continue;
      expect(response.statusCode, payload).toBe(422);
      expect(Object.keys((JSON.parse(response.body) as Failure).fields ?? {}), payload).toEqual([field]);
    }
});

test("multipart bodies with bytes changed, cut or added are stored or refused", async () => {
  const [pdf] = await goodFiles();
  if (!pdf) throw new Error("there is no file to send");
  for (const url of ["/api/upload-digital-file", "/api/images?kind=cover"]) {
    const { payload, headers } = multipartOf([
      { fileName: pdf.name, type: pdf.type, data: pdf.data.subarray(0, 500) },
    ]);
    const bytes = Buffer.from(payload);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 6 }),
        async (changes) => {
          const body = Buffer.from(bytes);
          for (const [at, byte] of changes) body[at] = byte;
          await send("POST", { url, payload: body, headers, signedIn: true });
        },
      ),
      drawn(url, runs.files),
    );
  }
});

test("after all of it the process is well, and nothing was left unhandled", async () => {
  expect(crashes).toEqual([]);
  expect((await app.app.inject("/api/health")).statusCode).toBe(200);
  expect(sent).toBeGreaterThan(2_000);
});
