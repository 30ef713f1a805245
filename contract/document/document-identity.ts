import type { RichDocument } from "./document.ts";

/** The same text for documents that hold the same, in whatever order their fields came: the database keeps another one. */
export function documentIdentity(document: RichDocument): string {
  const known = identities.get(document);
  if (known !== undefined) return known;
  const identity = JSON.stringify(inOrder(document));
  identities.set(document, identity);
  return identity;
}

/** Documents are never changed in place: each is written out once. */
const identities = new WeakMap<object, string>();

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, inOrder(each)]),
  );
}
