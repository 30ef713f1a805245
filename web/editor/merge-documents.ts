import { diff3Merge } from "node-diff3";
import type { Block, RichDocument } from "#contract/document/document.ts";
import { documentIdentity } from "#contract/document/document-identity.ts";

/**
 * Two changes of one document put together, block by block: `base` is what both began with. Undefined where both changed
 * the same place in different ways, which somebody has to decide.
 */
export function mergeDocuments(
  base: RichDocument,
  mine: RichDocument,
  theirs: RichDocument,
): RichDocument | undefined {
  const blocks = new Map<string, Block>();
  const identitiesOf = ({ content }: RichDocument) =>
    content.map((block) => {
      const identity = documentIdentity({ type: "doc", content: [block] });
      blocks.set(identity, block);
      return identity;
    });
  const regions = diff3Merge(identitiesOf(mine), identitiesOf(base), identitiesOf(theirs), {
    excludeFalseConflicts: true,
  });
  const merged: Block[] = [];
  for (const { ok } of regions) {
    if (!ok) return undefined;
    merged.push(...ok.flatMap((identity) => blocks.get(identity) ?? []));
  }
  return { type: "doc", content: merged.length > 0 ? merged : [{ type: "paragraph", content: [] }] };
}
