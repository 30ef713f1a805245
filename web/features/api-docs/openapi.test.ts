import { expect, test } from "vitest";
import { groupOperations } from "./openapi.ts";
import { fieldsOf, rulesOf, typeOf, type Field } from "./schema-fields.ts";

const text = { type: "string" };

test("types are said in words", () => {
  expect(typeOf(text)).toBe("string");
  expect(typeOf({ type: "string", format: "uuid" })).toBe("uuid");
  expect(typeOf({ type: ["string", "null"] })).toBe("string or null");
  expect(typeOf({ anyOf: [{ type: "integer" }, { type: "null" }] })).toBe("integer or null");
  expect(typeOf({ type: "string", enum: ["PAID", "FAILED"] })).toBe('"PAID" | "FAILED"');
  expect(typeOf({ const: true, type: "boolean" })).toBe("true");
  expect(typeOf({ type: "array", items: { type: "object" } })).toBe("array of object");
  expect(typeOf({ type: "object", additionalProperties: text })).toBe("map of string");
  expect(typeOf({})).toBe("any");
});

test("limits and defaults are said, numbers that limit nothing are not", () => {
  expect(rulesOf({ type: "string", maxLength: 254 })).toBe("at most 254 characters");
  expect(rulesOf({ type: "integer", minimum: 0, maximum: 99 })).toBe("0 to 99");
  expect(
    rulesOf({ type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  ).toBe("");
  expect(rulesOf({ type: "array", maxItems: 20, default: [] })).toBe("at most 20 items, default []");
  expect(rulesOf({ anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }] })).toBe("at least 1");
});

const names = (fields: Field[]) => fields.map(({ name, required }) => (required ? name : `${name}?`));

test("fields within fields are named by their path", () => {
  const line = { type: "object", properties: { title: text, note: text }, required: ["title"] };
  const schema = {
    type: "object",
    properties: {
      id: text,
      lines: { type: "array", items: line },
      first: { anyOf: [line, { type: "null" }] },
    },
    required: ["id", "lines"],
  };
  expect(names(fieldsOf(schema))).toEqual([
    "id",
    "lines",
    "lines[].title",
    "lines[].note?",
    "first?",
    "first.title",
    "first.note?",
  ]);
  expect(names(fieldsOf({ type: "array", items: line }))).toEqual(["", "[].title", "[].note?"]);
  expect(names(fieldsOf(text))).toEqual([""]);
});

test("operations are grouped by tag, those for operators and developers last, undescribed ones left out", () => {
  const groups = groupOperations({
    info: { title: "Openstall" },
    paths: {
      "/api/health": { get: { summary: "Up", tags: ["Operation"] } },
      "/api/products/{idOrSlug}": { get: { summary: "One", tags: ["Catalog"], "x-access": "public" } },
      "/api/products": { post: { summary: "New", tags: ["Catalog"] } },
      "/webhook/stripe": { post: {} },
    },
  });
  expect(groups.map(({ tag, operations }) => [tag, operations.map(({ anchor }) => anchor)])).toEqual([
    ["Catalog", ["get-products-id-or-slug", "post-products"]],
    ["Operation", ["get-health"]],
  ]);
});
