import type { Attribute, Attributes } from "@tiptap/core";
import type { NodeType } from "#contract/document/document.ts";
import { type NodeRule, nodeRules } from "#contract/document/node-rules.ts";

/** What may stand in a node, in ProseMirror's words; of some nodes only, where a text may not hold them all. */
export function contentOf(type: NodeType, only?: ReadonlySet<NodeType>): string {
  const { children, atLeast }: NodeRule = nodeRules[type];
  const allowed = only ? children.filter((child) => only.has(child)) : children;
  return `(${allowed.join(" | ")})${atLeast === 1 ? "+" : "*"}`;
}

/**
 * A node's attributes: those of the table and no others. `known` says how an extension reads and writes them as HTML;
 * where it does not, they travel as data attributes, so that what is copied here can be pasted here.
 */
export function attributesOf(type: NodeType, known: Attributes = {}): Attributes {
  const { attributes }: NodeRule = nodeRules[type];
  return Object.fromEntries(
    [...attributes].map(([name, { fallback, read }]): [string, Partial<Attribute>] => [
      name,
      {
        keepOnSplit: known[name]?.keepOnSplit ?? true,
        default: fallback,
        parseHTML: (element) => {
          const found: unknown =
            (spanning.has(name) ? null : element.getAttribute(`data-${name}`)) ??
            known[name]?.parseHTML?.(element) ??
            element.getAttribute(name);
          if (found === null || found === undefined) return null;
          return read(found) ?? read(found === "true") ?? read(Number(found)) ?? null;
        },
        renderHTML: known[name]?.renderHTML ?? ((values) => htmlOf(name, values[name], fallback)),
      },
    ]),
  );
}

/** Plain attributes of HTML. Other programs use `data-start` for something else, such as a place in their own source. */
const spanning = new Set(["colspan", "rowspan", "start"]);

function htmlOf(name: string, value: unknown, fallback: unknown) {
  if (value === fallback && name !== "level" && name !== "tone") return {};
  return { [spanning.has(name) ? name : `data-${name}`]: String(value) };
}
