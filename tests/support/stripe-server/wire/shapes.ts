import { readFileSync } from "node:fs";

/** What a parameter may be. `unserved`: Stripe knows it, but this server gives it no meaning and refuses it. */
export type Shape =
  | "string"
  | "number"
  | "boolean"
  | "unserved"
  | { enum: string[] }
  | { array: Shape }
  | { map: Shape }
  | { anyOf: Shape[] }
  | ObjectShape;
export type ObjectShape = { object: Record<string, Shape>; required?: string[] };

const file = JSON.parse(readFileSync(new URL("../shapes.json", import.meta.url), "utf8")) as {
  apiVersion: string;
  endpoints: Record<string, ObjectShape>;
};

/** The only version that this server speaks: the one that the package `stripe` pins. */
export const apiVersion = file.apiVersion;

/** The parameters of an endpoint, by `POST /v1/refunds/{id}`; derived from the types of the package `stripe`. */
export function shapeOf(endpoint: string): ObjectShape {
  const shape = file.endpoints[endpoint];
  if (!shape) throw new Error(`shapes.json has no ${endpoint}`);
  return shape;
}
