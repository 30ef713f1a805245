import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { tryKeywords as contract } from "#contract/social/keyword-responses.ts";
import { automationRules, keywordResponses, socialAccounts } from "#server/database/schema/social.ts";
import { Invalid } from "#server/errors.ts";
import {
  compileRules,
  findMatches,
  type Found,
} from "#server/features/social/engine/decide/compile-rules.ts";
import type { ActiveRule } from "#server/features/social/engine/decide/decision.ts";
import { foldKeyword, foldMessage } from "#server/features/social/engine/decide/fold-message.ts";
import { isLoose } from "#server/features/social/engine/decide/lexicon.ts";
import type { Services } from "#server/services.ts";
import { findOverlaps, type OwnResponse } from "./overlaps.ts";

type Asked = z.output<(typeof contract)["schema"]["body"]>;
type Told = z.output<(typeof contract)["schema"]["response"][200]>;

/** Stands for a draft that has never been saved: no row has it. */
const newDraftId = "00000000-0000-0000-0000-000000000000";

/**
 * What a text would be answered with, and which keywords of the account overlap with a draft. Throws 422 for an account or
 * a response that is not theirs.
 */
export async function tryKeywords(
  { db, clock }: Pick<Services, "db" | "clock">,
  creatorId: string,
  { socialAccountId, text, place, postId, draft, draftId }: Asked,
): Promise<Told> {
  const [account] = await db
    .select({ id: socialAccounts.id })
    .from(socialAccounts)
    .where(and(eq(socialAccounts.id, socialAccountId), eq(socialAccounts.userId, creatorId)));
  if (!account) throw Invalid({ socialAccountId: "Choose one of your connected accounts" });
  const changed = draftId === undefined ? undefined : await findOwn(db, creatorId, draftId);
  if (draftId !== undefined && !changed) throw Invalid({ draftId: "This response is gone" });

  const others = (
    await db
      .select(columns)
      .from(keywordResponses)
      .where(
        and(eq(keywordResponses.socialAccountId, socialAccountId), eq(keywordResponses.userId, creatorId)),
      )
  ).filter(({ id }) => id !== draftId);
  const drafted: OwnResponse | undefined = draft && {
    ...draft,
    places: draft.postId === "" ? draft.places : ["COMMENT"],
    id: draftId ?? newDraftId,
    text: "",
    productId: null,
    linkTarget: null,
    buttonTitle: "",
    couponCode: "",
    publicReplies: [],
    listName: "",
    notifiesOwner: false,
    tagId: null,
    createdAt: changed?.createdAt ?? clock.now(),
    isActive: true,
  };
  const responses = others.filter(({ isActive }) => isActive).concat(drafted ?? []);
  const rules = await selectRules(db, creatorId, socialAccountId);
  const kind = place === "DM" ? "MESSAGE" : place;
  const { reply, effects } = findMatches(
    compileRules({ responses, rules }),
    { kind, postId: postId || null },
    foldMessage(text),
    // Greetings count: a rule for first messages is what many creators try first.
    { isUnanswered: kind !== "COMMENT", isFirst: kind !== "COMMENT" },
  );
  const nameOf = ({ id }: ActiveRule) => rules.find((rule) => rule.id === id)?.name ?? "";
  return {
    answeredBy: reply && text.trim() !== "" ? answeredBy(reply, drafted, nameOf) : null,
    alsoBy: text.trim() === "" ? [] : effects.map(({ by }) => nameOf(by.rule)),
    overlaps: drafted ? findOverlaps(drafted, others) : [],
    readAs: (draft?.keywords ?? []).map((keyword) => ({ keyword, as: foldKeyword(keyword) })),
  };
}

function answeredBy(
  { by, keyword, exactness }: Found,
  drafted: OwnResponse | undefined,
  nameOf: (rule: ActiveRule) => string,
): Told["answeredBy"] {
  if ("rule" in by)
    return {
      draft: false,
      id: by.rule.id,
      ruleName: nameOf(by.rule),
      keyword,
      matchMode: keyword === null ? null : "WHOLE_WORD",
      isLoose: isLoose(exactness),
    };
  const { response } = by;
  return {
    draft: response === drafted,
    id: response.id === newDraftId ? null : response.id,
    ruleName: null,
    keyword,
    matchMode: response.matchMode,
    isLoose: isLoose(exactness),
  };
}

const selectRules = (db: Services["db"], creatorId: string, accountId: string) =>
  db
    .select({
      id: automationRules.id,
      name: automationRules.ruleName,
      triggerType: automationRules.triggerType,
      actionType: automationRules.actionType,
      conditions: automationRules.conditions,
      text: automationRules.responseTemplate,
      productId: automationRules.productId,
      linkTarget: automationRules.linkTarget,
      buttonTitle: automationRules.buttonTitle,
      couponCode: automationRules.couponCode,
      createdAt: automationRules.createdAt,
    })
    .from(automationRules)
    .where(
      and(
        eq(automationRules.socialAccountId, accountId),
        eq(automationRules.userId, creatorId),
        eq(automationRules.isActive, true),
      ),
    );

const columns = {
  id: keywordResponses.id,
  keywords: keywordResponses.keywords,
  matchMode: keywordResponses.matchMode,
  excludedWords: keywordResponses.excludedWords,
  places: keywordResponses.places,
  postId: keywordResponses.postId,
  publicReplies: keywordResponses.publicReplies,
  listName: keywordResponses.listName,
  notifiesOwner: keywordResponses.notifiesOwner,
  tagId: keywordResponses.tagId,
  text: keywordResponses.responseText,
  productId: keywordResponses.productId,
  linkTarget: keywordResponses.linkTarget,
  buttonTitle: keywordResponses.buttonTitle,
  couponCode: keywordResponses.couponCode,
  createdAt: keywordResponses.createdAt,
  isActive: keywordResponses.isActive,
};

async function findOwn(db: Services["db"], creatorId: string, id: string): Promise<OwnResponse | undefined> {
  const [own] = await db
    .select(columns)
    .from(keywordResponses)
    .where(and(eq(keywordResponses.id, id), eq(keywordResponses.userId, creatorId)));
  return own;
}
