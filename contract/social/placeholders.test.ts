import fc from "fast-check";
import { expect, test } from "vitest";
import { fillPlaceholders, findUnknownPlaceholder, replyText } from "./placeholders.ts";

const values = { first_name: "Zoë", username: "@zoe", product: "The Guide" };

test.each([
  ["Hi {first_name}!", "Hi Zoë!"],
  ["Hi {First Name}, {FIRST-NAME}", "Hi Zoë, Zoë"],
  ["Hi {{ first_name }}!", "Hi Zoë!"],
  ["{username}: {product}", "@zoe: The Guide"],
  ["{first_name|friend}", "Zoë"],
  ["{} {1, 2} { } {:)} }{ {first_name", "{} {1, 2} { } {:)} }{ {first_name"],
])("%j is sent as %j", (text, sent) => {
  expect(findUnknownPlaceholder(text)).toBeUndefined();
  expect(fillPlaceholders(text, values)).toBe(sent);
});

test("what is not known is said in other words", () => {
  expect(fillPlaceholders("Hi {first_name}! Hi {first_name|my friend}! {product}", {})).toBe(
    "Hi there! Hi my friend! it",
  );
  expect(fillPlaceholders("Hi {first_name|}{username}", { first_name: "", username: null })).toBe(
    "Hi therethere",
  );
});

test.each(["{name}", "{{email}}", "{first_nam|you}", "{Vorname}", "Hi {first_name}, {last_name}"])(
  "%j is refused with its name",
  (text) => {
    const { error } = replyText(600).safeParse(text);
    expect(error?.issues[0]?.message).toContain(findUnknownPlaceholder(text));
  },
);

test("a text without braces is sent as it is, and what a person is called fills in nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      fc.pre(!text.includes("{"));
      expect(fillPlaceholders(text, values)).toBe(text);
      expect(fillPlaceholders("{first_name}", { first_name: `{product}${text}` })).toBe(`{product}${text}`);
    }),
  );
});
