import { sql } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import type { MailData } from "#server/mail/all-mails.ts";
import type { NotificationFacts } from "./notification-facts.ts";

/** Mails that say more than the notification does. What names none is told by the mail of each minute. */
type Told = {
  [Kind in keyof NotificationFacts]: {
    ownerId: string;
    kind: Kind;
    /** What it is about: `dispute:<id>`. It is told once, whatever is repeated. */
    event: string;
    facts: NotificationFacts[Kind];
    now: Date;
  };
}[keyof NotificationFacts] & { mail?: OwnMail };

type OwnMail = {
  [Template in keyof MailData]: { template: Template; data: MailData[Template] };
}[keyof MailData];

/**
 * Tells a creator what happened, in the caller's transaction and by the ways they chose: the only way for news to reach
 * them but for a paid order's (`sale-news.ts`). False where they were told of this event before.
 */
export async function notifyCreator(
  db: Db,
  { ownerId, kind, event, facts, now, mail }: Told,
): Promise<boolean> {
  const { rows } = await db.execute<{ told: boolean }>(
    sql`select tell_creator(${ownerId}, ${kind}, ${event}, ${JSON.stringify(facts)}::jsonb, ${now.toISOString()}::timestamptz,
               ${mail?.template ?? null}, ${mail ? JSON.stringify(mail.data) : null}::jsonb) as told`,
  );
  return rows[0]?.told ?? false;
}
