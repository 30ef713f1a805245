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

/** SQL: whether a mail is to be looked at. Who stopped is found by reading all that was done in a course: once an hour will do. */
const isDueAt = (now: string) => `switched_on_at is not null and looked_until < ${now}
      and (kind <> 'COURSE_REMINDER' or looked_until <= ${now}::timestamptz - interval '1 hour')`;

const selectDue = statement("automatic_mails_select_due")<
  { id: string },
  [now: Date, without: string[], atMost: number]
>(
  `select id from automatic_mails where ${isDueAt("$1")} and id <> all ($2::uuid[])
    order by looked_until, id limit $3`,
);

const lockDue = statement("automatic_mails_lock_due")<{ id: string }, [ids: string[], now: Date]>(
  `select id from automatic_mails where id = any ($1::uuid[]) and ${isDueAt("$2")} order by id for update skip locked`,
);

const recordLooked = statement("automatic_mails_record_looked")<never, [ids: string[], now: Date]>(
  "update automatic_mails set looked_until = $2 where id = any ($1::uuid[])",
);

/** Days of 24 hours: a day of a zone may have 23. */
const wait = "make_interval(hours => 24 * a.days)";
/** SQL: whether something that happened then is due, has not been looked at, and is not of before it was switched on. */
const isDue = (at: string) => `${at} >= a.switched_on_at and ${at} <= $2::timestamptz - ${wait}
  and ${at} > a.looked_until - ${overlap} - ${wait}`;

/** SQL: what a row is of: the mail, and an expression for its occasion. */
const eventOf = (occasion: string) => `concat_ws(':', 'automatic', a.id, ${occasion})`;

/** SQL: the rows' columns; `occasion` is an expression, in `event` behind the mail's id. */
const insertInto = `
  insert into promotions (owner_id, event, template, automatic_mail_id, email, mailbox, data, wanted_at, due_at, created_at)`;
const columns = (row: {
  occasion: string;
  email: string;
  name: string;
  product: string;
  post?: string;
  at: string;
}): string => `
  select a.owner_id, ${eventOf(row.occasion)}, 'automatic', a.id, ${row.email}, ${mailboxOf(row.email)},
         jsonb_build_object('automaticMailId', a.id, 'name', left(${row.name}, 100), 'productId', ${row.product}, 'postId', ${row.post ?? "null::uuid"}),
         ${row.at} + ${wait}, ${row.at} + ${wait}, $2`;

const insertWelcomes = statement("automatic_mails_insert_welcomes")<never, [ids: string[], now: Date]>(
  `${insertInto}
   ${columns({ occasion: "'welcome'", email: "s.email", name: "''", product: "null::uuid", at: "s.confirmed_at" })}
     from automatic_mails a
     join subscribers s on s.owner_id = a.owner_id and s.state = 'SUBSCRIBED' and ${isDue("s.confirmed_at")}
    where a.id = any ($1::uuid[]) and a.kind = 'WELCOME'
   on conflict do nothing`,
);

/** SQL: whether a product has a mail of this kind of its own. */
const hasOwn = (product: string) => `exists (
  select from automatic_mails own where own.owner_id = a.owner_id and own.kind = a.kind and own.product_id = ${product})`;

/**
 * Once for each person and product. What is charged again for a membership is no purchase; whoever bought several things in one
 * order hears of its first alone, unless they have mails of their own.
 */
const insertAfterPurchases = statement("automatic_mails_insert_after_purchases")<
  never,
  [ids: string[], now: Date]
>(
  `${insertInto}
   ${columns({ occasion: "i.product_id", email: "c.email", name: "o.customer_name", product: "i.product_id", at: "i.created_at" })}
     from automatic_mails a
     join order_items i on i.owner_id = a.owner_id and ${isDue("i.created_at")}
      and case when a.product_id is not null then i.product_id = a.product_id
               else i.item_type = 'MAIN' and not ${hasOwn("i.product_id")} end
     join orders o on o.id = i.order_id and o.status in ('PAID', 'REFUNDED')
      and (o.subscription_id is null or o.checkout_session_id is not null)
     join customers c on c.id = o.customer_id and c.erased_at is null
    where a.id = any ($1::uuid[]) and a.kind = 'AFTER_PURCHASE'
   on conflict do nothing`,
);

/** SQL: the name that a customer `c` gave this creator last. */
const nameOf = `coalesce((select k.name from creator_customers k where k.owner_id = a.owner_id and k.customer_id = c.id), '')`;

/**
 * Once for each post and person, whichever of their memberships opens it. Whom it is for is fixed when it is first looked at:
 * all members of a large store are read once, and who joins afterwards finds the post there.
 */
const insertNewPosts = statement("automatic_mails_insert_new_posts")<never, [ids: string[], now: Date]>(
  `${insertInto}
   ${columns({ occasion: "t.id", email: "c.email", name: nameOf, product: "t.product_id", post: "t.id", at: "t.published_at" })}
     from automatic_mails a
     join posts t on t.owner_id = a.owner_id and ${isDue("t.published_at")}
     join ${openAccess("$2")} m on m.owner_id = a.owner_id and (t.product_id is null or m.product_id = t.product_id)
     join products p on p.id = m.product_id and p.type = 'MEMBERSHIP'
     join customers c on c.id = m.customer_id and c.erased_at is null
    where a.id = any ($1::uuid[]) and a.kind = 'NEW_POST'
      and not exists (select from promotions known where known.event = ${eventOf("t.id")})
   on conflict do nothing`,
);

/** Once for each person and course, who has it open and has not finished it. */
const insertCourseReminders = statement("automatic_mails_insert_course_reminders")<
  never,
  [ids: string[], now: Date]
>(
  `${insertInto}
   ${columns({ occasion: "p.id", email: "c.email", name: nameOf, product: "p.id", at: "s.at" })}
     from automatic_mails a
     join products p on p.owner_id = a.owner_id and p.type = 'COURSE'
      and case when a.product_id is not null then p.id = a.product_id else not ${hasOwn("p.id")} end
     cross join lateral (
       select g.customer_id, max(g.updated_at) as at
         from course_modules m join lessons l on l.module_id = m.id join progress g on g.lesson_id = l.id
        where m.product_id = p.id group by g.customer_id) s
     join customers c on c.id = s.customer_id and c.erased_at is null
    where a.id = any ($1::uuid[]) and a.kind = 'COURSE_REMINDER' and ${isDue("s.at")}
      and exists (select from ${openAccess("$2")} o where o.customer_id = c.id and o.product_id = p.id)
      and ${isUnfinished("p.id", "c.id")}
   on conflict do nothing`,
);
