import { wrongParameter } from "./graph-error.ts";

/** `id,from{id,name}` as a tree. */
export type Fields = Map<string, Fields>;

/** Reads Graph's field expansion, with limits as in `messages.limit(20){id}`. Throws code 100. */
export function readFields(text: string): Fields {
  const fields: Fields = new Map();
  let rest = text;
  while (rest !== "") {
    const name = /^[a-z_]+/.exec(rest)?.[0];
    if (name === undefined) throw wrongParameter(`Syntax error in fields: ${text}`);
    rest = rest.slice(name.length).replace(/^\.limit\(\d+\)/, "");
    let inner = "";
    if (rest.startsWith("{")) {
      const end = closing(rest);
      inner = rest.slice(1, end);
      rest = rest.slice(end + 1);
    }
    fields.set(name, readFields(inner));
    if (rest !== "" && !rest.startsWith(",")) throw wrongParameter(`Syntax error in fields: ${text}`);
    rest = rest.slice(1);
  }
  return fields;
}

/** Only what was asked for, and nothing that does not exist: (#100) Tried accessing nonexisting field. */
export function pick(object: Record<string, unknown>, fields: Fields): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const [name, inner] of fields) {
    if (!(name in object)) throw wrongParameter(`Tried accessing nonexisting field (${name})`);
    const value = object[name];
    if (value === undefined) continue;
    picked[name] = inner.size > 0 ? pickInner(value, inner) : value;
  }
  return picked;
}

function pickInner(value: unknown, inner: Fields): unknown {
  if (Array.isArray(value)) return value.map((item: Record<string, unknown>) => pick(item, inner));
  if (typeof value === "object" && value !== null && "data" in value && Array.isArray(value.data))
    return { data: pickInner(value.data, inner) };
  return pick(value as Record<string, unknown>, inner);
}

function closing(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}" && --depth === 0) return at;
  }
  throw wrongParameter("Syntax error in fields");
}
