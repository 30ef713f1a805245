import { singleKinds } from "#contract/design/block-kinds.ts";
import type { Block } from "#contract/design/blocks.ts";
import { mergeEdits } from "#web/layout/merge-edits.ts";

/**
 * Puts two changes of one page together, block by block: `base` is what both began with. What was added in either stays,
 * what was removed in one and left alone in the other goes. Of a block that both changed, each field is the one that was
 * changed; where both changed the same one, theirs stands below mine as a block of its own, and `both` names mine.
 * `newId` answers the id of such a copy, the same one for the same block.
 */
export function mergeBlocks(
  base: readonly Block[],
  mine: readonly Block[],
  theirs: readonly Block[],
  newId: (id: string) => string,
): { blocks: Block[]; both: string[] } {
  const [bases, mines, others] = [base, mine, theirs].map(
    (list) => new Map(list.map((block) => [block.id, block])),
  );
  const both: string[] = [];
  const standing = (id: string): Block[] => {
    const [was, my, their] = [bases?.get(id), mines?.get(id), others?.get(id)];
    if (my && their) return mergedBlock(was, my, their);
    // Gone in one of the two: it stays where the other one added or changed it.
    const left = my ?? their;
    return left && !isSameValue(left, was) ? [left] : [];
  };
  function mergedBlock(was: Block | undefined, my: Block, their: Block): Block[] {
    // A block that is nowhere in `base` has no field that either could have left as it was.
    const before = (was ?? {}) as Block;
    const merged = mergeEdits(inOrderOfKeys(before), inOrderOfKeys(my), inOrderOfKeys(their));
    if (merged.both.length === 0) return [merged.values];
    both.push(my.id);
    return singleKinds.includes(my.kind) ? [my] : [my, { ...their, id: newId(their.id) }];
  }
  const blocks = orderOf(base, mine, theirs).flatMap(standing);
  // Each tab may have added the one block of its kind.
  const isSpare = (block: Block, index: number) =>
    singleKinds.includes(block.kind) && blocks.findIndex(({ kind }) => kind === block.kind) < index;
  return { blocks: blocks.filter((block, index) => !isSpare(block, index)), both };
}

/** All ids: in the order of whoever moved blocks, mine before theirs, with what only the other has behind what it stood behind. */
function orderOf(base: readonly Block[], mine: readonly Block[], theirs: readonly Block[]): string[] {
  const [was, my, their] = [base, mine, theirs].map((list) => list.map(({ id }) => id));
  if (!was || !my || !their) return [];
  const hasMoved = (ids: string[]) =>
    !isSameValue(
      ids.filter((id) => was.includes(id)),
      was.filter((id) => ids.includes(id)),
    );
  const [first, second] = hasMoved(my) || !hasMoved(their) ? [my, their] : [their, my];
  const order = [...first];
  for (const [index, id] of second.entries()) {
    if (order.includes(id)) continue;
    const before = second.slice(0, index).findLast((each) => order.includes(each));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  }
  return order;
}

/** What is stored comes back with its keys in another order. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(inOrderOfKeys(one)) === JSON.stringify(inOrderOfKeys(other));

function inOrderOfKeys<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(inOrderOfKeys) as Value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(
    ([key, inside]) => [key, inOrderOfKeys(inside) as unknown] as const,
  );
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1))) as Value;
}
