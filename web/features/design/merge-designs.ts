import type { Design } from "#contract/design/design.ts";
import { mergeEdits } from "#web/layout/merge-edits.ts";
import { mergeBlocks } from "./merge-blocks.ts";

/** Puts two changes of a design together: part by part, and its page block by block. `both` names what both changed. */
export function mergeDesigns(
  base: Design,
  mine: Design,
  theirs: Design,
  newId: (id: string) => string,
): { values: Design; both: (keyof Design)[] } {
  const { values, both } = mergeEdits(base, mine, theirs);
  const page = mergeBlocks(base.blocks, mine.blocks, theirs.blocks, newId);
  const others = both.filter((part) => part !== "blocks");
  return {
    values: { ...values, blocks: page.blocks },
    both: page.both.length > 0 ? [...others, "blocks"] : others,
  };
}

/** Ids for copies: the same one for the same block, however often it is asked. */
export function copyIds(): (id: string) => string {
  const made = new Map<string, string>();
  return (id) => {
    const known = made.get(id) ?? crypto.randomUUID();
    made.set(id, known);
    return known;
  };
}
