import type { ObjectShape, Shape } from "./shapes.ts";
import { invalidParameter } from "./stripe-error.ts";

type Values = Record<string, unknown>;

/**
 * Reads a request's parameters after its endpoint's shape, as strictly as Stripe: what is unknown, missing or of another
 * kind is refused. Form values are text and become numbers and booleans here; JSON (`isJson`) must have the right types.
 */
export function checkParameters(given: Values, shape: ObjectShape, isJson = false): Values {
  return readObject(given, shape, "", isJson);
}

function readObject(given: Values, shape: ObjectShape, path: string, isJson: boolean): Values {
  const read: Values = {};
  for (const [name, value] of Object.entries(given)) {
    const param = nameOf(path, name);
    const child = Object.hasOwn(shape.object, name) ? shape.object[name] : undefined;
    if (child === undefined) throw unknownParameter(param);
    if (isJson && value === null) read[name] = null;
    else read[name] = readValue(value, child, param, isJson);
  }
  for (const name of shape.required ?? []) {
    if (read[name] === undefined || read[name] === "") {
      const param = nameOf(path, name);
      throw invalidParameter(param, `Missing required param: ${param}.`, "parameter_missing");
    }
  }
  return read;
}

function readValue(value: unknown, shape: Shape, param: string, isJson: boolean): unknown {
  if (typeof shape === "string") return readPlain(value, shape, param, isJson);
  if ("anyOf" in shape) return readAny(value, shape.anyOf, param, isJson);
  if ("enum" in shape) {
    if (typeof value === "string" && shape.enum.includes(value)) return value;
    throw invalidParameter(
      param,
      `Invalid ${param}: must be one of ${shape.enum.join(", ")}`,
      value === "" ? "parameter_invalid_empty" : undefined,
    );
  }
  if ("array" in shape) {
    if (!Array.isArray(value)) throw invalidParameter(param, `Invalid array`, "parameter_invalid");
    return value.map((item, at) => readValue(item, shape.array, `${param}[${at}]`, isJson));
  }
  if (!isPlainObject(value)) throw invalidParameter(param, "Invalid object", "parameter_invalid");
  if ("map" in shape) return checkMetadata(value, param);
  return readObject(value, shape, param, isJson);
}

function readAny(value: unknown, shapes: Shape[], param: string, isJson: boolean): unknown {
  let first: unknown;
  for (const shape of shapes) {
    try {
      return readValue(value, shape, param, isJson);
    } catch (error) {
      // The refusal of a nested parameter says more than "none of these".
      if (first === undefined || typeof shape === "object") first = error;
    }
  }
  throw first;
}

function readPlain(value: unknown, kind: string, param: string, isJson: boolean): unknown {
  if (kind === "unserved")
    throw invalidParameter(param, `Stripe has ${param}, this test server does not serve it.`);
  if (kind === "string") {
    if (typeof value !== "string" || value.length > 5000)
      throw invalidParameter(param, "Invalid string", "parameter_invalid_string");
    if (value === "" && !isJson && mustNotBeEmpty.test(param))
      throw invalidParameter(
        param,
        `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`,
        "parameter_invalid_empty",
      );
    return value;
  }
  if (kind === "boolean") {
    if (isJson ? typeof value === "boolean" : value === "true" || value === "false")
      return value === true || value === "true";
    throw invalidParameter(param, `Invalid boolean: ${String(value)}`, "parameter_invalid_boolean");
  }
  // Only percentages have decimals.
  const pattern = /percent(_off)?$|percent\]$/.test(param) ? /^\d{1,3}(\.\d{1,4})?$/ : /^-?\d{1,15}$/;
  if ((isJson ? typeof value === "number" : typeof value === "string") && pattern.test(String(value)))
    return Number(value);
  throw invalidParameter(param, `Invalid integer: ${String(value)}`, "parameter_invalid_integer");
}

const unknownParameter = (param: string) =>
  param === "payment_method_types"
    ? invalidParameter(
        param,
        "The `payment_method_types` parameter is no longer supported. Use `automatic_payment_methods`, `allowed_payment_method_types` or `excluded_payment_method_types`.",
        "payment_method_types_no_longer_supported",
      )
    : invalidParameter(param, `Received unknown parameter: ${param}`, "parameter_unknown");

/** Ids and the like: an empty text there is a mistake of the caller, elsewhere it unsets. */
const mustNotBeEmpty =
  /(^|\[)(customer|payment_method|payment_intent|charge|currency|destination|price|product)\]?$/;

function checkMetadata(value: Values, param: string): Values {
  const entries = Object.entries(value);
  if (entries.length > 50) throw invalidParameter(param, "Metadata can have at most 50 keys.");
  for (const [key, text] of entries) {
    if (key.length > 40) throw invalidParameter(param, `Metadata keys can have up to 40 characters: ${key}`);
    if (typeof text !== "string" || text.length > 500)
      throw invalidParameter(`${param}[${key}]`, "Metadata values can have up to 500 characters.");
  }
  return value;
}

const isPlainObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const nameOf = (path: string, name: string) => (path === "" ? name : `${path}[${name}]`);
