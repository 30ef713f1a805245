import { isTrusted } from "#server/database/unpaid-accounts.ts";

/** Mails a day of a creator who has sold little, and of any other on their first; so many they send after `warmDays`. */
export const ofNewCreator = 100;
const onFirstDay = 200;
const growth = 1_000;
const warmDays = 42;

/**
 * SQL: how many mails that advertise a creator may send now. Mail programs trust senders that grow slowly, and one who sends
 * to a bought list is found out before it costs the others' receipts.
 */
export const promotionRoom = (owner: string, now: string): string => `(
  select greatest(0, cap - (
           select count(*)::int from (
             select from promotions where owner_id = ${owner} and claimed_at > ${now} - interval '1 day' limit cap) sent))
    from (select case when ${isTrusted(owner)} then floor(${onFirstDay} * power(${growth}, least(1, coalesce(extract(epoch from ${now} - (
                   select claimed_at from promotions where owner_id = ${owner} and claimed_at is not null order by claimed_at limit 1))
                   / 86400.0 / ${warmDays}, 0))))::int
                 else ${ofNewCreator} end as cap) caps)`;
