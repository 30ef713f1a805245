import { invalidParameter } from "./stripe-error.ts";

export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type FormObject = { [name: string]: FormValue };

/** Reads Stripe's form encoding: `items[0][price]=p&metadata[a]=b` nests, and indices count up from 0. */
export function parseForm(text: string): FormObject {
  const root: FormObject = {};
  for (const [key, value] of new URLSearchParams(text)) place(root, pathOf(key), value, key);
  return withLists(root) as FormObject;
}

function pathOf(key: string): string[] {
  const [, first, rest] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key) ?? [];
  if (first === undefined || rest === undefined)
    throw invalidParameter(key, `Invalid parameter name: ${key}`, "parameter_unknown");
  return [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] ?? "")];
}

function place(root: FormObject, path: string[], value: string, key: string) {
  let node = root;
  for (const [depth, part] of path.entries()) {
    const name = part === "" ? String(Object.keys(node).length) : part;
    if (name === "__proto__") throw invalidParameter(key, `Invalid parameter name: ${key}`);
    if (depth === path.length - 1) {
      if (Object.hasOwn(node, name))
        throw invalidParameter(key, `Parameter given twice: ${key}`, "parameter_invalid");
      node[name] = value;
      return;
    }
    const next = (Object.hasOwn(node, name) ? node[name] : undefined) ?? {};
    if (typeof next !== "object" || Array.isArray(next))
      throw invalidParameter(key, `Invalid hash: ${key}`, "parameter_invalid");
    node[name] = next;
    node = next;
  }
}

/** Whatever is numbered 0, 1, 2, … is a list. */
function withLists(value: FormValue): FormValue {
  if (typeof value !== "object" || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, child]) => [name, withLists(child)] as const);
  const isList = entries.length > 0 && entries.every(([name], at) => name === String(at));
  return isList ? entries.map(([, child]) => child) : Object.fromEntries(entries);
}
