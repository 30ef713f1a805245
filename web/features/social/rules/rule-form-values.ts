import { useFormContext } from "react-hook-form";
import type { ActionType, createAutomationRule, TriggerType } from "#contract/social/automation-rules.ts";
import { keywordsOf } from "#contract/social/keyword-list.ts";
import type { Input } from "#web/api.ts";
import { linkInputOf, noReplyLink, type ReplyLinkValues } from "#web/features/social/reply-link-fields.tsx";
import { linesOf } from "#web/features/social/lines-of.ts";
import type { Rule } from "./rule-texts.ts";

export type RuleBody = Input<typeof createAutomationRule>["body"];

/** The form as it is typed. What the trigger or the action has no use for is kept while it is open, and not sent. */
export type RuleFormValues = {
  ruleName: string;
  socialAccountId: string;
  triggerType: TriggerType;
  /** A list as `keywordsOf` reads it. */
  keywords: string;
  anyPost: boolean;
  postId: string;
  /** One a line. */
  publicReplies: string;
  actionType: ActionType;
  responseTemplate: string;
  /** Blank: none chosen. */
  productId: string;
  listName: string;
  tagName: string;
  notifiesOwner: boolean;
  isActive: boolean;
} & ReplyLinkValues;

export const newRuleValues = (socialAccountId: string): RuleFormValues => ({
  ruleName: "",
  socialAccountId,
  triggerType: "FIRST_MESSAGE",
  keywords: "",
  anyPost: true,
  postId: "",
  publicReplies: "",
  actionType: "SEND_MESSAGE",
  responseTemplate: "",
  productId: "",
  listName: "",
  tagName: "",
  notifiesOwner: false,
  isActive: true,
  ...noReplyLink,
});

/** A rule as the form shows it. */
export const valuesOfRule = ({ conditions, ...rule }: Rule): RuleFormValues => ({
  ruleName: rule.ruleName,
  socialAccountId: rule.account.id,
  triggerType: rule.triggerType,
  keywords: conditions.keywords.join(", "),
  anyPost: conditions.postId === "",
  postId: conditions.postId,
  publicReplies: conditions.publicReplies.join("\n"),
  actionType: rule.actionType,
  responseTemplate: rule.responseTemplate,
  productId: rule.product?.id ?? "",
  listName: conditions.listName,
  tagName: rule.tag?.name ?? "",
  notifiesOwner: conditions.notifiesOwner,
  isActive: rule.isActive,
  linkTarget: rule.linkTarget ?? "",
  buttonTitle: rule.buttonTitle,
  couponCode: rule.couponCode,
});

/** What the server is told of values that have been checked. */
export const inputOfValues = (values: RuleFormValues): RuleBody => ({
  ruleName: values.ruleName,
  socialAccountId: values.socialAccountId,
  triggerType: values.triggerType,
  actionType: values.actionType,
  conditions: {
    keywords: keywordsOf(values.keywords),
    postId: values.triggerType === "COMMENT" && !values.anyPost ? values.postId : "",
    publicReplies: linesOf(values.publicReplies),
    listName: values.listName,
    tagName: values.tagName,
    notifiesOwner: values.notifiesOwner && values.actionType !== "NOTIFY_OWNER",
  },
  responseTemplate: values.responseTemplate,
  productId: values.actionType === "SEND_PRODUCT" ? values.productId || null : null,
  isActive: values.isActive,
  ...linkInputOf(values),
});

/** Where the server's word about a field stands in the form: "conditions.keywords.2" is about `keywords`. */
export function fieldOfInput(path: string): keyof RuleFormValues | undefined {
  const [first, second] = path.split(".");
  return fields.find((field) => field === (first === "conditions" ? second : first));
}

const fields = [
  "ruleName",
  "socialAccountId",
  "triggerType",
  "keywords",
  "postId",
  "publicReplies",
  "actionType",
  "responseTemplate",
  "productId",
  "listName",
  "tagName",
  "linkTarget",
  "buttonTitle",
  "couponCode",
] as const;

/** The rule form around this part of it. */
export const useRuleFields = () => useFormContext<RuleFormValues>();
