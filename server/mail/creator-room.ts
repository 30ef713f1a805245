/** Mails a day to addresses that have proven nothing, of a creator who has sold for less than this many cents. */
const ofNewCreator = 100;
const trustedFromCents = 10_000;
/** More payments than it takes, at 50 cents each; nobody's sales are summed to the end. */
const summed = 1_000;
/** How many of a creator's waiting mails are let go at once, so that the others' turn comes. */
export const atOnce = 25;

/**
 * SQL: how many of a creator's mails to addresses that have proven nothing may leave now, at most `atOnce`. Sales are
 * asked only of who has sent a day's mails.
 */
export const creatorRoom = (owner: string, now: string): string => `(
  select case when sent < ${ofNewCreator} then least(${atOnce}, ${ofNewCreator} - sent)
              when ${isTrusted(owner)} then ${atOnce} else 0 end
    from (select count(*)::int as sent from (
            select from mail_outbox where owner_id = ${owner} and counted_at > ${now} - interval '1 day' limit ${ofNewCreator}) counted) day)`;

/** SQL: whether the creator has sold for so much that their mails are not counted by the day. */
export const isTrusted = (owner: string): string => `${soldCents(owner)} >= ${trustedFromCents}`;

/** What is left of the paid orders after refunds; what a bank took back for good is a refund too. */
const soldCents = (owner: string) => `(
  select coalesce(sum(kept), 0) from (
    select total_cents - refunded_cents as kept from orders
     where owner_id = ${owner} and total_cents > 0 and status = 'PAID' and not disputed limit ${summed}) sold)`;
