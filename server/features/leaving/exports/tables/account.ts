import { creatorPlan } from "#server/database/creator-plan.ts";
import { isGuaranteed } from "#server/database/refund-policy.ts";
import { csv, json, moment, titleOf, units } from "./exported-table.ts";

const list = (fields: string, from: string) =>
  `(select coalesce(json_agg(y), '[]') from (select ${fields} from ${from}) y)`;

/** Who a creator is here, and what they set. */
export const accountTables = [
  json({
    path: "account/profile.json",
    says: "who you are here, and your settings",
    columns: {
      email: "r.email",
      handle: "r.handle",
      formerHandles:
        "array(select f.handle from former_handles f where f.user_id = r.id order by f.given_up_at)",
      firstName: "r.first_name",
      lastName: "r.last_name",
      tagline: "r.tagline",
      bio: "r.bio",
      bioDocument: "r.bio_document",
      avatarImageId: "r.avatar_image_id",
      profileImageUrl: "r.profile_image_url",
      plan: creatorPlan("r"),
      hasStore: "r.has_store",
      trialEndsAt: "r.trial_ends_at",
      refundDays: "r.refund_days",
      refundTerms: "r.refund_terms",
      refundGuaranteed: isGuaranteed("r"),
      timeZone: "r.time_zone",
      postalAddress: "r.postal_address",
      createdAt: "r.created_at",
      payoutAccounts: list(
        'p.provider, p.account_id as "accountId", p.transfers_active as "transfersActive", p.created_at as "createdAt"',
        "payout_accounts p where p.owner_id = r.id",
      ),
      mailingList: list(
        'm.is_open as "isOpen", m.title, m.promise, m.thanks_product_id as "thanksProductId"',
        "mailing_lists m where m.owner_id = r.id",
      ),
      shipsFrom: "r.ships_from",
      shippingRates: list(
        's.country, s.first_cents as "firstCents", s.further_cents as "furtherCents"',
        "shipping_rates s where s.owner_id = r.id order by s.country",
      ),
      notificationChoices: list(
        'n.kind, n.mail, n.in_app as "inApp", n.push',
        "notification_choices n where n.owner_id = r.id order by n.kind",
      ),
      reminders: list(
        'n.kind, n.is_on as "isOn", n.words',
        "reminders n where n.owner_id = r.id order by n.kind",
      ),
      formerEmails: list(
        'n.from_email as "email", n.changed_at as "changedAt"',
        "email_changes n where n.owner_id = r.id order by n.changed_at",
      ),
      passkeys: list(
        'n.name, n.created_at as "createdAt", n.last_used_at as "lastUsedAt"',
        "passkeys n where n.owner_id = r.id order by n.created_at",
      ),
      emailedCodesOffSince: "(select n.since from emailed_codes_off n where n.owner_id = r.id)",
      recoveryCodes: list(
        'n.created_at as "createdAt", n.used_at as "usedAt"',
        "recovery_codes n where n.owner_id = r.id order by n.created_at",
      ),
      signInResetEndsAt: "(select n.ends_at from sign_in_resets n where n.owner_id = r.id)",
      senderNameReview: list(
        'n.name, n.handle, n.note, n.state, n.answer, n.created_at as "createdAt", n.decided_at as "decidedAt"',
        "sender_name_reviews n where n.owner_id = r.id",
      ),
      listColumns: list("n.list, n.columns", "list_columns n where n.user_id = r.id order by n.list"),
      savedFilters: list(
        "n.list, n.name, n.search",
        "saved_filters n where n.owner_id = r.id order by n.list, n.name",
      ),
      team: list(
        '(select u.email from users u where u.id = n.user_id) as "email", n.role, n.created_at as "createdAt"',
        "team_members n where n.owner_id = r.id order by n.created_at",
      ),
      teamInvitations: list(
        'n.email, n.role, n.sent_at as "sentAt", n.expires_at as "expiresAt"',
        "team_invitations n where n.owner_id = r.id order by n.created_at",
      ),
      teamsOfOthers: list(
        `(select u.handle from users u where u.id = n.owner_id) as "store", n.role, n.created_at as "createdAt",
         array(select c.kind from team_mail_choices c where c.owner_id = n.owner_id and c.user_id = n.user_id order by c.kind) as "mailedOf"`,
        "team_members n where n.user_id = r.id order by n.created_at",
      ),
      cartSequences: list(
        'n.kind, n.is_on as "isOn", n.steps, n.dm_text as "dmText", n.draft',
        "cart_sequences n where n.owner_id = r.id order by n.kind",
      ),
      cartComparisons: list(
        'n.percent, n.created_at as "createdAt", n.ended_at as "endedAt"',
        "cart_comparisons n where n.owner_id = r.id order by n.created_at",
      ),
    },
    from: "users r where r.id = $1",
  }),
  csv({
    path: "account/affiliate-earnings.csv",
    says: "what you earned as an affiliate of others",
    columns: {
      Date: moment("r.created_at"),
      Store: "(select u.handle from users u where u.id = r.owner_id)",
      Commission: units("r.amount_cents"),
      State: "r.status",
      "Payable from": moment("r.payable_at"),
      Paid: moment("r.paid_at"),
    },
    from: "commissions r join affiliates a on a.id = r.affiliate_id where a.user_id = $1 order by r.created_at, r.id",
  }),
  csv({
    path: "account/log.csv",
    says: "what happened in your account within a year",
    columns: { Date: moment("r.created_at"), What: "r.kind", Detail: "r.detail::text" },
    from: "account_events r where r.owner_id = $1 order by r.created_at, r.id",
  }),
  csv({
    path: "account/notifications.csv",
    says: "what you were told of",
    columns: {
      Date: moment("r.created_at"),
      Of: "r.kind",
      Facts: "r.facts::text",
      Read: moment("r.read_at"),
    },
    from: "notifications r where r.owner_id = $1 order by r.created_at, r.id",
  }),
  csv({
    path: "account/event-changes.csv",
    says: "how events of yours moved",
    columns: {
      Event: titleOf("r.product_id"),
      Changed: moment("r.created_at"),
      "Began at": moment("r.starts_at"),
      Place: "r.place",
      "Was cancelled": "r.was_cancelled",
    },
    from: "event_changes r join products p on p.id = r.product_id where p.owner_id = $1 order by r.created_at, r.id",
  }),
];
