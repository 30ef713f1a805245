import { InputRule, Mark, markInputRule } from "@tiptap/core";
import { linkAddress } from "#contract/document/link-address.ts";

/** A link, wherever the contract's judge lets it lead; anything else is the words alone. */
export const linkMark = Mark.create({
  name: "link",
  priority: 1_000,
  inclusive: false,
  addAttributes: () => ({ href: { default: "" } }),
  parseHTML: () => [
    {
      tag: "a[href]",
      getAttrs: (element) => {
        const href = linkAddress(element.getAttribute("href") ?? "");
        return href ? { href } : false;
      },
    },
  ],
  renderHTML: ({ mark }) => ["a", { href: linkAddress(String(mark.attrs["href"])) ?? "" }, 0],
  addInputRules() {
    return [
      // [words](address)
      markInputRule({
        find: (text) => {
          const [found, words, typed = ""] = /\[([^[\]]+)\]\(([^()\n]+)\)$/.exec(text) ?? [];
          const href = linkAddress(typed);
          return found && words && href
            ? { index: text.length - found.length, text: found, replaceWith: words, data: { href } }
            : null;
        },
        type: this.type,
        getAttributes: ({ data }) => ({ href: data?.["href"] as string }),
      }),
      // An address, once a space follows it. Within [words](…) the space is part of the address.
      new InputRule({
        find: (text) => {
          const [found, typed = ""] = /(?<!\]\()(https?:\/\/\S+[^\s.,;:!?)\]])\s$/.exec(text) ?? [];
          const href = linkAddress(typed);
          return found && href ? { index: text.length - found.length, text: found, data: { href } } : null;
        },
        handler: ({ state, range, match }) => {
          const href = String(match.data?.["href"]);
          state.tr.addMark(range.from, range.to, this.type.create({ href })).insertText(" ", range.to);
          state.tr.removeStoredMark(this.type);
        },
      }),
    ];
  },
});
