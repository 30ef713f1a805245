import fc from "fast-check";
import { expect, test } from "vitest";
import { disclosureIn } from "#contract/social/reply-languages.ts";
import { composeReply } from "./compose-reply.ts";

const disclosure = disclosureIn("en");
const link = { title: "The complete guide to light", url: "https://example.com/l/abcdefghij" };
const bytes = { maxText: { length: 1_000, unit: "BYTES" }, hasButtons: true } as const;
const characters = { maxText: { length: 280, unit: "CHARACTERS" }, hasButtons: false } as const;

test("a link is a button where there are buttons, and stands under the text where there are none", () => {
  expect(composeReply(bytes, { text: "Here", link, disclosure: null })).toEqual({
    text: "Here",
    button: { title: "The complete guide…", url: link.url },
  });
  expect(composeReply(characters, { text: "Here", link, disclosure })).toEqual({
    text: `Here\n\n${link.url}\n\n${disclosure}`,
    button: null,
  });
});

test("a button never stands without text", () => {
  expect(composeReply(bytes, { text: "", link, disclosure: null }).text).toBe(link.title);
});

test("whatever is written fits, with its link and its disclosure whole", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 1_500 }),
      fc.constantFrom(bytes, characters),
      fc.boolean(),
      (text, platform, isDisclosed) => {
        const reply = composeReply(platform, { text, link, disclosure: isDisclosed ? disclosure : null });
        const size =
          platform.maxText.unit === "BYTES" ? Buffer.byteLength(reply.text) : Array.from(reply.text).length;
        expect(size).toBeLessThanOrEqual(platform.maxText.length);
        expect(reply.text.isWellFormed()).toBe(true);
        expect(reply.text.includes(disclosure)).toBe(isDisclosed);
        if (!platform.hasButtons) expect(reply.text).toContain(link.url);
      },
    ),
  );
});
