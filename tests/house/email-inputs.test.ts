import { expect, test } from "vitest";
import type { z } from "zod";
import { Email } from "#contract/values.ts";
import { declaredEndpoints, nameOf } from "./declared-endpoints.ts";

/** What people type and paste, and the address that each of them means. */
const meant: Record<string, readonly string[]> = {
  "ada@example.com": [
    "ada@example.com",
    "  Ada@Example.COM\n",
    // Zero-width, direction and byte-order marks, spaces that do not break.
    "\u200bada@example.com\ufeff",
    "\u202aada@example.com\u202c",
    "\u2067ada@example.com\u2069",
    "\u00a0\u200e\u00a0ada@example.com\u3000\u200d",
    "a\u00adda@exam\u200bple\u200c.com",
    // Full width.
    "ada＠example.com",
    "ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ",
    // Copied out of something.
    "Ada Lovelace <ada@example.com>",
    '"Lovelace, Ada" <ADA@example.com>,',
    "<ada@example.com>",
    "“ada@example.com”",
    "(ada@example.com).",
    "ada@example.com;",
    "mailto:ada@example.com",
    "MAILTO:ada@example.com?subject=Hello%20there",
    "Ada <mailto:ada@example.com>",
  ],
  "ada+list@example.com": ["mailto:ada%2Blist@example.com"],
  "ada@xn--exmple-cua.com": [
    "ada@exämple.com",
    "ADA@EXÄMPLE.COM",
    "ada@exa\u0308mple.com",
    "ada@xn--exmple-cua.com",
  ],
  "ada@xn--e1afmkfd.xn--p1ai": ["ada@пример.рф"],
  "ada@xn--r8jz45g.xn--zckzah": ["ada@例え。テスト"],
  // A joiner that belongs to the domain's script stays.
  "ada@xn--mgba3gch31f060k.com": ["ada@نامه\u200cای.com"],
};

const wrong = "Please enter a valid email address";
const notAscii = "Please use an address that has only the letters a to z before the @";
const refused: Record<string, string> = {
  "": wrong,
  ada: wrong,
  "@": wrong,
  "ada@nowhere": wrong,
  "ada@@example.com": wrong,
  "a da@example.com": wrong,
  "ada@example.com, grace@example.com": wrong,
  "ada@exam/ple.é": wrong,
  "ada@é:80.com": wrong,
  "mailto:%E0%A4%A": wrong,
  [`${"a".repeat(300)}@example.com`]: wrong,
  ["<".repeat(2_000)]: wrong,
  "ádá@example.com": notAscii,
  "用户@例え.jp": notAscii,
};

/** Reads as an address and is none that anything is sent to, or is a search. */
const others = new Set([
  // Only narrow what a proof opens, and are made bare where they are compared; "demo@…" opens as well.
  "GET /api/order-by-payment-intent/:paymentIntentId customer_email",
  "GET /api/access/:productId/:email email",
  "GET /api/lessons/:lessonId/:email email",
]);

type Field = { place: string; schema: z.ZodType };

/** The fields of texts in a schema, by their names. */
function fieldsOf(schema: z.ZodType, name = ""): { name: string; schema: z.ZodType }[] {
  const { def } = schema as unknown as { def: Record<string, unknown> & { type: string } };
  const shape = def["shape"] as Record<string, z.ZodType> | undefined;
  if (shape) return Object.entries(shape).flatMap(([name, field]) => fieldsOf(field, name));
  if (def.type === "array") return fieldsOf(def["element"] as z.ZodType, name);
  if (def.type === "union" && (def["options"] as z.ZodType[]).some((option) => option === Email))
    return [{ name, schema }];
  if (def.type === "union")
    return (def["options"] as z.ZodType[]).flatMap((option) => fieldsOf(option, name));
  if (def.type === "pipe") return fieldsOf(def["in"] as z.ZodType, name);
  const inner = def["innerType"] as z.ZodType | undefined;
  return inner ? fieldsOf(inner, name) : [{ name, schema }];
}

const fields: Field[] = (await declaredEndpoints()).flatMap((endpoint) =>
  (["params", "querystring", "body"] as const).flatMap((part) => {
    const schema = endpoint.schema[part];
    return schema
      ? fieldsOf(schema).map(({ name, schema }) => ({ place: `${nameOf(endpoint)} ${name}`, schema }))
      : [];
  }),
);
const isText = ({ schema }: Field) =>
  ["string", "union"].includes((schema as { def: { type: string } }).def.type);
const emails = fields.filter(
  (field) => isText(field) && /e-?mail$/i.test(field.place) && !others.has(field.place),
);

test("every call that takes an address takes it as people type and paste it", () => {
  expect(emails.length).toBeGreaterThan(15);
  for (const { place, schema } of emails)
    for (const [address, typed] of Object.entries(meant))
      for (const text of typed)
        expect(schema.safeParse(text).data, `${place}: ${JSON.stringify(text)}`).toBe(address);
});

test("every call that takes an address refuses what is none, and says why", () => {
  for (const { place, schema } of emails)
    for (const [text, message] of Object.entries(refused)) {
      const { success, error } = schema.safeParse(text);
      // Where it may be left out, it may be empty.
      if (success && text === "") continue;
      expect(messagesOf(error?.issues ?? []), `${place}: ${JSON.stringify(text.slice(0, 40))}`).toContain(
        message,
      );
    }
});

test("the calls whose address is another matter are there", () => {
  expect([...others].filter((place) => !fields.some((field) => field.place === place))).toEqual([]);
});

/** Of a union, those of each option. */
function messagesOf(issues: readonly z.core.$ZodIssue[]): string[] {
  return issues.flatMap((issue) =>
    issue.code === "invalid_union" ? issue.errors.flatMap(messagesOf) : [issue.message],
  );
}
