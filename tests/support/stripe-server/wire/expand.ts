import { findAny, type StripeState } from "#tests/support/stripe-server/state.ts";
import { StripeError } from "./stripe-error.ts";

type Node = Record<string, unknown>;
/** How a field is expanded: by the id it holds, or by what is worked out only when it is asked for. */
export type Expansion = "id" | ((state: StripeState, object: Node) => unknown);
export type Expansions = Record<string, Record<string, Expansion>>;

const maxDepth = 4;

/** A copy of an object for the wire with the asked fields expanded; what cannot be expanded is refused. */
export function expand(state: StripeState, object: object, paths: string[], expansions: Expansions): Node {
  const copy = structuredClone(object) as Node;
  for (const path of new Set(paths)) {
    const parts = path.split(".");
    if (parts.length > maxDepth)
      throw refused(`You cannot expand more than ${maxDepth} levels of a property (${path}).`);
    expandPath(copy, parts, path);
  }
  return copy;

  function expandPath(node: unknown, parts: string[], path: string): void {
    if (parts.length === 0 || node === null || node === undefined) return;
    if (!isNode(node)) throw refused(`This property cannot be expanded (${path}).`);
    if (node["object"] === "list" && Array.isArray(node["data"])) {
      if (parts[0] !== "data" || parts.length === 1)
        throw refused(`This property cannot be expanded (${path}); lists are expanded by 'data'.`);
      for (const item of node["data"]) expandPath(item, parts.slice(1), path);
      return;
    }
    const known = expansions[String(node["object"])] ?? {};
    for (let length = parts.length; length > 0; length--) {
      const field = parts.slice(0, length);
      const how = known[field.join(".")];
      if (how !== undefined) {
        expandPath(expandField(node, field, how), parts.slice(length), path);
        return;
      }
    }
    // Lists that are part of an object, such as a subscription's items.
    const child = node[parts[0] ?? ""];
    if (isNode(child) && child["object"] === "list" && parts.length > 1)
      return expandPath(child, parts.slice(1), path);
    throw refused(`This property cannot be expanded because it doesn't exist (${path}).`);
  }

  function expandField(node: Node, field: string[], how: Expansion): unknown {
    let parent: unknown = node;
    for (const name of field.slice(0, -1)) parent = isNode(parent) ? parent[name] : null;
    const last = field.at(-1) ?? "";
    if (!isNode(parent)) return null;
    const value = parent[last];
    if (how !== "id") {
      if (!(last in parent)) parent[last] = structuredClone(how(state, node));
    } else if (typeof value === "string") parent[last] = expandId(value);
    else if (Array.isArray(value))
      parent[last] = value.map((id: unknown) => (typeof id === "string" ? expandId(id) : id));
    return parent[last];
  }

  function expandId(id: string): unknown {
    return structuredClone(findAny(state, id)) ?? id;
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const refused = (message: string) => new StripeError(400, { type: "invalid_request_error", message });
