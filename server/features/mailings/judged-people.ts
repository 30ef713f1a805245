import { isTrusted } from "#server/database/unpaid-accounts.ts";
import { ofNewCreator } from "#server/mail/promotions/promotion-room.ts";
import { suppressedReasons } from "#server/mail/promotions/skip-reasons.ts";

/** Somebody else may have typed their address into a free checkout. */
export const unproven = "Nobody proved that this address is theirs: it stands below free orders only";
const overNewCreators = `A store with less than $100 of sales writes to ${ofNewCreator} people a mailing`;

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const suppressions = Object.entries(suppressedReasons)
  .map(([name, words]) => `when ${quoted(name)} then ${quoted(words)}`)
  .join(" ");

/**
 * SQL, behind `matching` of an `AudienceSql`: the table `judged`, everybody whom a mailing is for, and in `reason` why they
 * get nothing, null for who gets it. What counts people before and what writes them down is this.
 */
export const judgedPeople = `,
  asked as (
    select m.*, case when suppression is not null then case suppression ${suppressions} end
                     when not is_proven then ${quoted(unproven)} end as refusal
      from (select p.*, suppression_of($1, p.email, null, $2) as suppression from matching p) m),
  trust as (select ${isTrusted("$1")} as is_trusted),
  judged as (
    select mailbox, email, name,
           coalesce(refusal, case when not is_trusted and row_number() over (
             partition by refusal is null order by last_order_at desc nulls last, mailbox) > ${ofNewCreator}
             then ${quoted(overNewCreators)} end) as reason
      from asked cross join trust)`;
