import type { z } from "zod";
import type { getAffiliateOverview as contract, OwnCommission } from "#contract/affiliates/commissions.ts";
import { creatorName } from "#server/database/creator-name.ts";
import { writeFromDesk } from "#server/database/desk-reads.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { commissionSums } from "./affiliates.ts";
import { earnedOfLink, linkAddress } from "./link-list.ts";

type Overview = z.output<(typeof contract)["schema"]["response"][200]>;

/**
 * The person's own links and sums, at every creator they send buyers to. Whoever made them an affiliate knew them by
 * their address only: the first look ties those entries to the account, whose address a code or a provider has proved.
 */
export async function getAffiliateOverview({ config, pool }: Services, userId: string): Promise<Overview> {
  await writeFromDesk(() => tieToAccount(pool, userId));
  const [sums] = await selectOwnSums(pool, userId);
  const rows = await selectOwnLinks(pool, userId);
  const {
    commissionCount = 0,
    pendingCents = 0,
    payableCents = 0,
    inPayoutCents = 0,
    paidCents = 0,
  } = sums ?? {};
  return {
    commissionCount,
    pendingCents,
    // On its way, and not there yet.
    payableCents: payableCents + inPayoutCents,
    paidCents,
    links: rows.map(({ handle, productId, ...link }) => ({
      ...link,
      url: linkAddress(config, { handle, productId, code: link.code }),
    })),
  };
}

type LinkRow = Omit<Overview["links"][number], "url"> & { handle: string; productId: string | null };

/** A page of the person's commissions, newest first. */
export async function listOwnCommissions(
  { pool }: Pick<Services, "pool">,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<OwnCommission[]> {
  return selectOwnCommissions(pool, userId, limit, offset);
}

const ownerName = creatorName("owner");

const tieToAccount = statement("affiliates_tie_to_account")<never, [userId: string]>(
  `update affiliates set user_id = users.id from users
    where users.id = $1 and affiliates.user_id is null and lower(affiliates.email) = lower(users.email)`,
);

const selectOwnSums = statement("affiliates_own_sums")<
  Omit<Overview, "links"> & { inPayoutCents: number },
  [userId: string]
>(
  `select count(c.id)::int as "commissionCount", ${commissionSums}
     from affiliates a join commissions c on c.affiliate_id = a.id where a.user_id = $1`,
);

const selectOwnLinks = statement("affiliates_own_links")<LinkRow, [userId: string]>(
  `select l.id, l.code, l.product_id as "productId", owner.handle, ${ownerName} as "creatorName",
          p.title as "productTitle", a.commission_rate::float8 as "commissionRate", l.clicks, l.conversions as sales,
          ${earnedOfLink} as "earnedCents", l.active and a.active as active
     from affiliates a
     join affiliate_links l on l.affiliate_id = a.id
     join users owner on owner.id = l.owner_id
     left join products p on p.id = l.product_id
    where a.user_id = $1
    order by l.created_at desc, l.id`,
);

const selectOwnCommissions = statement("affiliates_own_commissions")<
  OwnCommission,
  [userId: string, limit: number, offset: number]
>(
  `select c.id, l.code, ${ownerName} as "creatorName", p.title as "productTitle", c.amount_cents as "amountCents",
           c.status, c.held, c.payable_at as "payableAt", c.paid_at as "paidAt", c.created_at as "createdAt"
      from affiliates a
      join commissions c on c.affiliate_id = a.id
      join affiliate_links l on l.id = c.affiliate_link_id
      join users owner on owner.id = c.owner_id
      join order_items item on item.id = c.order_item_id
      join products p on p.id = item.product_id
     where a.user_id = $1
     order by c.created_at desc, c.id
     limit $2 offset $3`,
);
