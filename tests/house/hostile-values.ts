import fc from "fast-check";

/** Stands in a body for JSON that `JSON.stringify` cannot write. */
const raw = (json: string) => `@raw:${json}@`;

/** What no field expects. */
const hostileValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  raw("-0"),
  raw("1e400"),
  raw("-1e-400"),
  raw("123456789012345678901234567890"),
  2 ** 31,
  2 ** 53,
  1.5,
  "NaN",
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "x\udfff",
  "\u202e\u2066\u200b",
  "İstanbul ﷽ 👩‍👩‍👧‍👦",
  "é".repeat(40_000),
  "x".repeat(90_000),
  "x".repeat(100_001),
  "'; drop table users; --",
  "%00%0a{{7*7}}${7*7}",
  "../../../../etc/passwd",
  "a@b\r\nBcc: c@example.com",
  `a@${"b".repeat(300)}.example`,
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59Z",
  "javascript:alert(1)",
  "//evil.example",
  "00000000-0000-0000-0000-000000000000x",
  "__proto__",
  "constructor",
  [],
  [null],
  ["a", ["b", ["c"]]],
  {},
  { length: 1 },
  { toString: "x", valueOf: 1, constructor: { prototype: { admin: true } } },
  { $ne: null },
  raw('{"__proto__":{"admin":true}}'),
  raw("[".repeat(3_000) + "]".repeat(3_000)),
  raw('{"a":'.repeat(500) + "1" + "}".repeat(500)),
];

/** One field of a body replaced, removed or added, somewhere in it; or the whole body. */
export function mutated(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(value, fc.constantFrom(...hostileValues), fc.nat(), fc.nat(20))
    .map(([body, hostile, where, how]) => {
      if (how === 0 || typeof body !== "object" || body === null) return hostile;
      const fields = Object.keys(body);
      const name = fields[where % Math.max(fields.length, 1)] ?? "extra";
      if (how === 1) return { ...body, [`extra_${where}`]: hostile };
      if (how === 2) return Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
      return { ...body, [name]: hostile };
    });
}

/** JSON text, with the values that JavaScript has no literal for. */
export const jsonText = (body: unknown): string =>
  JSON.stringify(body).replaceAll(
    /"@raw:(.*?)@"/g,
    (_, escaped: string) => JSON.parse(`"${escaped}"`) as string,
  );

/** Bodies that are no JSON, under every content type a careless client may name. */
export const brokenBodies: fc.Arbitrary<{ payload: string | Buffer; type: string | undefined }> = fc.record({
  payload: fc.oneof(
    fc.constantFrom(
      "",
      "{",
      "[",
      "null",
      "true",
      '"x"',
      "1",
      "{}}",
      '{"a":1,}',
      "{'a':1}",
      "\ufeff{}",
      "NaN",
      "a=b&c=d",
    ),
    fc.constant('{"a":1,"a":2}'),
    fc.constant(`{"a":"${"\\u0000".repeat(10)}"}`),
    fc.constant("x".repeat(100_001)),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  ),
  type: fc.constantFrom(
    undefined,
    "",
    "application/json",
    "application/json; charset=utf-16",
    "APPLICATION/JSON",
    "application/json, text/plain",
    "application/jsonp",
    "text/plain",
    "text/html",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "application/octet-stream",
    "application/offset+octet-stream",
    ";",
    "/",
    "x".repeat(2_000),
  ),
});

/** What may stand in a path where an id should. Already encoded. */
export const hostilePathPieces: readonly string[] = [
  "%00",
  "a%00b",
  "..",
  "..%2f..%2fetc%2fpasswd",
  ".%2e",
  "%2e%2e",
  "%",
  "%zz",
  "%ff",
  "%ed%a0%80",
  "%c0%af",
  "%F0%9F%92%A9",
  "%20",
  "null",
  "undefined",
  "-1",
  "0",
  "1e999",
  "__proto__",
  "constructor",
  "a".repeat(300),
  "a".repeat(301),
  "a".repeat(3_000),
  "%27%3b--",
  "%5c%5cevil",
  "%0d%0aSet-Cookie:x=1",
  ";id=1",
  "*",
  "00000000-0000-0000-0000-000000000000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
  "00000000-0000-0000-0000-000000000000x",
  "00000000-0000-0000-0000-000000000000%0a",
  "demo%40example.com",
];

/** Queries that repeat, nest or garble keys; `name` is one that the call knows. */
export const hostileQueries = (name: string): readonly string[] => [
  `?${name}=a&${name}=b`,
  `?${name}[]=a`,
  `?${name}[a]=b`,
  `?${name}`,
  `?${name}=`,
  `?${name}=%00`,
  `?${name}=%zz`,
  `?${name}=%ed%a0%80`,
  `?${name}=${"x".repeat(4_000)}`,
  `?__proto__=x&constructor=y&${name}=z`,
  "?%",
  "?&&&=&",
  `?${"a=1&".repeat(1_000)}`,
  `?${name}=../../x#frag`,
  "?x=/../../etc/passwd",
];

/** Headers that our handlers read, with what nobody should send. */
export const hostileHeaders: readonly Record<string, string>[] = [
  {},
  { cookie: "sid=; co=; buyer=; otp=; known=; oidc=" },
  { cookie: `sid=${"a".repeat(43)}; sid=${"b".repeat(43)}; co=${"c".repeat(43)}; buyer=%00` },
  { cookie: 'sid="__proto__"; =; ;;; a=b=c; co=%E0%A4%A' },
  { cookie: `oidc=${"A".repeat(4_000)}` },
  { authorization: "Bearer" },
  { authorization: `Bearer ${"x".repeat(3_000)}` },
  { authorization: "Basic Og==" },
  { "x-order-proof": "", "x-order-id": "" },
  { "x-order-proof": "a".repeat(43), "x-order-id": "not-an-id" },
  { "x-order-proof": "\u00e9".repeat(50), "x-order-id": "00000000-0000-0000-0000-000000000000" },
  { range: "bytes=-0" },
  { range: "bytes=99999999999999999999-" },
  { range: "bytes=0-0,1-1,2-2,-1" },
  { "if-none-match": '*, "x", W/"y"' },
  { "if-range": "x", range: "bytes=0-" },
  { "accept-encoding": "br;q=nan, *;q=9" },
  { "x-forwarded-for": "evil, ::ffff:1.2.3.4, '; --" },
  { "x-forwarded-host": "evil.example", "x-forwarded-proto": "javascript" },
  { host: "evil.example:99999" },
  { "user-agent": "a".repeat(3_000) },
  { referer: "not a url" },
  { "sec-purpose": "prefetch" },
  { "tus-resumable": "1.0.0", "upload-length": "-1", "upload-metadata": "filename %%%" },
  {
    "tus-resumable": "1.0.0",
    "upload-length": "9".repeat(15),
    "upload-metadata": "filename YS5wZGY=,filetype YXBwbGljYXRpb24vcGRm",
  },
  {
    "tus-resumable": "1.0.0",
    "upload-length": "5",
    "upload-metadata": "filename YS5wZGY=,filetype YXBwbGljYXRpb24vcGRm",
  },
  { "tus-resumable": "1.0.0", "upload-offset": "x", "content-type": "application/offset+octet-stream" },
  { "tus-resumable": "1.0.0", "upload-offset": "0", "content-type": "application/offset+octet-stream" },
  { expect: "100-continue" },
];
