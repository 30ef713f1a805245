import type { z } from "zod";
import type { Endpoint } from "#contract/endpoint.ts";

/** One string that an endpoint takes, with the checks that it meets one after the other. */
export type Text = {
  /** As `/api/products/:id body.title`. */
  path: string;
  schema: z.ZodType;
  checks: Check[];
};
export type Check = { kind: string; maximum?: number; pattern?: RegExp; aborts: boolean };

type Definition = {
  type: string;
  format?: string;
  pattern?: RegExp;
  abort?: boolean;
  checks?: { _zod: { def: CheckDefinition } }[];
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
  items?: z.ZodType[];
  element?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  left?: z.ZodType;
  right?: z.ZodType;
};
type CheckDefinition = {
  check: string;
  format?: string;
  pattern?: RegExp;
  maximum?: number;
  abort?: boolean;
};

/** Every string of an endpoint's params, query and body. */
export const textsOf = ({ method, url, schema }: Endpoint): Text[] =>
  (["params", "querystring", "body"] as const).flatMap((slot) => {
    const given = schema[slot];
    return given ? textsWithin(given, `${method} ${url} ${slot}`) : [];
  });

function textsWithin(schema: z.ZodType, path: string): Text[] {
  const { type, shape, options, items, element, innerType, keyType, valueType, left, right, ...rest } =
    definitionOf(schema);
  if (type === "string") return [{ path, schema, checks: checksOf(schema) }];
  if (type === "pipe") {
    const before = textsWithin(rest.in as z.ZodType, path);
    const [text, ...others] = before;
    const after = textsWithin(rest.out as z.ZodType, path);
    // A text that becomes another one goes on to the checks of that.
    const isText = others.length === 0 && text?.path === path;
    if (!isText) return [...before, ...after.filter((inner) => inner.path !== path)];
    const further = after.filter((inner) => inner.path === path).flatMap(({ checks }) => checks);
    const made = definitionOf(rest.out as z.ZodType).type === "transform" ? [transform] : [];
    return [{ path, schema, checks: [...text.checks, ...made, ...further] }];
  }
  if (shape) return Object.entries(shape).flatMap(([name, field]) => textsWithin(field, `${path}.${name}`));
  if (element) return textsWithin(element, `${path}[]`);
  const inner = [...(options ?? []), ...(items ?? []), innerType, keyType, valueType, left, right];
  return inner.flatMap((one) => (one ? textsWithin(one, path) : []));
}

const transform: Check = { kind: "transform", aborts: false };

function checksOf(schema: z.ZodType): Check[] {
  const { format, pattern, abort = false, checks = [] } = definitionOf(schema);
  const own: Check[] = format ? [{ kind: format, aborts: abort, ...(pattern && { pattern }) }] : [];
  const added = checks.map(({ _zod: { def } }): Check => ({
    kind: def.format ?? def.check,
    aborts: def.abort ?? false,
    ...(def.maximum !== undefined && { maximum: def.maximum }),
    ...(def.pattern && { pattern: def.pattern }),
  }));
  return [...own, ...added];
}

const definitionOf = ({ def }: z.ZodType) => def as unknown as Definition;
