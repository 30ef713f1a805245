import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { tryKeywords as contract } from "#contract/social/keyword-responses.ts";
import { keywordResponses, socialAccounts } from "#server/database/schema/social.ts";
import { Invalid } from "#server/errors.ts";
import { compileRules, findResponse } from "#server/features/social/engine/decide/compile-rules.ts";
import { foldText } from "#server/features/social/engine/decide/fold-text.ts";
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
  { socialAccountId, text, place, draft, draftId }: Asked,
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
    id: draftId ?? newDraftId,
    text: "",
    productId: null,
    linkTarget: null,
    buttonTitle: "",
    couponCode: "",
    createdAt: changed?.createdAt ?? clock.now(),
    isActive: true,
  };
  const responses = others.filter(({ isActive }) => isActive).concat(drafted ?? []);
  const found = findResponse(compileRules({ responses, rules: [] }), foldText(text), place);
  return {
    answeredBy: found
      ? {
          draft: found.by === drafted,
          id: found.by.id === newDraftId ? null : found.by.id,
          keyword: found.keyword,
          matchMode: found.by.matchMode,
        }
      : null,
    overlaps: drafted ? findOverlaps(drafted, others) : [],
  };
}

const columns = {
  id: keywordResponses.id,
  keywords: keywordResponses.keywords,
  matchMode: keywordResponses.matchMode,
  excludedWords: keywordResponses.excludedWords,
  places: keywordResponses.places,
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
