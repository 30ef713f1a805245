import { z } from "zod";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Output } from "#web/api.ts";

type JsonSchema = {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  minItems?: number;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  pattern?: string;
  format?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
};

/** What a value of the contract looks like that a test says little of: the smallest that its schema allows, with these facts. */
export function example<Schema extends z.ZodType>(
  schema: Schema,
  facts: Partial<z.input<Schema>> = {},
): z.input<Schema> {
  const root = jsonSchemaOf(schema);
  const smallest = smallestOf(root, root, facts);
  return (isRecord(smallest) ? { ...smallest, ...facts } : smallest) as z.input<Schema>;
}

/** The smallest answer that an endpoint may give, with these facts. */
export function exampleAnswer<E extends Endpoint>(endpoint: E, facts: Partial<Output<E>> = {}): Output<E> {
  return example(answerSchema(endpoint), facts as object) as Output<E>;
}

/** The schema of what an endpoint answers with this status; without one, of its only answer that is a success. */
export function answerSchema({ schema, method, url }: Endpoint, status?: number): z.ZodType {
  const answers = schema.response ?? {};
  const found = status === undefined ? Object.values(answers)[0] : answers[status];
  if (!found) throw new Error(`The contract has no answer ${status ?? ""} of ${method} ${url}`);
  return found;
}

/** The names of all that a call may send, as the server's words about a field begin with one of them. */
export function namesOfInput({ schema }: Endpoint): Set<string> {
  const parts = [schema.params, schema.querystring, schema.body].filter((part) => part !== undefined);
  return new Set(parts.map(jsonSchemaOf).flatMap((root) => namesIn(root, root)));
}

function namesIn(schema: JsonSchema, root: JsonSchema): string[] {
  const shapes = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const referring = schema.$ref ? [referred(schema.$ref, root)] : [];
  return [
    ...Object.keys(schema.properties ?? {}),
    ...[...shapes, ...referring].flatMap((shape) => namesIn(shape, root)),
  ];
}

const schemas = new WeakMap<z.ZodType, JsonSchema>();

/** The schema of what travels, not of what the server's functions get. */
function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const known =
    schemas.get(schema) ?? (z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema);
  schemas.set(schema, known);
  return known;
}

/** `facts` say which of several shapes is meant. */
function smallestOf(schema: JsonSchema, root: JsonSchema, facts: Record<string, unknown> = {}): unknown {
  if (schema.$ref) return smallestOf(referred(schema.$ref, root), root, facts);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) {
    const fitting = variants.filter((variant) => fits(variant, root, facts));
    const isNull = fitting.some(({ type }) => type === "null") && Object.keys(facts).length === 0;
    return isNull ? null : smallestOf(fitting[0] ?? {}, root, facts);
  }
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => smallestOf(part, root, facts) as object));
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const { type, properties = {}, required = [] } = schema;
  if (type === "object")
    return Object.fromEntries(required.map((name) => [name, smallestOf(properties[name] ?? {}, root)]));
  if (type === "array") return smallestList(schema, root);
  if (type === "integer" || type === "number")
    return Math.max(0, schema.minimum ?? 0, (schema.exclusiveMinimum ?? -1) + 1);
  if (type === "boolean") return false;
  if (type === "string") return smallestText(schema);
  return null;
}

const smallestList = ({ prefixItems, items = {}, minItems = 0 }: JsonSchema, root: JsonSchema) =>
  prefixItems
    ? prefixItems.map((item) => smallestOf(item, root))
    : Array.from({ length: minItems }, () => smallestOf(items, root));

function fits(variant: JsonSchema, root: JsonSchema, facts: Record<string, unknown>): boolean {
  const { properties = {} } = variant.$ref ? referred(variant.$ref, root) : variant;
  return Object.entries(facts).every(([name, value]) => {
    const wanted = properties[name];
    if (wanted?.const !== undefined) return wanted.const === value;
    return !wanted?.enum || wanted.enum.includes(value);
  });
}

function referred(path: string, root: JsonSchema): JsonSchema {
  if (path === "#") return root;
  return root.$defs?.[path.replace("#/$defs/", "")] ?? {};
}

let ids = 0;
/** A new id each time it is asked for one. */
export const exampleId = (): string => `00000000-0000-4000-8000-${String(++ids).padStart(12, "0")}`;

const texts = ["", "Text", "ada@example.com", "text", "a1b2c3", "123456", "USD", "#1a2b3c", "US", "UTC"];

function smallestText({ format, pattern, minLength = 0 }: JsonSchema): string {
  if (format === "uuid") return exampleId();
  if (format === "date-time") return "2026-11-20T09:00:00.000Z";
  if (format === "date") return "2026-11-20";
  if (format === "uri") return "https://example.com/";
  const fitting = texts.find(
    (text) => text.length >= minLength && (!pattern || new RegExp(pattern, "u").test(text)),
  );
  if (fitting === undefined) throw new Error(`Give this text in the test: ${pattern ?? minLength}`);
  return fitting;
}

const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
