import type { tryKeywords } from "#contract/social/keyword-responses.ts";
import type { z } from "zod";
import { compileRules, findMatches } from "#server/features/social/engine/decide/compile-rules.ts";
import type { ActiveResponse } from "#server/features/social/engine/decide/decision.ts";
import {
  foldKeyword,
  type FoldedMessage,
  foldMessage,
} from "#server/features/social/engine/decide/fold-message.ts";

export type OwnResponse = ActiveResponse & { isActive: boolean };
type Overlap = z.output<(typeof tryKeywords)["schema"]["response"][200]>["overlaps"][number];

const mostOverlaps = 50;

/**
 * Keywords that a draft shares texts with: a keyword of the one, written as it stands, sets off the other, too, in a place
 * that both answer in. Of responses that are switched off only equal keywords count: these are taken.
 */
export function findOverlaps(draft: OwnResponse, others: readonly OwnResponse[]): Overlap[] {
  const overlaps = new Map<string, Overlap>();
  for (const { text, keyword, other, otherKeyword } of meetings(draft, others)) {
    const same = draft.postId === other.postId && foldKeyword(keyword) === foldKeyword(otherKeyword);
    const effect = same ? "SAME" : other.isActive ? contest(text, draft, other) : undefined;
    const key = JSON.stringify([keyword, other.id, otherKeyword]);
    if (effect && !overlaps.has(key)) overlaps.set(key, { keyword, otherKeyword, otherId: other.id, effect });
    if (overlaps.size === mostOverlaps) break;
  }
  return [...overlaps.values()];
}

type Meeting = { text: FoldedMessage; keyword: string; other: OwnResponse; otherKeyword: string };

/** Each keyword of the others that the draft's keywords match, and the other way round. */
function* meetings(draft: OwnResponse, others: readonly OwnResponse[]): Generator<Meeting> {
  const drafted = compileRules({ responses: [draft], rules: [] }).keywords;
  for (const other of others)
    for (const otherKeyword of other.keywords) {
      const text = foldMessage(foldKeyword(otherKeyword));
      for (const { value } of drafted.find(text)) yield { text, keyword: value.keyword, other, otherKeyword };
    }
  const byId = new Map(others.map((other) => [other.id, other]));
  const kept = compileRules({ responses: others, rules: [] }).keywords;
  for (const keyword of draft.keywords) {
    const text = foldMessage(foldKeyword(keyword));
    for (const { value } of kept.find(text)) {
      const other = "response" in value.by ? byId.get(value.by.response.id) : undefined;
      if (other) yield { text, keyword, other, otherKeyword: value.keyword };
    }
  }
}

/** Who answers a text that both may; undefined where only one does after all. */
function contest(text: FoldedMessage, draft: OwnResponse, other: OwnResponse): "WINS" | "LOSES" | undefined {
  const place = draft.places.find((place) => other.places.includes(place));
  if (!place) return undefined;
  const event = { kind: place === "DM" ? ("MESSAGE" as const) : place, postId: draft.postId || other.postId };
  const answer = (...responses: ActiveResponse[]) => {
    const { reply } = findMatches(compileRules({ responses, rules: [] }), event, text, talking);
    return reply && "response" in reply.by ? reply.by.response : undefined;
  };
  if (!answer(draft) || !answer(other)) return undefined;
  return answer(draft, other) === draft ? "WINS" : "LOSES";
}

const talking = { isUnanswered: false, isFirst: false };
