import type { ActiveResponse, ActiveRule, Answer, DecidedEvent } from "./decision.ts";
import { foldKeyword, type FoldedMessage, looseForms } from "./fold-message.ts";
import { isLoose, Lexicon, noKeyword } from "./lexicon.ts";

/** An excluded word. `toTheLetter`: but for accents it is the keyword itself. */
type Excluded = { typed: string; folded: string; toTheLetter: boolean };
/** A keyword as typed, and whose it is. */
type Entry = { by: Answer; keyword: string; unless: readonly Excluded[] };

/** Responses and rules of one account, ready to be looked up. Worth keeping: compiling costs far more than a look. */
export type CompiledRules = {
  keywords: Lexicon<Entry>;
  /** Words that keep some response from answering. */
  excluded: Lexicon<string>;
  /** Rules without keywords for each trigger and post: the oldest that replies, and all that do something else. */
  catchAll: ReadonlyMap<string, readonly ActiveRule[]>;
};

/** What answers an event, or acts on it. `keyword` null: a rule that asks for none. */
export type Found = { by: Answer; keyword: string | null; folded: string; exactness: number };
type FoundRule = Found & { by: { rule: ActiveRule } };

/** The order in which responses and rules are given makes no difference. */
export function compileRules(given: {
  responses: readonly ActiveResponse[];
  rules: readonly ActiveRule[];
}): CompiledRules {
  const responses = given.responses.flatMap((response) => {
    const unless = excludedOf(response);
    return response.keywords.map((keyword) => ({
      typed: keyword,
      mode: response.matchMode,
      value: { by: { response }, keyword, unless },
    }));
  });
  const rules = given.rules.filter(takesKeywords).flatMap((rule) =>
    (rule.conditions.keywords ?? []).map((keyword) => ({
      typed: keyword,
      mode: "WHOLE_WORD" as const,
      value: { by: { rule }, keyword, unless: [] },
    })),
  );
  const excluded = new Map(
    responses.flatMap(({ value }) => value.unless.map(({ folded, typed }) => [folded, typed] as const)),
  );
  return {
    keywords: new Lexicon<Entry>([...responses, ...rules]),
    excluded: new Lexicon(
      [...excluded].map(([folded, typed]) => ({ typed, mode: "WHOLE_WORD" as const, value: folded })),
    ),
    catchAll: catchAllOf(given.rules),
  };
}

/** FIRST_MESSAGE rules count only in conversations that are new to them. */
export type Newness = {
  /** The person has had no reply: a greeting is due. */
  isUnanswered: boolean;
  /** They have never written before. */
  isFirst: boolean;
};

/**
 * What replies to an event, and the rules that list its person or notify the owner, whatever else happens. One order for
 * responses and rules: the one for this post first, then how exactly the keyword matches, then its length, then age.
 */
export function findMatches(
  compiled: CompiledRules,
  event: Pick<DecidedEvent, "kind" | "postId">,
  message: FoldedMessage,
  newness: Newness,
): { reply: Found | undefined; effects: FoundRule[] } {
  const found = candidatesOf(compiled, event, message, newness).toSorted(inOrder);
  const isEffect = (one: Found): one is FoundRule => "rule" in one.by && !sends(one.by.rule);
  const effects = found.filter(isEffect);
  return {
    reply: found.find((one) => !isEffect(one)),
    // A rule that matches by several of its keywords acts once.
    effects: effects.filter(
      ({ by }, place) => effects.findIndex((other) => other.by.rule === by.rule) === place,
    ),
  };
}

function candidatesOf(
  compiled: CompiledRules,
  event: Pick<DecidedEvent, "kind" | "postId">,
  message: FoldedMessage,
  newness: Newness,
): Found[] {
  const triggers = triggersOf(event.kind);
  const fits = (by: Answer) =>
    "response" in by ? placeFits(by.response, event) : ruleFits(by.rule, triggers, event, newness);
  const matches = compiled.keywords.find(message).filter(({ value }) => fits(value.by));
  const keywords = withoutExcluded(compiled, message, matches).map(({ value, folded, exactness }) => ({
    by: value.by,
    keyword: value.keyword,
    folded,
    exactness,
  }));
  const catchAll = triggers
    .flatMap((trigger) => [...new Set(["", event.postId ?? ""])].map((post) => catchAllKey(trigger, post)))
    .flatMap((key) => compiled.catchAll.get(key) ?? [])
    .filter((rule) => ruleFits(rule, triggers, event, newness))
    .map((rule) => ({
      by: { rule },
      keyword: null,
      folded: "",
      exactness: noKeyword + Number(rule.triggerType === "FIRST_MESSAGE"),
    }));
  return [...keywords, ...catchAll];
}

/** A word like the keyword but for accents keeps it silent only where it stands there to the letter. */
function withoutExcluded<T extends { value: Entry }>(
  { excluded }: CompiledRules,
  message: FoldedMessage,
  matches: T[],
): T[] {
  if (matches.every(({ value }) => value.unless.length === 0)) return matches;
  const said = excluded.find(message);
  const loosely = new Set(said.map(({ value }) => value));
  const strictly = new Set(said.filter(({ exactness }) => !isLoose(exactness)).map(({ value }) => value));
  return matches.filter(
    ({ value }) =>
      !value.unless.some(({ folded, toTheLetter }) => (toTheLetter ? strictly : loosely).has(folded)),
  );
}

function excludedOf({ keywords, excludedWords }: ActiveResponse): Excluded[] {
  if (excludedWords.length === 0) return [];
  const own = new Set(keywords.flatMap(looseForms));
  return excludedWords.map((word) => ({
    typed: word,
    folded: foldKeyword(word),
    toTheLetter: looseForms(word).some((form) => own.has(form)),
  }));
}

function catchAllOf(rules: readonly ActiveRule[]): Map<string, ActiveRule[]> {
  const all = rules.filter((rule) => rule.triggerType !== "KEYWORD" && !hasKeywords(rule));
  const byKey = Map.groupBy(all, (rule) => catchAllKey(rule.triggerType, postOf({ rule })));
  return new Map(
    [...byKey].map(([key, those]) => {
      const oldest = those.filter(sends).toSorted(byAge).slice(0, 1);
      return [key, [...oldest, ...those.filter((rule) => !sends(rule))]];
    }),
  );
}

const inOrder = (a: Found, b: Found): number =>
  Number(postOf(a.by) === "") - Number(postOf(b.by) === "") ||
  a.exactness - b.exactness ||
  b.folded.length - a.folded.length ||
  byAge(ownerOf(a.by), ownerOf(b.by)) ||
  compare(a.folded, b.folded);

/** A response for one post answers comments there and nothing else. */
function placeFits({ postId, places }: ActiveResponse, event: Pick<DecidedEvent, "kind" | "postId">) {
  if (postId !== "") return event.kind === "COMMENT" && event.postId === postId;
  const place = event.kind === "MESSAGE" ? "DM" : event.kind;
  return places.some((one) => one === place);
}

function ruleFits(
  rule: ActiveRule,
  triggers: readonly ActiveRule["triggerType"][],
  { postId }: Pick<DecidedEvent, "postId">,
  { isUnanswered, isFirst }: Newness,
): boolean {
  if (rule.triggerType === "FIRST_MESSAGE" && !(sends(rule) ? isUnanswered : isFirst)) return false;
  const post = postOf({ rule });
  return triggers.includes(rule.triggerType) && (post === "" || post === postId);
}

/** A mention is for rules alone. */
function triggersOf(kind: DecidedEvent["kind"]): ActiveRule["triggerType"][] {
  if (kind === "FOLLOW") return ["FOLLOW"];
  const own = kind === "COMMENT" || kind === "STORY_REPLY" || kind === "MENTION" ? [kind] : [];
  return ["KEYWORD", ...own, "FIRST_MESSAGE"];
}

/** Whether the rule writes to people. */
const sends = ({ actionType }: ActiveRule): boolean =>
  actionType === "SEND_MESSAGE" || actionType === "SEND_PRODUCT";

const takesKeywords = ({ triggerType }: ActiveRule): boolean =>
  triggerType === "KEYWORD" || triggerType === "COMMENT" || triggerType === "STORY_REPLY";

const hasKeywords = (rule: ActiveRule): boolean =>
  takesKeywords(rule) && (rule.conditions.keywords ?? []).some((keyword) => foldKeyword(keyword) !== "");

/** Empty: under any. */
function postOf(by: Answer): string {
  if ("response" in by) return by.response.postId;
  return by.rule.triggerType === "COMMENT" ? (by.rule.conditions.postId ?? "") : "";
}

const ownerOf = (by: Answer) => ("response" in by ? by.response : by.rule);

const catchAllKey = (trigger: string, postId: string): string => `${trigger} ${postId}`;

const byAge = (a: { createdAt: Date; id: string }, b: { createdAt: Date; id: string }): number =>
  a.createdAt.getTime() - b.createdAt.getTime() || compare(a.id, b.id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
