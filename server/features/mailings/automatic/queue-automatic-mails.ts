import { inTransaction } from "#server/database/in-transaction.ts";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";
import { statement } from "#server/database/statement.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import type { Services } from "#server/services.ts";
import { isUnfinished } from "./studying.ts";

const atOnce = 100;
/** What was committed after a later moment had been looked at already: nothing takes so long. */
const overlap = "interval '15 minutes'";

type Needs = Pick<Services, "pool" | "clock" | "log">;

/**
 * Writes a row of `promotions` for everybody with whom something happened that an automatic mail is for. The mails' rows are
 * held meanwhile, and whoever has a row of an occasion gets no other: workers may do it at once, and again. After hours
 * without a worker the rows say when they were wanted, and those that are a day late are left out with that reason.
 */
export async function queueAutomaticMails(services: Needs, stopping?: AbortSignal): Promise<void> {
  const { pool, clock, log } = services;
  const failed: string[] = [];
  let looked = atOnce;
  // What another worker holds is its own.
  while (looked === atOnce) {
    stopping?.throwIfAborted();
    const ids = (await selectDue(pool, clock.now(), failed, atOnce)).map(({ id }) => id);
    if (ids.length === 0) return;
    try {
      looked = await queueFor(services, ids);
    } catch {
      // The others do not wait for the one that fails.
      for (const id of ids) {
        stopping?.throwIfAborted();
        await queueFor(services, [id]).catch((error: unknown) => {
          failed.push(id);
          log.error({ err: error, automaticMailId: id }, "an automatic mail was not looked at");
        });
      }
      looked = ids.length;
    }
  }
}

/** Looks at some mails in one transaction; answers how many of them nobody else was at. */
async function queueFor({ pool, clock }: Needs, wanted: string[]): Promise<number> {
  return inTransaction(pool, async (client) => {
    const now = clock.now();
    const ids = (await lockDue(client, wanted, now)).map(({ id }) => id);
    if (ids.length === 0) return 0;
    await insertWelcomes(client, ids, now);
    await insertAfterPurchases(client, ids, now);
    await insertNewPosts(client, ids, now);
    await insertCourseReminders(client, ids, now);
    await recordLooked(client, ids, now);
    return ids.length;
  });
}

/** SQL: whether the mail `a` is to be looked at. Who stopped is found by reading all that was done in a course: once an hour will do. */
const isDueAt = (now: string): string => `a.switched_on_at is not null and a.looked_until < ${now}
      and (a.kind <> 'COURSE_REMINDER' or a.looked_until <= ${now}::timestamptz - interval '1 hour')`;

const selectDue = statement("automatic_mails_select_due")<
  { id: string },
  [now: Date, without: string[], atMost: number]
>(
  `select a.id from automatic_mails a where ${isDueAt("$1")} and a.id <> all ($2::uuid[])
    order by a.looked_until, a.id limit $3`,
);

const lockDue = statement("automatic_mails_lock_due")<{ id: string }, [ids: string[], now: Date]>(
  `select a.id from automatic_mails a where a.id = any ($1::uuid[]) and ${isDueAt("$2")} order by a.id for update skip locked`,
);

const recordLooked = statement("automatic_mails_record_looked")<never, [ids: string[], now: Date]>(
  "update automatic_mails set looked_until = $2 where id = any ($1::uuid[])",
);

/** Days of 24 hours: a day of a zone may have 23. */
const wait = "make_interval(hours => 24 * a.days)";
/** SQL: whether something that happened then is due, has not been looked at, and is not of before it was switched on. */
const isDue = (
  at: string,
  now: string,
) => `${at} >= a.switched_on_at and ${at} <= ${now}::timestamptz - ${wait}
  and ${at} > a.looked_until - ${overlap} - ${wait}`;

/** SQL: what a row is of: the mail, and an expression for its occasion. */
const eventOf = (occasion: string) => `concat_ws(':', 'automatic', a.id, ${occasion})`;

/** What an automatic mail `a` is sent for: the rows' columns, and from where they come at a moment. All are SQL. */
type Occasion = {
  kind: string;
  /** In `event` behind the mail's id. */
  occasion: string;
  email: string;
  name: string;
  product: string;
  post?: string;
  at: string;
  joins: (now: string) => string;
  where?: (now: string) => string;
};

/** Mails of an occasion that come from `which`, at a moment. */
const rowsOf = ({ kind, joins, where }: Occasion, which: string, now: string) => `
     from automatic_mails a
     ${joins(now)}
    where ${which} and a.kind = '${kind}'${where ? ` and ${where(now)}` : ""}`;

const insertOf = (row: Occasion): string => `
  insert into promotions (owner_id, event, template, automatic_mail_id, email, mailbox, data, wanted_at, due_at, created_at)
  select a.owner_id, ${eventOf(row.occasion)}, 'automatic', a.id, ${row.email}, ${mailboxOf(row.email)},
         jsonb_build_object('automaticMailId', a.id, 'name', left(${row.name}, 100), 'productId', ${row.product}, 'postId', ${row.post ?? "null::uuid"}),
         ${row.at} + ${wait}, ${row.at} + ${wait}, $2
  ${rowsOf(row, "a.id = any ($1::uuid[])", "$2")}
   on conflict do nothing`;

const welcome: Occasion = {
  kind: "WELCOME",
  occasion: "'welcome'",
  email: "s.email",
  name: "''",
  product: "null::uuid",
  at: "s.confirmed_at",
  joins: (now) =>
    `join subscribers s on s.owner_id = a.owner_id and s.state = 'SUBSCRIBED' and ${isDue("s.confirmed_at", now)}`,
};

/** SQL: whether a product has a mail of this kind of its own. */
const hasOwn = (product: string) => `exists (
  select from automatic_mails own where own.owner_id = a.owner_id and own.kind = a.kind and own.product_id = ${product})`;

/**
 * Once for each person and product. What is charged again for a membership is no purchase; whoever bought several things in one
 * order hears of its first alone, unless they have mails of their own.
 */
const purchase: Occasion = {
  kind: "AFTER_PURCHASE",
  occasion: "i.product_id",
  email: "c.email",
  name: "o.customer_name",
  product: "i.product_id",
  at: "i.created_at",
  joins: (now) => `
     join order_items i on i.owner_id = a.owner_id and ${isDue("i.created_at", now)}
      and case when a.product_id is not null then i.product_id = a.product_id
               else i.item_type = 'MAIN' and not ${hasOwn("i.product_id")} end
     join orders o on o.id = i.order_id and o.status in ('PAID', 'REFUNDED')
      and (o.subscription_id is null or o.checkout_session_id is not null)
     join customers c on c.id = o.customer_id and c.erased_at is null`,
};

/** SQL: the name that a customer `c` gave this creator last. */
const nameOf = `coalesce((select k.name from creator_customers k where k.owner_id = a.owner_id and k.customer_id = c.id), '')`;

/**
 * Once for each post and person, whichever of their memberships opens it. Whom it is for is fixed when it is first looked at:
 * all members of a large store are read once, and who joins afterwards finds the post there.
 */
const post: Occasion = {
  kind: "NEW_POST",
  occasion: "t.id",
  email: "c.email",
  name: nameOf,
  product: "t.product_id",
  post: "t.id",
  at: "t.published_at",
  joins: (now) => `
     join posts t on t.owner_id = a.owner_id and ${isDue("t.published_at", now)}
     join ${openAccess(now)} m on m.owner_id = a.owner_id and (t.product_id is null or m.product_id = t.product_id)
     join products p on p.id = m.product_id and p.type = 'MEMBERSHIP'
     join customers c on c.id = m.customer_id and c.erased_at is null`,
  where: () => `not exists (select from promotions known where known.event = ${eventOf("t.id")})`,
};

/** Once for each person and course, who has it open and has not finished it. */
const stopped: Occasion = {
  kind: "COURSE_REMINDER",
  occasion: "p.id",
  email: "c.email",
  name: nameOf,
  product: "p.id",
  at: "s.at",
  joins: () => `
     join products p on p.owner_id = a.owner_id and p.type = 'COURSE'
      and case when a.product_id is not null then p.id = a.product_id else not ${hasOwn("p.id")} end
     cross join lateral (
       select g.customer_id, max(g.updated_at) as at
         from course_modules m join lessons l on l.module_id = m.id join progress g on g.lesson_id = l.id
        where m.product_id = p.id group by g.customer_id) s
     join customers c on c.id = s.customer_id and c.erased_at is null`,
  where: (now) => `${isDue("s.at", now)}
      and exists (select from ${openAccess(now)} o where o.customer_id = c.id and o.product_id = p.id)
      and ${isUnfinished("p.id", "c.id")}`,
};

type Insert = [ids: string[], now: Date];
const insertWelcomes = statement("automatic_mails_insert_welcomes")<never, Insert>(insertOf(welcome));
const insertAfterPurchases = statement("automatic_mails_insert_after_purchases")<never, Insert>(
  insertOf(purchase),
);
const insertNewPosts = statement("automatic_mails_insert_new_posts")<never, Insert>(insertOf(post));
const insertCourseReminders = statement("automatic_mails_insert_course_reminders")<never, Insert>(
  insertOf(stopped),
);

/** SQL: whether somebody has no row of an occasion, by either of what keeps them from a second one. */
const isAnyUnwritten = (row: Occasion) => `exists (
    select ${rowsOf(row, isDueAt("$1"), "$1")}
       and not exists (select from promotions written
                        where written.event = ${eventOf(row.occasion)} and lower(written.email) = lower(${row.email}))
       and not exists (select from promotions written
                        where written.automatic_mail_id = a.id and written.event = ${eventOf(row.occasion)}
                          and written.mailbox = ${mailboxOf(row.email)}))`;

/** SQL: whether anybody is to be written a row of at `$1`, or who stopped is to be looked for. Once an hour each is looked at anyway. */
export const isAnyAutomaticMailDue = [
  ...[welcome, purchase, post].map(isAnyUnwritten),
  `exists (select from automatic_mails a where ${isDueAt("$1")} and a.kind = '${stopped.kind}')`,
].join("\n   or ");
