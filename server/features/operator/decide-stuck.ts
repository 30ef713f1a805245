import { inTransaction } from "#server/database/in-transaction.ts";
import type { Queryable } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Conflict, NotFound } from "#server/errors.ts";
import { isUuid } from "#contract/uuid.ts";
import { decideHeldMail } from "#server/mail/held-mails.ts";
import { type ChosenFailures, discardFailures, retryFailures } from "#server/operation/failures.ts";
import {
  discardPaymentEvents,
  findFormerProvider,
  requeueChosenEvents,
} from "#server/payments/handle-payment-event.ts";
import type { Services } from "#server/services.ts";
import { recordAct } from "./operator-events.ts";
import { hasQueues } from "./stuck.ts";

type Decision = {
  kind: "JOB" | "MAIL" | "WEBHOOK";
  decision: "RETRY" | "DISCARD";
  id?: string | undefined;
  name?: string | undefined;
};
type Dependencies = Pick<Services, "pool" | "clock" | "payments">;

const verb = { RETRY: "RETRIED", DISCARD: "DISCARDED" } as const;

/**
 * Tries one of what is stuck again or gives it up, or all of one name; answers how many that were. Throws 404 for what is not
 * stuck, 409 for a mail that is only late, which goes by itself, and for news of a provider that is not today's, which can only be
 * given up.
 */
export async function decideStuck(
  services: Dependencies,
  operatorId: string,
  { kind, decision, id, name }: Decision,
): Promise<number> {
  const { pool, clock } = services;
  const isId = (text: string) => (kind === "WEBHOOK" ? /^\d{1,15}$/.test(text) : isUuid(text));
  if (id !== undefined && !isId(id)) throw NotFound();
  if (kind === "JOB" && !(await hasQueues(pool))) throw NotFound();
  const done = await inTransaction(pool, async (client) => {
    const now = clock.now();
    const held = kind === "MAIL" && id !== undefined ? await decideHeld(client, id, decision) : 0;
    const count =
      held > 0
        ? held
        : kind === "WEBHOOK"
          ? await (decision === "RETRY"
              ? requeueChosenEvents(client, services.payments.provider, id, name)
              : discardPaymentEvents(client, id, name, now))
          : await failures(decision)(client, chosenOf(kind, id, name), now);
    if (count === 0 && kind === "WEBHOOK" && decision === "RETRY") {
      const { provider } = services.payments;
      const former = await findFormerProvider(client, provider, id, name);
      if (former)
        throw Conflict(
          `This is news of the payment provider "${former}", and payments go by "${provider}" now. It can only be given up.`,
          "OTHER_PROVIDER",
        );
    }
    if (count > 0)
      await recordAct(
        client,
        operatorId,
        { kind: `${kind}_${verb[decision]}`, subject: id ?? `${name} (${count})` },
        now,
      );
    return count;
  });
  if (done === 0 && id !== undefined)
    throw Conflict("This is not stuck any more, or goes by itself.", "NOT_STUCK");
  wakeListeners(pool, "job_outbox");
  return done;
}

const failures = (decision: Decision["decision"]) => (decision === "RETRY" ? retryFailures : discardFailures);

const chosenOf = (kind: "JOB" | "MAIL", id: string | undefined, name: string | undefined): ChosenFailures => {
  const of = kind === "JOB" ? ("job" as const) : ("mail" as const);
  return id === undefined ? { kind: of, name: name ?? "" } : { kind: of, id };
};

/** Mails that were held after a restore, each by itself: all of them are for `npm run after-restore`. */
const decideHeld = (client: Queryable, id: string, decision: Decision["decision"]): Promise<number> =>
  decideHeldMail(client, id, decision === "RETRY" ? "RELEASE" : "DROP");
