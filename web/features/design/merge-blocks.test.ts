import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Block } from "#contract/design/blocks.ts";
import { mergeBlocks } from "./merge-blocks.ts";

const link = (id: string, label = id, address = ""): Block => ({ id, kind: "link", label, address });
const [a, b, c, d] = [link("a"), link("b"), link("c"), link("d")];
const merge = (base: Block[], mine: Block[], theirs: Block[]) =>
  mergeBlocks(base, mine, theirs, (id) => `copy of ${id}`);
const ids = (base: Block[], mine: Block[], theirs: Block[]) =>
  merge(base, mine, theirs).blocks.map(({ id }) => id);

test("what either added stays, each behind what it stood behind", () => {
  expect(ids([a, b], [a, c, b], [a, b, d])).toEqual(["a", "c", "b", "d"]);
  expect(ids([], [a], [b])).toEqual(["b", "a"]);
});

test("the order is that of whoever moved something", () => {
  expect(ids([a, b, c], [c, a, b], [a, b, c, d])).toEqual(["c", "d", "a", "b"]);
  expect(ids([a, b, c], [a, b, c, d], [c, b, a])).toEqual(["c", "d", "b", "a"]);
});

test("what one removed goes, unless the other has changed it", () => {
  expect(ids([a, b], [a], [a, b])).toEqual(["a"]);
  expect(ids([a, b], [a, b], [b])).toEqual(["b"]);
  expect(merge([a, b], [a], [a, link("b", "new words")]).blocks).toEqual([a, link("b", "new words")]);
});

test("fields of one block that are different ones are put together", () => {
  const { blocks, both } = merge([a], [link("a", "mine")], [link("a", "a", "https://theirs.example")]);
  expect(blocks).toEqual([link("a", "mine", "https://theirs.example")]);
  expect(both).toEqual([]);
});

test("where both changed the same words, both stand there, and it is said", () => {
  const { blocks, both } = merge([a, b], [link("a", "mine"), b], [link("a", "theirs"), b]);
  expect(blocks).toEqual([link("a", "mine"), link("copy of a", "theirs"), b]);
  expect(both).toEqual(["a"]);
});

test("of what a page has once, there is one", () => {
  const shelf = (id: string, title = ""): Block => ({ id, kind: "products", title, isRest: false });
  expect(merge([], [shelf("a")], [shelf("b")]).blocks).toHaveLength(1);
  const { blocks, both } = merge([shelf("a")], [shelf("a", "mine")], [shelf("a", "theirs")]);
  expect(blocks).toEqual([shelf("a", "mine")]);
  expect(both).toEqual(["a"]);
});

test("the same with its keys in another order is no change", () => {
  const stored: Block = { kind: "link", address: "", label: "a", id: "a" };
  expect(merge([stored], [a], [link("a", "theirs")])).toEqual({ blocks: [link("a", "theirs")], both: [] });
});

test("whatever two tabs do, nothing that was written is lost and nothing stands there twice", () => {
  const change = fc.array(fc.tuple(fc.constantFrom("a", "b", "c", "d", "e"), fc.constantFrom("", "x", "y")), {
    maxLength: 6,
  });
  const asBlocks = (list: [string, string][]) =>
    [...new Map(list).entries()].map(([id, label]) => link(id, label));
  fc.assert(
    fc.property(change, change, change, (one, two, three) => {
      const [base, mine, theirs] = [one, two, three].map(asBlocks) as [Block[], Block[], Block[]];
      const { blocks } = merge(base, mine, theirs);
      expect(new Set(blocks.map(({ id }) => id)).size).toBe(blocks.length);
      const standing = blocks.map((block) => ({ ...block, id: block.id.replace("copy of ", "") }));
      const isNew = (written: Block) => !base.some((was) => isDeepStrictEqual(was, written));
      for (const written of [...mine, ...theirs].filter(isNew)) expect(standing).toContainEqual(written);
    }),
  );
});
