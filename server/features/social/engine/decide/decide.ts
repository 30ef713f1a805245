import { type CompiledRules, findMatches, type Found } from "./compile-rules.ts";
import type {
  AccountState,
  ActiveRule,
  Answer,
  ConversationState,
  DecidedEvent,
  Decision,
} from "./decision.ts";
import { commandOf } from "./command-words.ts";
import { effectsOf, noEffects } from "./effects.ts";
import { foldMessage } from "./fold-message.ts";
import { limitOf } from "./limits.ts";

type Nothing = Extract<Decision, { do: "NOTHING" }>;
type Reply = Extract<Decision, { do: "REPLY" }>;

/**
 * What is done about an event. Pure: the same input always gives the same answer, and only one.
 *
 * The order of the checks is what makes the reason useful: who must not be answered at all, then whether anything would
 * answer, and only then what limits that answer. Lists and notices write to nobody, so a pause, STOP or a limit do not
 * stop them.
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

  const message = foldMessage(event.text);
  const wish = isPrivate(event) && wishOf(message.words, conversation);
  if (wish) return wish;
  // A wish counts whoever controls the conversation; anything else is that app's to answer.
  if (event.isStandby) return nothing("OTHER_APP");
  if (!account.isActive) return nothing("ACCOUNT_OFF");

  const writes = isPrivate(event) || (event.kind === "MENTION" && message.words !== "");
  const { reply, effects: found } = findMatches(compiled, event, message, {
    isUnanswered: writes && !conversation?.wasAnswered,
    isFirst: writes && !conversation?.hasWritten,
  });
  const rules = found.map(({ by }) => by.rule);
  const effects = effectsOf(reply?.by, rules, conversation, now);
  const silenced = silence(conversation, now);
  if (reply) {
    if (silenced) return { ...nothing(silenced, reply.by), effects };
    return { ...answer(event, reply, conversation, account, now), effects };
  }
  const [rule] = effects.acted;
  if (rule)
    return { do: "ACT", outcome: effects.notifiedBy ? "OWNER_NOTIFIED" : "LISTED", by: { rule }, effects };
  if (silenced) return nothing(silenced);
  const [rested] = rules;
  if (rested) return nothing("COOLDOWN", { rule: rested });
  return nothing(needsText(event) && event.text.trim() === "" ? "NO_TEXT" : "NO_MATCH");
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

function silence(conversation: ConversationState | undefined, now: Date): Nothing["outcome"] | undefined {
  if (!conversation) return undefined;
  if (!conversation.isActive) return "CONVERSATION_OFF";
  if (conversation.pausedUntil && conversation.pausedUntil > now) return "CREATOR_ANSWERS";
  return conversation.optedOutAt ? "PERSON_OPTED_OUT" : undefined;
}

function answer(
  event: DecidedEvent,
  { by, keyword }: Found,
  conversation: ConversationState | undefined,
  account: AccountState,
  now: Date,
): Reply | Nothing {
  if (!mayWriteTo(event, account)) return nothing("NOT_ALLOWED", by);
  const answering = "rule" in by ? by.rule : by.response;
  const limit = limitOf(event, answering.id, conversation, account.repliesLeft, now);
  if (limit) return nothing(limit, by);
  return {
    do: "REPLY",
    by,
    text: answering.text,
    productId: answering.productId,
    publicReply: event.kind === "COMMENT" ? publicReply(by, event.id) : null,
    keyword,
    effects: noEffects,
  };
}

/** Nobody may be written to for following; where comments cannot be answered, neither can a public mention. */
const mayWriteTo = ({ kind }: DecidedEvent, { answersComments }: AccountState): boolean =>
  kind !== "FOLLOW" && (answersComments || (kind !== "COMMENT" && kind !== "MENTION"));

/** The texts take turns, and a repeated decision gives the same one. */
function publicReply(by: Answer, eventId: number): string | null {
  const texts = "response" in by ? by.response.publicReplies : publicRepliesOf(by.rule);
  return texts[eventId % texts.length] ?? null;
}

const publicRepliesOf = ({ triggerType, conditions }: ActiveRule): string[] =>
  (triggerType === "COMMENT" && conditions.publicReplies) || [];

const isPrivate = ({ kind }: DecidedEvent): boolean => kind === "MESSAGE" || kind === "STORY_REPLY";

const needsText = ({ kind }: DecidedEvent): boolean => kind !== "FOLLOW" && kind !== "MENTION";

const nothing = (outcome: Nothing["outcome"], by?: Answer): Nothing => ({
  do: "NOTHING",
  outcome,
  ...(by && { by }),
});
