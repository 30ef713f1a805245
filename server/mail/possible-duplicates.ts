/** SQL: how many attempts of the last 30 days may have delivered an email that was then sent again. */
export const possibleDuplicates = (now: string): string =>
  `(select coalesce(sum(possible_duplicates), 0)::int from mail_outbox
     where possible_duplicates > 0 and created_at > ${now} - interval '30 days')`;
