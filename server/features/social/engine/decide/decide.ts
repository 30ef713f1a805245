import { type CompiledRules, findResponse, findRule } from "./compile-rules.ts";
import type {
  AccountState,
  ActiveResponse,
  ActiveRule,
  ConversationState,
  DecidedEvent,
  Decision,
} from "./decision.ts";
import { commandOf } from "./command-words.ts";
import { foldText } from "./fold-text.ts";
import { hasJustTold, limitOf } from "./limits.ts";

type Nothing = Extract<Decision, { do: "NOTHING" }>;
type Found = { by: { response: ActiveResponse } | { rule: ActiveRule }; keyword: string | null };

/**
 * What is done about an event. Pure: the same input always gives the same answer, and only one.
 *
 * The order of the checks is what makes the reason useful: who must not be answered at all, then whether anything would
 * answer, and only then what limits that answer.
 */
export function decide(
  event: DecidedEvent,
  compiled: CompiledRules,
  conversation: ConversationState | undefined,
  account: AccountState,
  now: Date,
): Decision {
  const unanswerable = neverAnswered(event, account);
  if (unanswerable) return nothing(unanswerable);

  const text = foldText(event.text);
  const wish = isPrivate(event) && wishOf(text, conversation);
  if (wish) return wish;

  // A wish counts whoever controls the conversation; anything else is that app's to answer.
  if (event.isStandby) return nothing("OTHER_APP");

  const silenced = silence(conversation, account, now);
  if (silenced) return nothing(silenced);

  const found = findAnswer(event, text, compiled, conversation);
  if (!found) return nothing(needsText(event) && event.text.trim() === "" ? "NO_TEXT" : "NO_MATCH");
  return act(event, found, conversation, account, now);
}

function neverAnswered(event: DecidedEvent, account: AccountState): Nothing["outcome"] | undefined {
  if (event.kind === "ECHO") return "OWN_MESSAGE";
  if (event.kind === "DELETION") return "DELETED";
  if (event.kind === "OTHER") return event.note === "encrypted" ? "ENCRYPTED" : "UNSUPPORTED";
  return event.personId === account.platformUserId ? "OWN_MESSAGE" : undefined;
}

/** START means something to a person who wrote STOP; to everybody else it is a word like any other. */
function wishOf(text: string, conversation: ConversationState | undefined): Decision | undefined {
  const { command, language } = commandOf(text) ?? {};
  if (command === "STOP") return { do: "OPT_OUT", language };
  if (command === "HUMAN") return { do: "HAND_OVER", language };
  return command === "START" && conversation?.optedOutAt ? { do: "OPT_IN" } : undefined;
}

function silence(
  conversation: ConversationState | undefined,
  account: AccountState,
  now: Date,
): Nothing["outcome"] | undefined {
  if (!account.isActive) return "ACCOUNT_OFF";
  if (!conversation) return undefined;
  if (!conversation.isActive) return "CONVERSATION_OFF";
  if (conversation.pausedUntil && conversation.pausedUntil > now) return "CREATOR_ANSWERS";
  return conversation.optedOutAt ? "PERSON_OPTED_OUT" : undefined;
}

function findAnswer(
  event: DecidedEvent,
  text: string,
  compiled: CompiledRules,
  conversation: ConversationState | undefined,
): Found | undefined {
  const place = placeOf(event);
  const response = place && findResponse(compiled, text, place);
  if (response) return { by: { response: response.by }, keyword: response.keyword };
  const writes = isPrivate(event) || (event.kind === "MENTION" && text !== "");
  const rule = findRule(compiled, event, text, writes && !conversation?.hasWritten);
  return rule && { by: { rule: rule.by }, keyword: rule.keyword };
}

function act(
  event: DecidedEvent,
  { by, keyword }: Found,
  conversation: ConversationState | undefined,
  account: AccountState,
  now: Date,
): Decision {
  if ("rule" in by) {
    const { rule } = by;
    if (rule.actionType === "ADD_TO_LIST")
      return { do: "LIST", rule, listName: rule.conditions.listName ?? "" };
    if (rule.actionType === "NOTIFY_OWNER")
      return hasJustTold(rule.id, conversation, now) ? nothing("COOLDOWN", by) : { do: "NOTIFY", rule };
  }
  if (!mayWriteTo(event, account)) return nothing("NOT_ALLOWED", by);
  const answer = "rule" in by ? by.rule : by.response;
  const limit = limitOf(event, answer.id, conversation, account.repliesLeft, now);
  if (limit) return nothing(limit, by);
  return {
    do: "REPLY",
    by,
    text: answer.text,
    productId: answer.productId,
    publicReply: "rule" in by && event.kind === "COMMENT" ? publicReply(by.rule, event.id) : null,
    keyword,
  };
}

/** Nobody may be written to for following; where comments cannot be answered, neither can a public mention. */
const mayWriteTo = ({ kind }: DecidedEvent, { answersComments }: AccountState): boolean =>
  kind !== "FOLLOW" && (answersComments || (kind !== "COMMENT" && kind !== "MENTION"));

/** The texts take turns, and a repeated decision gives the same one. */
function publicReply(rule: ActiveRule, eventId: number): string | null {
  const texts = (rule.triggerType === "COMMENT" && rule.conditions.publicReplies) || [];
  return texts[eventId % texts.length] ?? null;
}

/** A keyword response knows three places; a mention is for rules alone. */
function placeOf({ kind }: DecidedEvent) {
  if (kind === "MESSAGE") return "DM";
  return kind === "STORY_REPLY" || kind === "COMMENT" ? kind : undefined;
}

const isPrivate = ({ kind }: DecidedEvent): boolean => kind === "MESSAGE" || kind === "STORY_REPLY";

const needsText = ({ kind }: DecidedEvent): boolean => kind !== "FOLLOW" && kind !== "MENTION";

const nothing = (outcome: Nothing["outcome"], by?: Found["by"]): Nothing => ({
  do: "NOTHING",
  outcome,
  ...(by && { by }),
});
