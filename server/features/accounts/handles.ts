import { and, inArray, ne, sql } from "drizzle-orm";
import { Handle } from "#contract/values.ts";
import { trimCharacters, trimEndCharacters } from "#contract/trim-characters.ts";
import type { Db } from "#server/database/client.ts";
import { formerHandles, users } from "#server/database/schema/accounts.ts";

/** Words that are, or may become, paths and roles of the product, or that would pass for it. */
const reserved = new Set(
  `about abuse account accounts admin administrator affiliate affiliates analytics api app assets auth billing blog
  cart carts checkout contact coupon coupons course courses creator creators customer customers dashboard demo dev
  docs download downloads email everyone explore faq favicon features feed files guest help home images info internal
  legal login logout mail mailbox me media member members messages moderator new news null oauth official openstall
  operator operators order orders owner partner payment payments payout plan plans post_purchase press pricing privacy product products
  public receipt refund report reports robots root sales search security session sessions settings shop sign_in sign_out sign_up
  signin signout signup sitemap social staff static status store stores stripe success support system team terms test
  u undefined unsubscribe upload uploads upsell user users verify webhook webhooks welcome www you`.split(
    /\s+/,
  ),
);

export const isReserved = (handle: string) => reserved.has(handle);

export type HandleCheck = { available: boolean; reason: string | null; suggestions: string[] };

/** Whether a handle is free for this creator, whose own counts as free; up to three that are when it is not. */
export async function checkHandle(db: Db, creatorId: string, wanted: string): Promise<HandleCheck> {
  const parsed = Handle.safeParse(wanted);
  const handle = parsed.data;
  const candidates = candidateHandles(wanted);
  const asked = handle ? [handle, ...candidates] : candidates;
  const rows = await db
    .select({ id: users.id, handle: users.handle })
    .from(users)
    .where(inArray(users.handle, asked));
  const held = await heldHandles(db, creatorId, asked);
  const taken = new Set([...rows.map((row) => row.handle), ...held]);
  const suggestions = candidates
    .filter((name) => name !== handle && !taken.has(name) && !isReserved(name))
    .slice(0, 3);

  if (handle === undefined) {
    const reason = parsed.error?.issues[0]?.message ?? "Choose another handle";
    return { available: false, reason, suggestions };
  }
  if (rows.some((row) => row.id === creatorId && row.handle === handle)) return free;
  if (isReserved(handle)) return { available: false, reason: handleReserved, suggestions };
  if (taken.has(handle)) return { available: false, reason: handleTaken, suggestions };
  return free;
}

/** Those of the handles that somebody else gave up less than a year ago: printed links still lead to them. */
export async function heldHandles(db: Db, creatorId: string | null, handles: string[]): Promise<string[]> {
  const rows = await db
    .select({ handle: formerHandles.handle })
    .from(formerHandles)
    .where(
      and(
        inArray(formerHandles.handle, handles),
        sql`${formerHandles.givenUpAt} > shop_now() - interval '1 year'`,
        creatorId === null ? undefined : ne(formerHandles.userId, creatorId),
      ),
    );
  return rows.map(({ handle }) => handle);
}

export const handleTaken = "This handle is taken";
export const handlesMany =
  "You have changed your handle five times within a year. You can take back one you had.";
export const handleReserved = "This handle is reserved";

const free: HandleCheck = { available: true, reason: null, suggestions: [] };

/** Handles like the wanted one, the plainest first; each has the form of a handle, but may be taken or reserved. */
export function candidateHandles(wanted: string): string[] {
  const stem = stemOf(wanted);
  const names = [stem, `${stem}_studio`, `the_${stem}`, `${stem}_hq`, `${stem}_shop`, `hello_${stem}`];
  const numbered = Array.from({ length: 8 }, (_, n) => `${stem}${n + 2}`);
  return [...names, ...numbered];
}

/** At most 23 characters, so that the longest addition still fits a handle's 30. */
function stemOf(wanted: string) {
  const words = wanted
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, "_");
  const plain = trimEndCharacters(trimCharacters(words, "_").slice(0, 23), "_");
  return plain.length >= 3 ? plain : `${plain || "my"}_store`;
}
