import { z } from "zod";
import { Deleted } from "#contract/deletions/deletions.ts";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { admins } from "#contract/team/roles.ts";
import { Earnings } from "./keyword-responses.ts";
import { partialInput } from "#contract/partial-input.ts";
import { replyText } from "./placeholders.ts";
import { replyLinkInput, replyLinkOutput } from "./reply-link.ts";
import { Platform } from "./social-accounts.ts";
import { OptionalTagName } from "#contract/tags/tags.ts";
import { TagOfPerson } from "#contract/tags/tag-of-person.ts";
import { Id, oneLine, Revision, Timestamp } from "#contract/values.ts";

const tags = ["Automation rules"];
const id = z.object({ id: Id });

export const TriggerType = z.enum([
  "KEYWORD",
  "FIRST_MESSAGE",
  "FOLLOW",
  "MENTION",
  "COMMENT",
  "STORY_REPLY",
]);
export type TriggerType = z.infer<typeof TriggerType>;
export const ActionType = z.enum(["SEND_MESSAGE", "SEND_PRODUCT", "ADD_TO_LIST", "NOTIFY_OWNER"]);
export type ActionType = z.infer<typeof ActionType>;

const word = oneLine(80, "Keyword is required");

/** What narrows a rule, and what else it does. What the trigger or the action has no use for is dropped. */
export const RuleConditions = z.object({
  /** KEYWORD (at least one), COMMENT, STORY_REPLY: one of these whole words must stand in the text. */
  keywords: z.array(word).max(20, "Use at most 20 keywords").default([]),
  /** COMMENT: under this post alone; empty: under any. */
  postId: oneLine(100).default(""),
  /** COMMENT: one of these, in turn, is also written under the comment. */
  publicReplies: z.array(replyText(300, "Reply is required")).max(10, "Use at most 10 texts").default([]),
  /** Which list the person is put on: instead of a reply (ADD_TO_LIST), or beside it. */
  listName: oneLine(80).default(""),
  /** Beside a reply or a list, the owner gets an email, at most one a day for the same person. */
  notifiesOwner: z.boolean().default(false),
  /**
   * Beside a reply or a list, or alone (ADD_TO_LIST), the person gets the tag of this name, which is made where there is
   * none; empty: no tag. Absent: no tag for a new rule, and no change for one that exists.
   */
  tagName: OptionalTagName.optional(),
});

export const AutomationRule = z.object({
  id: Id,
  userId: Id,
  socialAccountId: Id,
  productId: Id.nullable(),
  account: z.object({ id: Id, platform: Platform, username: z.string() }),
  ruleName: z.string(),
  triggerType: TriggerType,
  actionType: ActionType,
  conditions: z.object({
    keywords: z.array(z.string()),
    postId: z.string(),
    publicReplies: z.array(z.string()),
    listName: z.string(),
    notifiesOwner: z.boolean(),
  }),
  /** What the person is tagged with; null: nothing, or the tag was deleted. */
  tag: TagOfPerson.nullable(),
  responseTemplate: z.string(),
  ...replyLinkOutput,
  product: z.object({ id: Id, title: z.string(), active: z.boolean() }).nullable(),
  isActive: z.boolean(),
  executionCount: z.int(),
  earnings: Earnings,
  revision: Revision,
  createdAt: Timestamp,
});
export type AutomationRule = z.infer<typeof AutomationRule>;

export const AutomationRuleInput = z.object({
  socialAccountId: Id,
  ruleName: oneLine(120, "Name is required"),
  triggerType: TriggerType,
  actionType: ActionType,
  conditions: RuleConditions.prefault({}),
  /** SEND_MESSAGE (required), SEND_PRODUCT. */
  responseTemplate: replyText(600).default(""),
  productId: Id.nullable().default(null),
  ...replyLinkInput,
  isActive: z.boolean().default(true),
});

export const listAutomationRules = endpoint({
  method: "GET",
  url: "/api/automation-rules",
  config: { access: "creator", roles: admins },
  schema: { tags, summary: "The creator's automation rules", response: { 200: z.array(AutomationRule) } },
});

export const createAutomationRule = endpoint({
  method: "POST",
  url: "/api/automation-rules",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.automation },
  schema: {
    tags,
    summary:
      "Create a rule. FOLLOW may only list or notify; on X only KEYWORD and FIRST_MESSAGE may send; what does not fit is 422 with its field",
    body: AutomationRuleInput,
    response: { 201: AutomationRule },
  },
});

export const updateAutomationRule = endpoint({
  method: "PATCH",
  url: "/api/automation-rules/:id",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.automation },
  schema: {
    tags,
    summary: "Change a rule, or switch it on or off",
    params: id,
    body: partialInput(AutomationRuleInput).extend({ revision: Revision.optional() }),
    response: { 200: AutomationRule },
  },
});

export const deleteAutomationRule = endpoint({
  method: "DELETE",
  url: "/api/automation-rules/:id",
  config: { access: "creator", roles: admins, recentSignIn: notNeeded.undoable },
  schema: {
    tags,
    summary: "Delete a rule; what it earned stays with its orders",
    params: id,
    response: { 200: Deleted },
  },
});

/** People whom rules put on lists. */
export const ListedPerson = z.object({
  id: Id,
  listName: z.string(),
  platform: Platform,
  username: z.string().nullable(),
  createdAt: Timestamp,
});

export const listListedPeople = endpoint({
  method: "GET",
  url: "/api/listed-people",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "The newest 500 people on the creator's lists",
    response: { 200: z.array(ListedPerson) },
  },
});

export const exportListedPeople = endpoint({
  method: "GET",
  url: "/api/exports/listed-people.csv",
  config: { access: "creator", roles: admins, limit: { points: 20, seconds: 60 }, recentSignIn: "required" },
  schema: { tags, summary: "Everybody on the creator's lists, as CSV" },
});
