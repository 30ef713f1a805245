import { describe, expect, test } from "vitest";
import { draftOf } from "./draft.ts";
import { responseFormSchema } from "./response-form-schema.ts";
import {
  fieldOfInput,
  inputOfValues,
  newResponseValues,
  type ResponseFormValues,
  valuesOfResponse,
} from "./response-form-values.ts";
import type { Response } from "./response-texts.ts";

const filled: ResponseFormValues = {
  ...newResponseValues("a"),
  keyword: " Guide ",
  responseText: " Here you go ",
};

/** The first thing that is wrong with each field, which is what the form shows. */
function problemsOf(values: ResponseFormValues): Record<string, string> {
  const { error } = responseFormSchema.safeParse(values);
  return Object.fromEntries(
    (error?.issues ?? []).toReversed().map(({ path, message }) => [path.join("."), message]),
  );
}
const sent = (values: ResponseFormValues) => inputOfValues(responseFormSchema.parse(values));

describe("the response form", () => {
  test("starts as a whole word, everywhere, without a product", () => {
    expect(sent(filled)).toEqual({
      socialAccountId: "a",
      keyword: "Guide",
      moreKeywords: [],
      matchMode: "WHOLE_WORD",
      excludedWords: [],
      places: ["DM", "STORY_REPLY", "COMMENT"],
      responseText: "Here you go",
      productId: null,
      linkTarget: null,
      buttonTitle: "",
      couponCode: "",
    });
  });

  test("divides words by commas, and sends the product that was chosen", () => {
    expect(
      sent({ ...filled, moreKeywords: "ebook, free guide,,", excludedWords: "refund", productId: "p" }),
    ).toMatchObject({
      moreKeywords: ["ebook", "free guide"],
      excludedWords: ["refund"],
      productId: "p",
    });
  });

  test.each<[Partial<ResponseFormValues>, Record<string, string>]>([
    [{ keyword: " " }, { keyword: "Keyword is required" }],
    [{ keyword: "🙏" }, { keyword: "Use at least one letter or digit" }],
    [{ moreKeywords: "ebook, …" }, { moreKeywords: "Use at least one letter or digit in each" }],
    [{ moreKeywords: "a,".repeat(21) }, { moreKeywords: "Use at most 20 keywords" }],
    [{ excludedWords: "x".repeat(81) }, { excludedWords: "Use at most 80 characters for each" }],
    [{ responseText: " " }, { responseText: "Response message is required" }],
    [{ responseText: "x".repeat(601) }, { responseText: "Use at most 600 characters" }],
    [{ places: [] }, { places: "Choose at least one place" }],
  ])("refuses %o", (change, problems) => {
    expect(problemsOf({ ...filled, ...change })).toEqual(problems);
  });

  test("changes nothing about a response that is opened and saved", () => {
    const response: Response = {
      id: "r",
      userId: "u",
      socialAccountId: "a",
      productId: "p",
      account: { id: "a", platform: "TWITTER", username: "ada" },
      keyword: "Guide",
      keywords: ["Guide", "free guide"],
      matchMode: "EXACT",
      excludedWords: ["refund", "no"],
      places: ["COMMENT"],
      responseType: "PRODUCT_LINK",
      responseText: "Here you go",
      linkTarget: "CHECKOUT",
      buttonTitle: "Take me there",
      couponCode: "FANS20",
      product: { id: "p", title: "Course", active: true },
      isActive: false,
      triggerCount: 3,
      revision: 1,
      earnings: { received: 4, sent: 3, clicks: 2, orders: 1, netRevenueCents: 900 },
      createdAt: "2026-11-21T12:00:00.000Z",
    };
    expect(sent(valuesOfResponse(response))).toEqual({
      socialAccountId: "a",
      keyword: "Guide",
      moreKeywords: ["free guide"],
      matchMode: "EXACT",
      excludedWords: ["refund", "no"],
      places: ["COMMENT"],
      responseText: "Here you go",
      productId: "p",
      linkTarget: "CHECKOUT",
      buttonTitle: "Take me there",
      couponCode: "FANS20",
    });
  });

  test("shows what the server says where it belongs", () => {
    expect(fieldOfInput("moreKeywords.2")).toBe("moreKeywords");
    expect(fieldOfInput("keyword")).toBe("keyword");
    expect(fieldOfInput("userId")).toBeUndefined();
  });
});

test("a draft is what could be kept of the form as it stands", () => {
  expect(draftOf({ ...filled, keyword: "", moreKeywords: `ebook, ${"x".repeat(81)}` })).toEqual({
    keywords: ["ebook"],
    matchMode: "WHOLE_WORD",
    excludedWords: [],
    places: ["DM", "STORY_REPLY", "COMMENT"],
  });
});
