import { hotStatement, statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { sendMailJob } from "./queue-mail.ts";

/** How long a process has an email to itself; longer than any send takes. */
const claimSeconds = 20;
/** How long a process that can't reach the database has to write its result once that answers again. */
const graceSeconds = 10;

export type ClaimedMail = {
  id: string;
  template: string;
  data: Record<string, unknown>;
  recipient: string;
  attempts: number;
};

type Moment = Pick<Services, "pool" | "clock">;

/** Reserves an email that is due. Undefined when it isn't, or when another process is handing it over. */
export async function claimMail({ pool, clock }: Moment, mailId: string): Promise<ClaimedMail | undefined> {
  const [mail] = await claim(pool, mailId, clock.now());
  return mail;
}

/**
 * Gives up on a process that claimed an email and wrote no result in time. It may have delivered it, so that is counted, and
 * it is sent again only after a pause: if the process is alive, its result comes first and takes the count back.
 */
export async function declareOverdue({ pool, clock }: Moment, mailId: string): Promise<void> {
  await setOverdue(pool, mailId, clock.now(), sendMailJob);
}

/** The same for every open claim, without waiting for its time. Only while no other process sends email. */
export async function declareAllOverdue({ pool, clock }: Moment): Promise<void> {
  await setOverdue(pool, null, clock.now(), sendMailJob);
}

const claim = hotStatement("mail_claim")<ClaimedMail, [mailId: string, now: Date]>(
  `update mail_outbox set attempts = attempts + 1, handover = 'OPEN', due_at = $2::timestamptz + interval '${claimSeconds} seconds'
    where id = $1 and state = 'QUEUED' and handover is distinct from 'OPEN' and (due_at is null or due_at <= $2)
   returning id, template, data, recipient, attempts`,
);

const setOverdue = statement("mail_set_overdue")<never, [mailId: string | null, now: Date, job: string]>(
  `with overdue as (
     update mail_outbox set handover = 'OVERDUE', possible_duplicates = possible_duplicates + 1,
            due_at = $2::timestamptz + interval '${graceSeconds} seconds'
      where state = 'QUEUED' and handover = 'OPEN' and due_at < 'infinity' and (id = $1::uuid and due_at <= $2 or $1::uuid is null)
     returning id, due_at)
   insert into job_outbox (name, data, start_after) select $3, jsonb_build_object('mailId', id), due_at from overdue`,
);
