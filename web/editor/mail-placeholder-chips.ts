import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, Plugin } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import {
  type MailPlaceholder,
  mailPlaceholders,
  placeholdersIn,
  placeholderText,
  type WrittenPlaceholder,
} from "#contract/document/mail-placeholders.ts";
import type { Insertion } from "./insertions.ts";

/** What an editor of mails has beside the others. */
export type MailTools = {
  /** Those that are filled in in this kind of mail. */
  placeholders: readonly MailPlaceholder[];
  /** What a button of this mail leads to, which is other for each recipient: "their checkout". */
  leadsTo: string | undefined;
  /** Asks which placeholder is to stand where the caret is. */
  onAsk: () => void;
};

/**
 * Placeholders look like something that is filled in. They are words of the text all the same, so that they can be typed,
 * copied and read out; Backspace takes one back as a whole.
 */
export const mailPlaceholderChips = Extension.create<{ offered: readonly MailPlaceholder[] }>({
  name: "mailPlaceholderChips",
  addOptions: () => ({ offered: [] }),
  addKeyboardShortcuts: () => ({
    Backspace: ({ editor }) => {
      const { selection } = editor.state;
      const placeholder = selection.empty ? placeholderAt(editor.state) : undefined;
      if (placeholder?.to !== selection.from) return false;
      return editor.commands.deleteRange(placeholder);
    },
  }),
  addProseMirrorPlugins() {
    const { offered } = this.options;
    return [
      new Plugin<DecorationSet>({
        state: {
          init: (_config, { doc }) => chipsOf(doc, offered),
          apply: ({ doc, docChanged }, chips) => (docChanged ? chipsOf(doc, offered) : chips),
        },
        props: {
          decorations(state) {
            return this.getState(state);
          },
        },
      }),
    ];
  },
});

/** Each as something that the slash menu puts in. */
export const placeholderInsertions = (offered: readonly MailPlaceholder[]): Insertion[] =>
  offered.map((name) => ({
    label: mailPlaceholders[name].label,
    words: "placeholder fill in variable merge tag",
    typed: placeholderText(name),
    run: (editor) =>
      editor
        .chain()
        .insertContent({ type: "text", text: placeholderText(name) })
        .run(),
    fits: () => true,
  }));

/** The placeholder that the selection stands in or beside, by its place in the document. */
export function placeholderAt({ doc, selection }: EditorState): WrittenPlaceholder | undefined {
  let found: WrittenPlaceholder | undefined;
  doc.nodesBetween(Math.max(0, selection.from - 1), selection.to, (node, at) => {
    found ??= writtenIn(node, at).find(({ from, to }) => from <= selection.from && selection.to <= to);
  });
  return found;
}

const chipsOf = (doc: Node, offered: readonly MailPlaceholder[]): DecorationSet => {
  const chips: Decoration[] = [];
  doc.descendants((node, at) => {
    for (const { name, said, from, to } of writtenIn(node, at)) {
      const { label, fallback } = mailPlaceholders[name];
      const instead = said || fallback;
      chips.push(
        Decoration.inline(from, to, {
          class: "placeholder-chip",
          title: offered.includes(name)
            ? `${label} of each reader${instead ? `, or “${instead}”` : ""}`
            : "Nothing is filled in here in this kind of mail",
          ...(!offered.includes(name) && { "data-unknown": "" }),
        }),
      );
    }
  });
  return DecorationSet.create(doc, chips);
};

/** One whose letters are half bold is none: the server fills in what stands in one piece. */
const writtenIn = ({ text }: Node, at: number): WrittenPlaceholder[] =>
  placeholdersIn(text ?? "").map((each) => ({ ...each, from: at + each.from, to: at + each.to }));
