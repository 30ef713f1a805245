import { csv, moment, titleOf, units, words } from "./exported-table.ts";

/** Each is an order's, so its buyer is a customer. */
const ofMember = (membership: string) =>
  `join creator_customers k on k.owner_id = ${membership}.owner_id and k.customer_id = ${membership}.customer_id
   join customers c on c.id = ${membership}.customer_id where k.owner_id = $1`;

/** The people a creator knows: members, subscribers, learners, reviewers. */
export const peopleTables = [
  csv({
    path: "people/subscribers.csv",
    says: "your mailing list, with what each address agreed to",
    columns: {
      Email: "r.email",
      State: "r.state",
      Asked: moment("r.asked_at"),
      Confirmed: moment("r.confirmed_at"),
      Unsubscribed: moment("r.unsubscribed_at"),
      "Network address": "host(r.ip_address)",
      "Agreed to": "r.consent_text",
    },
    from: "subscribers r where r.owner_id = $1 order by r.asked_at, r.id",
  }),
  csv({
    path: "people/waiting-for-products.csv",
    says: "who asked to be told when a product opens",
    columns: {
      Email: "s.email",
      Product: titleOf("r.product_id"),
      Since: moment("r.created_at"),
      Told: moment("r.settled_at"),
    },
    from: "product_waiters r join subscribers s on s.id = r.subscriber_id where s.owner_id = $1 order by r.created_at, r.id",
  }),
  csv({
    path: "people/tags.csv",
    says: "your tags, and whom you gave them",
    columns: { Tag: "t.name", Mailbox: "r.mailbox", Given: moment("r.created_at") },
    from: "tags t left join person_tags r on r.tag_id = t.id where t.owner_id = $1 order by lower(t.name), r.mailbox",
  }),
  csv({
    path: "people/memberships.csv",
    says: "memberships of your products",
    columns: {
      Membership: "r.id",
      Email: "c.email",
      Product: titleOf("r.product_id"),
      State: "r.status",
      Price: units("r.price_cents"),
      Currency: "upper(r.currency)",
      Every: "r.billing_interval",
      "Trial (days)": "r.trial_days",
      Began: moment("r.created_at"),
      "Paid until": moment("r.current_period_end"),
      "Ends then": "r.cancel_at_period_end",
      "Paused until": moment("r.paused_until"),
      Ended: moment("r.ended_at"),
    },
    from: `subscriptions r ${ofMember("r")} order by r.created_at, r.id`,
  }),
  csv({
    path: "people/members-without-bills.csv",
    says: "who is a member for nothing, or paid once",
    columns: { Email: "c.email", Product: "p.title", Order: "r.order_id", Since: moment("r.granted_at") },
    from: `access r join products p on p.id = r.product_id join customers c on c.id = r.customer_id
           where r.owner_id = $1 and p.type = 'MEMBERSHIP' and r.subscription_id is null and r.revoked_at is null order by r.granted_at, r.id`,
  }),
  csv({
    path: "people/membership-bills.csv",
    says: "the bills of memberships",
    columns: {
      Membership: "s.id",
      Email: "c.email",
      Product: titleOf("s.product_id"),
      Amount: units("r.amount_cents"),
      State: "r.status",
      From: moment("r.period_start"),
      Until: moment("r.period_end"),
      Tries: "r.attempts",
      Date: moment("r.created_at"),
    },
    from: `subscription_invoices r join subscriptions s on s.id = r.subscription_id ${ofMember("s")} order by r.created_at, r.id`,
  }),
  csv({
    path: "people/price-changes.csv",
    says: "prices of memberships that you changed, and for whom",
    columns: {
      Product: titleOf("r.product_id"),
      Every: "r.billing_interval",
      Price: units("r.price_cents"),
      Changed: moment("r.created_at"),
      "Taken back": moment("r.withdrawn_at"),
      Membership: "m.subscription_id",
      "Price before": units("m.old_price_cents"),
      State: "m.state",
      "Begins at": moment("m.starts_at"),
    },
    from: "price_changes r join products p on p.id = r.product_id left join member_prices m on m.price_change_id = r.id where p.owner_id = $1 order by r.created_at, m.subscription_id",
  }),
  csv({
    path: "people/reviews.csv",
    says: "reviews of your products, with your answers",
    columns: {
      Product: "p.title",
      Stars: "r.rating",
      Review: "r.text",
      By: "r.author_name",
      Date: moment("r.created_at"),
      Answer: "r.answer",
      Answered: moment("r.answered_at"),
    },
    from: "reviews r join products p on p.id = r.product_id where p.owner_id = $1 order by r.created_at, r.id",
  }),
  csv({
    path: "people/assignments.csv",
    says: "what learners handed in, and your answers",
    columns: {
      Email: "c.email",
      Course: titleOf("r.product_id"),
      Lesson: "(select l.title from lessons l where l.id = r.lesson_id)",
      Number: "r.number",
      State: "r.state",
      Text: "r.text",
      "Handed in": moment("r.submitted_at"),
      Files: words(
        "array(select u.original_name from assignment_files f join uploads u on u.id = f.upload_id where f.submission_id = r.id order by f.position)",
      ),
      Answer: "r.answer",
      Answered: moment("r.answered_at"),
    },
    // A draft is its writer's alone.
    from: "assignment_submissions r join customers c on c.id = r.customer_id where r.owner_id = $1 and r.submitted_at is not null order by r.submitted_at, r.id",
  }),
];
