import { describe, expect, it } from "vitest";
import { reasonAgainstAction, reasonAgainstTrigger } from "./rule-fit.ts";
import { ruleFormSchema } from "./rule-form-schema.ts";
import { fieldOfInput, inputOfValues, newRuleValues, type RuleFormValues } from "./rule-form-values.ts";

const accountId = "f3b1c7a2-4a8e-4a37-9f5e-0b8a7c2f1d11";
const values = (change: Partial<RuleFormValues>): RuleFormValues => ({
  ...newRuleValues(accountId),
  ruleName: "Welcome",
  responseTemplate: "Hello!",
  ...change,
});
const messagesOf = (change: Partial<RuleFormValues>) =>
  ruleFormSchema.safeParse(values(change)).error?.issues.map(({ path, message }) => [path[0], message]) ?? [];

describe("the rule form", () => {
  it("asks for what the trigger and the action need, and for nothing else", () => {
    expect(messagesOf({})).toEqual([]);
    expect(messagesOf({ ruleName: " " })).toEqual([["ruleName", "Name is required"]]);
    expect(messagesOf({ responseTemplate: " " })).toEqual([
      ["responseTemplate", "Response message is required"],
    ]);
    expect(messagesOf({ triggerType: "KEYWORD", keywords: " , " })).toEqual([
      ["keywords", "Keyword is required"],
    ]);
    expect(messagesOf({ triggerType: "COMMENT", anyPost: false })).toEqual([["postId", "Post is required"]]);
    expect(messagesOf({ actionType: "SEND_PRODUCT", responseTemplate: "" })).toEqual([
      ["productId", "Choose a product"],
    ]);
    expect(messagesOf({ actionType: "ADD_TO_LIST", responseTemplate: "" })).toEqual([
      ["listName", "Name the list, or a tag"],
    ]);
    expect(messagesOf({ actionType: "ADD_TO_LIST", responseTemplate: "", tagName: "VIP" })).toEqual([]);
    expect(messagesOf({ actionType: "NOTIFY_OWNER", responseTemplate: "" })).toEqual([]);
  });

  it("sends keywords and public replies one by one, and no post that is not asked for", () => {
    const typed = {
      triggerType: "COMMENT",
      keywords: "guide، price ,",
      publicReplies: "Sent!\n\n Look in your DMs ",
      postId: "17890",
    } as const;
    expect(inputOfValues(values({ ...typed, anyPost: false })).conditions).toEqual({
      keywords: ["guide", "price"],
      publicReplies: ["Sent!", "Look in your DMs"],
      postId: "17890",
      listName: "",
      tagName: "",
      notifiesOwner: false,
    });
    expect(inputOfValues(values(typed)).conditions).toMatchObject({ postId: "" });
    expect(inputOfValues(values({ productId: accountId })).productId).toBeNull();
  });

  it("finds the field that the server speaks of", () => {
    expect(fieldOfInput("conditions.keywords.2")).toBe("keywords");
    expect(fieldOfInput("responseTemplate")).toBe("responseTemplate");
    expect(fieldOfInput("somethingElse")).toBeUndefined();
  });
});

describe("what a rule can do", () => {
  it("never writes to new followers, and on X only to those who wrote first", () => {
    const instagram = { platform: "INSTAGRAM" } as const;
    const x = { platform: "TWITTER" } as const;
    expect(reasonAgainstAction(instagram, "FOLLOW", "SEND_MESSAGE")).toBeDefined();
    expect(reasonAgainstAction(instagram, "FOLLOW", "ADD_TO_LIST")).toBeUndefined();
    expect(reasonAgainstAction(instagram, "COMMENT", "SEND_PRODUCT")).toBeUndefined();
    expect(reasonAgainstAction(x, "MENTION", "SEND_MESSAGE")).toBeDefined();
    expect(reasonAgainstAction(x, "FIRST_MESSAGE", "SEND_MESSAGE")).toBeUndefined();
  });

  it("waits for nothing that a platform does not tell of; a demo account can try it all", () => {
    const real = { platform: "INSTAGRAM", connection: "OAUTH" } as const;
    expect(reasonAgainstTrigger(real, "FOLLOW")).toBe("Instagram does not tell us who follows you.");
    expect(reasonAgainstTrigger({ ...real, connection: "DEMO" }, "FOLLOW")).toBeUndefined();
    expect(reasonAgainstTrigger({ platform: "TWITTER", connection: "DEMO" }, "STORY_REPLY")).toBeDefined();
  });
});
