import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type {
  MailingList,
  PublicList,
  saveMailingList as contract,
} from "#contract/mailing-list/mailing-list.ts";
import { creatorAccent } from "#server/database/creator-accent.ts";
import { requireUnchanged, unchangedSince } from "#server/database/revision.ts";
import { mailingLists } from "#server/database/schema/mailing-lists.ts";
import { statement } from "#server/database/statement.ts";
import { Invalid } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { canBeThanks } from "./give-thanks.ts";

type Pool = Pick<Services, "pool">;

/** The creator's list and how many are on it; closed and without words until it was saved once. */
export async function getMailingList({ pool }: Pool, ownerId: string): Promise<MailingList> {
  const [list] = await selectList(pool, ownerId);
  if (!list) throw new Error("a list was not read");
  return list;
}

/**
 * Opens or closes the list, and says what it is about. Throws 422 for thanks that cannot be given away, 409 where it was
 * changed since the revision that is named.
 */
export async function saveMailingList(
  { db, pool, clock }: Pick<Services, "db" | "pool" | "clock">,
  ownerId: string,
  { revision, ...settings }: z.output<(typeof contract)["schema"]["body"]>,
): Promise<MailingList> {
  if (settings.isOpen && settings.title === "")
    throw Invalid({ title: "Say in a few words what people join" });
  const { thanksProductId } = settings;
  if (
    thanksProductId !== null &&
    (await selectGift(pool, ownerId, thanksProductId, clock.now())).length === 0
  )
    throw Invalid({
      thanksProductId: "Choose a free download or course of yours that is on sale, without a stock",
    });
  await db.transaction(async (tx) => {
    await tx.insert(mailingLists).values({ ownerId }).onConflictDoNothing();
    requireUnchanged(
      await tx
        .update(mailingLists)
        .set(settings)
        .where(and(eq(mailingLists.ownerId, ownerId), unchangedSince(mailingLists.revision, revision)))
        .returning({ one: sql`1` }),
    );
  });
  return getMailingList({ pool }, ownerId);
}

/** A creator's list as anyone may see it; null where it is closed, or there is no such creator. With it their accent. */
export async function getPublicList(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  handle: string,
): Promise<{ list: PublicList | null; accent: string | null }> {
  const [row] = await selectPublic(pool, handle, clock.now());
  if (!row) return { list: null, accent: null };
  const { title, promise, thanksTitle, isOpen, accent } = row;
  if (!isOpen) return { list: null, accent };
  return { list: { title, promise, thanks: thanksTitle === null ? null : { title: thanksTitle } }, accent };
}

const counted = (state: string) =>
  `(select count(*)::int from subscribers where owner_id = $1 and state = '${state}')`;

const selectList = statement("mailing_list_select")<MailingList, [ownerId: string]>(
  `select coalesce(l.is_open, false) as "isOpen", coalesce(l.title, '') as title, coalesce(l.promise, '') as promise,
          l.thanks_product_id as "thanksProductId", coalesce(l.revision, 1) as revision,
          ${counted("SUBSCRIBED")} as subscribed, ${counted("PENDING")} as pending, ${counted("UNSUBSCRIBED")} as unsubscribed,
          (select count(*)::int from mail_outbox
            where owner_id = $1 and state = 'WAITING' and template <> 'receipt' and template = 'confirm-subscription') as "waitingMails"
     from users u left join mailing_lists l on l.owner_id = u.id where u.id = $1`,
);

const selectGift = statement("mailing_list_select_gift")<
  { id: string },
  [ownerId: string, productId: string, now: Date]
>(`select p.id from products p where p.owner_id = $1 and p.id = $2 and ${canBeThanks("$3")}`);

const selectPublic = statement("mailing_list_select_public")<
  { isOpen: boolean; title: string; promise: string; thanksTitle: string | null; accent: string | null },
  [handle: string, now: Date]
>(`select coalesce(l.is_open, false) and not exists (select from closed_stores d where d.owner_id = u.id) as "isOpen",
          coalesce(l.title, '') as title, coalesce(l.promise, '') as promise, p.title as "thanksTitle", ${creatorAccent("u")} as accent
     from users u left join mailing_lists l on l.owner_id = u.id
     left join products p on p.id = l.thanks_product_id and p.owner_id = u.id and ${canBeThanks("$2")}
    where u.handle = $1`);
