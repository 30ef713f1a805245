import { waitsForRoom } from "./mail-causes.ts";
import { isTrusted } from "#server/database/unpaid-accounts.ts";

/** Mails a day to addresses that have proven nothing, of a creator who has sold for less than this many cents. */
const ofNewCreator = 100;
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
            select from mail_outbox where owner_id = ${owner} and counted_at > ${now} - interval '1 day' and ${waitsForRoom} limit ${ofNewCreator}) counted) day)`;
