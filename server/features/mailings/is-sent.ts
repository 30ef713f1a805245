/** SQL: whether the row `m` of `mailings` is being sent, and nobody waits for it any more. */
export const isSent = `m.state = 'SENDING'
      and not exists (select from promotions p where p.mailing_id = m.id and p.state = 'QUEUED')
      and not exists (select from promotions p where p.mailing_id = m.id and p.state = 'CLAIMED')`;
