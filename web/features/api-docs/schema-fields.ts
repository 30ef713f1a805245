import type { Schema } from "./openapi.ts";

/** One line of a table of fields; `name` is a path such as `lines[].title`. */
export type Field = { name: string; type: string; required: boolean; rules: string };

/** Every field of a schema, parents before what is in them; a schema that is no object is one nameless field. */
export function fieldsOf(schema: Schema): Field[] {
  const whole = bare(schema);
  if (whole.properties) return propertiesOf(whole, "");
  const itself = { name: "", type: typeOf(schema), required: true, rules: rulesOf(schema) };
  return [itself, ...inside(whole, "")];
}

function propertiesOf({ properties = {}, required = [] }: Schema, prefix: string): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = prefix ? `${prefix}.${name}` : name;
    const field = {
      name: path,
      type: typeOf(schema),
      required: required.includes(name),
      rules: rulesOf(schema),
    };
    return [field, ...inside(bare(schema), path)];
  });
}

/** The fields within a field. */
function inside(schema: Schema, path: string): Field[] {
  const variants = variantsOf(schema);
  if (variants.length > 1) {
    const seen = new Set<string>();
    return variants
      .flatMap((variant) => inside(bare(variant), path))
      .filter(({ name, type }) => !seen.has(`${name} ${type}`) && seen.add(`${name} ${type}`));
  }
  if (schema.items) return inside(bare(schema.items), `${path}[]`);
  if (schema.properties) return propertiesOf(schema, path);
  if (typeof schema.additionalProperties === "object")
    return inside(bare(schema.additionalProperties), `${path}.*`);
  return [];
}

/** A schema in words: `string`, `uuid or null`, `"PAID" | "FAILED"`, `array of object`. */
export function typeOf(schema: Schema): string {
  const variants = variantsOf(schema);
  if (variants.length > 0) return [...new Set(variants.map(typeOf))].join(" or ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(" or ");
  if (schema.type === "array") return schema.items ? `array of ${typeOf(schema.items)}` : "array";
  if (schema.type === "object" && typeof schema.additionalProperties === "object" && !schema.properties)
    return `map of ${typeOf(schema.additionalProperties)}`;
  if (schema.type === "string" && schema.format) return schema.format;
  return schema.type ?? "any";
}

/** Limits and defaults in words; numbers that stand for "no limit" are left out. */
export function rulesOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = bare(schema);
  return [
    range(minimum, maximum, ""),
    range(minLength, maxLength, " characters"),
    range(minItems, maxItems, " items"),
    schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
    schema.description ?? "",
  ]
    .filter(Boolean)
    .join(", ");
}

function range(from: number | undefined, to: number | undefined, unit: string): string {
  const least = limited(from);
  const most = limited(to);
  if (least !== undefined && most !== undefined)
    return least === most ? `${least}${unit}` : `${least} to ${most}${unit}`;
  if (least !== undefined) return `at least ${least}${unit}`;
  return most === undefined ? "" : `at most ${most}${unit}`;
}

const limited = (limit: number | undefined) =>
  limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? undefined : limit;

const variantsOf = ({ anyOf, oneOf }: Schema): Schema[] => anyOf ?? oneOf ?? [];

/** Without the alternative of being null, which the type already tells. */
function bare(schema: Schema): Schema {
  const filled = variantsOf(schema).filter(({ type }) => type !== "null");
  return filled.length === 1 && filled[0] ? bare(filled[0]) : schema;
}
