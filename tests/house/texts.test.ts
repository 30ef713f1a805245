import { expect, test } from "vitest";
import { z } from "zod";
import { declaredEndpoints, nameOf } from "./declared-endpoints.ts";

/** What creators and buyers write at length. */
const ofSeveralLines = [
  "answer",
  "bio",
  "content",
  "deliveryNote",
  "body",
  "description",
  "dmText",
  "explanation",
  "message",
  "note",
  "postalAddress",
  "promise",
  "publicReplies",
  "reason",
  "responseTemplate",
  "responseText",
  "task",
  "text",
  "thanksNote",
  "words",
];

/** What is only compared with what is stored, or read by rules of its own, and never stored as it came. */
const onlyCompared = [
  "captions",
  "clientSecret",
  "customerId",
  "cvc",
  "digitalFileUrl",
  "downloadId",
  "email",
  "expiry",
  "file",
  "handle",
  "lessonId",
  "number",
  "orderItemId",
  "paymentIntentId",
  "returnTo",
  "sessionToken",
  "setupIntentId",
  "token",
];

type Field = { endpoint: string; name: string; accepts: (text: string) => boolean };

/** Each text of a body, however deep, with what it is called and what it takes. */
function textsOf(schema: z.ZodType, endpoint: string, name: string): Field[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, field]) => textsOf(field as z.ZodType, endpoint, key));
  if (schema instanceof z.ZodArray) return textsOf(schema.element as z.ZodType, endpoint, name);
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => textsOf(option as z.ZodType, endpoint, name));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return textsOf(schema.unwrap() as z.ZodType, endpoint, name);
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return textsOf(schema.unwrap() as z.ZodType, endpoint, name);
  // A pipe takes what its first part takes, and its second may still refuse.
  const first = schema instanceof z.ZodPipe ? schema.in : schema;
  if (!(first instanceof z.ZodString)) return [];
  return [{ endpoint, name, accepts: (text) => schema.safeParse(text).success }];
}

const fields = (await declaredEndpoints()).flatMap((endpoint) =>
  endpoint.schema.body ? textsOf(endpoint.schema.body, nameOf(endpoint), "body") : [],
);

test("every text that is stored refuses control characters, and is of one line unless it is written at length", () => {
  expect(fields.length).toBeGreaterThan(100);
  const wrong = fields
    .filter(({ name }) => !onlyCompared.includes(name))
    .filter(({ name, accepts }) => {
      const controls = ["\0", "\u0007", "\u001b", "\u0085", "\u009b"];
      const lineEnds = ["\n", "\r", "\t", "\u2028", "\u2029", "\v", "\f"];
      const refused = ofSeveralLines.includes(name) ? controls : [...controls, ...lineEnds];
      return refused.some((sign) => accepts(`ab12${sign}cd34`));
    })
    .map(({ endpoint, name }) => `${endpoint}: ${name}`);
  expect(wrong).toEqual([]);
});

test("what is written at length keeps its lines", () => {
  const broken = fields
    .filter(({ name }) => ofSeveralLines.includes(name))
    .filter(({ accepts }) => !accepts("One line\r\nand\n\tanother"))
    .map(({ endpoint, name }) => `${endpoint}: ${name}`);
  expect(broken).toEqual([]);
});
