import { getSchema } from "@tiptap/core";
import { EditorState, TextSelection } from "@tiptap/pm/state";
import { expect, test } from "vitest";
import { bioLimits } from "#contract/document/read-document.ts";
import { editorNodes } from "./editor-nodes.ts";
import { placeholderAt } from "./mail-placeholder-chips.ts";

const schema = getSchema(editorNodes(bioLimits.only));
const text = (words: string, bold = false) => schema.text(words, bold ? [schema.mark("bold")] : []);
const stateOf = (caret: number, ...content: ReturnType<typeof text>[]) => {
  const doc = schema.node("doc", undefined, [schema.node("paragraph", undefined, content)]);
  return EditorState.create({ doc, selection: TextSelection.create(doc, caret) });
};

test("the caret is in a placeholder from before its first sign to behind its last", () => {
  const of = (caret: number) => placeholderAt(stateOf(caret, text("Hi {first_name|friend}, {store}")));
  const name = { name: "first_name", said: "friend", from: 4, to: 23 };
  expect(of(3)).toBeUndefined();
  for (const caret of [4, 10, 23]) expect(of(caret)).toEqual(name);
  expect(of(24)).toBeUndefined();
  expect(of(25)).toMatchObject({ name: "store", said: "", from: 25 });
});

test("one whose signs look different is none, and neither are words in braces", () => {
  expect(placeholderAt(stateOf(4, text("{first_"), text("name}", true)))).toBeUndefined();
  expect(placeholderAt(stateOf(4, text("{nobody}")))).toBeUndefined();
});
