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
      postId: "",
      responseText: "Here you go",
      productId: null,
      linkTarget: null,
      buttonTitle: "",
      couponCode: "",
      publicReplies: [],
      listName: "",
      tagName: "",
      notifiesOwner: false,
    });
  });

  test.each(["guía، dars", "guía，dars", "guía、dars", "guía; dars", "guía\n\ndars,", "guía；dars"])(
    "divides a list as people type it: %j",
    (moreKeywords) => {
      expect(sent({ ...filled, moreKeywords }).moreKeywords).toEqual(["guía", "dars"]);
    },
  );

  test("sends a post only where comments are answered, and asks for its id", () => {
    const onePost = { ...filled, anyPost: false, postId: " p1 ", publicReplies: "Sent!\nLook" };
    expect(sent(onePost)).toMatchObject({ postId: "p1", publicReplies: ["Sent!", "Look"] });
    expect(sent({ ...onePost, places: ["DM"] })).toMatchObject({ postId: "", publicReplies: [] });
    expect(problemsOf({ ...onePost, postId: " " })).toEqual({ postId: "Post is required" });
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
    [{ keyword: "?!" }, { keyword: "Use at least one letter, digit or emoji" }],
    [{ moreKeywords: "ebook, …" }, { moreKeywords: "Use at least one letter, digit or emoji in each" }],
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
      postId: "p1",
      publicReplies: ["Sent!", "Look"],
      listName: "Fans",
      tag: { id: "t", name: "VIP" },
      notifiesOwner: true,
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
      postId: "p1",
      responseText: "Here you go",
      productId: "p",
      linkTarget: "CHECKOUT",
      buttonTitle: "Take me there",
      couponCode: "FANS20",
      publicReplies: ["Sent!", "Look"],
      listName: "Fans",
      tagName: "VIP",
      notifiesOwner: true,
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
    postId: "",
  });
});
