import type { ActiveResponse, ActiveRule, DecidedEvent } from "./decision.ts";
import { foldText } from "./fold-text.ts";
import { KeywordSearch } from "./keyword-search.ts";

/** A keyword as typed, and whose it is. */
type Of<T> = { by: T; keyword: string };
/** `unless`: the excluded words, folded. */
type OfResponse = Of<ActiveResponse> & { unless: string[] };

/** Responses and rules of one account, ready to be looked up. Worth keeping: compiling costs far more than a look. */
export type CompiledRules = {
  responses: KeywordSearch<OfResponse>;
  /** Words that keep some response from answering. */
  excluded: KeywordSearch<string>;
  rules: KeywordSearch<Of<ActiveRule>>;
  /** The oldest rule without keywords for each trigger and post: no other can ever come into question. */
  catchAll: ReadonlyMap<string, ActiveRule>;
};

/** The order in which responses and rules are given makes no difference. */
export function compileRules(given: {
  responses: readonly ActiveResponse[];
  rules: readonly ActiveRule[];
}): CompiledRules {
  const responses = given.responses.flatMap((by) => {
    const unless = by.excludedWords.map(foldText);
    return by.keywords.map((keyword) => ({
      folded: foldText(keyword),
      mode: by.matchMode,
      value: { by, keyword, unless },
    }));
  });
  const excluded = new Set(responses.flatMap(({ value }) => value.unless));
  const catchAll = new Map<string, ActiveRule>();
  for (const rule of given.rules) {
    if (rule.triggerType === "KEYWORD" || hasKeywords(rule)) continue;
    const key = catchAllKey(rule.triggerType, postOf(rule));
    const other = catchAll.get(key);
    if (!other || byAge(rule, other) < 0) catchAll.set(key, rule);
  }
  return {
    responses: new KeywordSearch(responses),
    excluded: new KeywordSearch(
      [...excluded].map((folded) => ({ folded, mode: "WHOLE_WORD" as const, value: folded })),
    ),
    rules: new KeywordSearch(
      given.rules.filter(takesKeywords).flatMap((by) =>
        (by.conditions.keywords ?? []).map((keyword) => ({
          folded: foldText(keyword),
          mode: "WHOLE_WORD" as const,
          value: { by, keyword },
        })),
      ),
    ),
    catchAll,
  };
}

/** The response that answers a folded text in this place: the strictest match, the longer keyword, the older response. */
export function findResponse(
  compiled: CompiledRules,
  text: string,
  place: ActiveResponse["places"][number],
): Of<ActiveResponse> | undefined {
  const found = compiled.responses.find(text).filter(({ value }) => value.by.places.includes(place));
  if (found.length === 0) return undefined;
  const excluded = new Set(compiled.excluded.find(text).map(({ value }) => value));
  return best(
    found.filter(({ value }) => !value.unless.some((word) => excluded.has(word))),
    (a, b) =>
      strictness[a.mode] - strictness[b.mode] ||
      b.folded.length - a.folded.length ||
      byAge(a.value.by, b.value.by) ||
      compare(a.folded, b.folded),
  )?.value;
}

/**
 * The rule that an event sets off: for a keyword, then for its own trigger, then for a first message. Of one trigger the
 * rule for this post comes first, then one that asks for a word, then the older.
 */
export function findRule(
  compiled: CompiledRules,
  event: Pick<DecidedEvent, "kind" | "postId">,
  text: string,
  isFirstMessage: boolean,
): { by: ActiveRule; keyword: string | null } | undefined {
  const triggers: ActiveRule["triggerType"][] = event.kind === "FOLLOW" ? [] : ["KEYWORD"];
  if (isTrigger(event.kind)) triggers.push(event.kind);
  if (isFirstMessage) triggers.push("FIRST_MESSAGE");

  const candidates: { by: ActiveRule; keyword: string | null }[] = compiled.rules
    .find(text)
    .map(({ value }) => value);
  for (const trigger of triggers)
    for (const postId of ["", event.postId ?? ""]) {
      const by = compiled.catchAll.get(catchAllKey(trigger, postId));
      if (by) candidates.push({ by, keyword: null });
    }
  return best(
    candidates.filter(
      ({ by }) =>
        triggers.includes(by.triggerType) && (postOf(by) === "" || postOf(by) === (event.postId ?? "")),
    ),
    (a, b) =>
      triggers.indexOf(a.by.triggerType) - triggers.indexOf(b.by.triggerType) ||
      Number(postOf(a.by) === "") - Number(postOf(b.by) === "") ||
      Number(a.keyword === null) - Number(b.keyword === null) ||
      byAge(a.by, b.by) ||
      compare(a.keyword ?? "", b.keyword ?? ""),
  );
}

const strictness = { EXACT: 0, STARTS_WITH: 1, WHOLE_WORD: 2, CONTAINS: 3 };

const takesKeywords = ({ triggerType }: ActiveRule): boolean =>
  triggerType === "KEYWORD" || triggerType === "COMMENT" || triggerType === "STORY_REPLY";

const hasKeywords = (rule: ActiveRule): boolean =>
  takesKeywords(rule) && (rule.conditions.keywords ?? []).some((keyword) => foldText(keyword) !== "");

const isTrigger = (kind: DecidedEvent["kind"]) =>
  kind === "COMMENT" || kind === "STORY_REPLY" || kind === "MENTION" || kind === "FOLLOW";

/** Empty: under any. */
const postOf = (rule: ActiveRule): string =>
  rule.triggerType === "COMMENT" ? (rule.conditions.postId ?? "") : "";

const catchAllKey = (trigger: string, postId: string): string => `${trigger} ${postId}`;

const byAge = (a: { createdAt: Date; id: string }, b: { createdAt: Date; id: string }): number =>
  a.createdAt.getTime() - b.createdAt.getTime() || compare(a.id, b.id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const best = <T>(candidates: readonly T[], order: (a: T, b: T) => number): T | undefined =>
  candidates.reduce<T | undefined>(
    (found, candidate) => (!found || order(candidate, found) < 0 ? candidate : found),
    undefined,
  );
