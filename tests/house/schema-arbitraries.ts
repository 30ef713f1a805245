import fc from "fast-check";
import { z } from "zod";

type JsonSchema = {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
};

/** Values that a schema accepts, or nearly: `ids` are what its uuids are taken from besides random ones. */
export function valuesOf(schema: z.ZodType, ids: readonly string[]): fc.Arbitrary<unknown> {
  return arbitraryOf(jsonSchemaOf(schema), ids);
}

/** The names of all fields that such an object may have, in whichever of its forms. */
export function fieldsOf(schema: z.ZodType): string[] {
  const { properties, anyOf = [], oneOf = [] } = jsonSchemaOf(schema);
  const names = [properties, ...[...anyOf, ...oneOf].map((form) => form.properties)].flatMap((fields) =>
    Object.keys(fields ?? {}),
  );
  return [...new Set(names)];
}

/** The schema of what travels, not of what handlers get. */
export const jsonSchemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;

function arbitraryOf(schema: JsonSchema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const { type, properties, required = [], items } = schema;
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return fc.oneof(...variants.map((variant) => arbitraryOf(variant, ids)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (type) {
    case "object": {
      const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, arbitraryOf(field, ids)]);
      return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
        requiredKeys: required as never[],
      });
    }
    case "array":
      return fc.array(arbitraryOf(items ?? {}, ids), { maxLength: Math.min(schema.maxItems ?? 5, 30) });
    case "integer":
    case "number":
      return fc.integer({
        min: schema.minimum ?? -1_000,
        max: Math.min(schema.maximum ?? 1_000, 2 ** 31 - 1),
      });
    case "boolean":
      return fc.boolean();
    case "string":
      return textOf(schema, ids);
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function textOf({ format, pattern, minLength = 0, maxLength = 200 }: JsonSchema, ids: readonly string[]) {
  if (format === "uuid") return fc.oneof(fc.constantFrom(...ids), fc.uuid());
  if (format === "uri") return fc.webUrl({ validSchemes: ["https"], withQueryParameters: true });
  if (pattern) return fc.stringMatching(new RegExp(pattern, "u"));
  const words = fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, 300) });
  return fc.oneof(words, fc.constantFrom(...ids));
}
