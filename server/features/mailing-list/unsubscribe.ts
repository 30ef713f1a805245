import type { z } from "zod";
import type { Unsubscribing } from "#contract/mailing-list/mailing-list.ts";
import { creatorName } from "#server/database/creator-name.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { readUnsubscribeToken } from "./subscription-links.ts";

type Needs = Pick<Services, "pool" | "clock" | "secret">;
type State = z.output<typeof Unsubscribing>;

/** Whose mails a link ends. Throws 404 for one that we did not make, and for an address that was removed. */
export const getSubscription = ({ pool, secret }: Needs, token: string): Promise<State> =>
  oneOf(selectState(pool, idOf(secret, token)));

/** Ends a creator's mails to an address; what a mail to confirm has asked for ends with it. Repeated, it changes nothing. */
export async function unsubscribe({ pool, clock, secret }: Needs, token: string): Promise<State> {
  const id = idOf(secret, token);
  await recordUnsubscribed(pool, id, clock.now());
  return oneOf(selectState(pool, id));
}

/** Takes that back, where the address had been confirmed. Throws 404 as above. */
export async function resubscribe({ pool, secret }: Needs, token: string): Promise<State> {
  const id = idOf(secret, token);
  await recordSubscribedAgain(pool, id);
  return oneOf(selectState(pool, id));
}

function idOf(secret: string, token: string): string {
  const id = readUnsubscribeToken(secret, token);
  if (!id) throw linkUnknown();
  return id;
}

async function oneOf(rows: Promise<State[]>): Promise<State> {
  const [state] = await rows;
  if (!state) throw linkUnknown();
  return state;
}

const linkUnknown = () => NotFound("This link is not complete, or its address was removed.");

const selectState = statement("mailing_list_select_state")<State, [id: string]>(
  `select ${creatorName("u")} as "creatorName", u.handle, b.state <> 'UNSUBSCRIBED' as "isSubscribed"
     from subscribers b join users u on u.id = b.owner_id where b.id = $1`,
);

const recordUnsubscribed = statement("mailing_list_record_unsubscribed")<never, [id: string, now: Date]>(
  `update subscribers set state = 'UNSUBSCRIBED', unsubscribed_at = $2, round = round + 1
    where id = $1 and state <> 'UNSUBSCRIBED'`,
);

const recordSubscribedAgain = statement("mailing_list_record_subscribed_again")<never, [id: string]>(
  `update subscribers set state = 'SUBSCRIBED', unsubscribed_at = null
    where id = $1 and state = 'UNSUBSCRIBED' and confirmed_at is not null`,
);
