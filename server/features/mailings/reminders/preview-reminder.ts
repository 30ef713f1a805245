import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { ReminderKind } from "#contract/mailings/reminder-kinds.ts";
import type { previewReminder as contract } from "#contract/mailings/reminders.ts";
import { getPersonAddress } from "#server/database/person-address.ts";
import { type EventJson, eventJson } from "#server/database/event-json.ts";
import { reminderWords } from "#server/database/reminder-words.ts";
import { statement } from "#server/database/statement.ts";
import { eventReminderMail } from "#server/features/events/reminder-mail.ts";
import { shownAs } from "#server/features/mailings/preview-mailing.ts";
import { membershipMailWith } from "#server/features/memberships/mails/membership-mail.ts";
import { reminderWordsOf } from "#server/features/memberships/mails/membership-reminder.ts";
import { type Seller, sellerOf } from "#server/mail/layout/seller.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { SignedIn } from "#server/http/http.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import type { Services } from "#server/services.ts";

type Asking = Pick<SignedIn, "creatorId" | "personId">;

type Needs = Pick<Services, "pool" | "config" | "clock">;
type As = z.output<(typeof contract)["schema"]["querystring"]>["as"];

/** A reminder as it would leave, with what is saved of its words; of a product of the creator's, or of an example. */
export const previewReminder = async (
  services: Needs,
  ownerId: string,
  kind: ReminderKind,
  as: As,
): Promise<string> => shownAs(as, await renderReminderTest(services, { ownerId, kind }));

/** The same to the address of whoever asks. */
export async function sendTestReminder(
  { db, pool }: Services,
  { creatorId: ownerId, personId }: Asking,
  kind: ReminderKind,
): Promise<void> {
  await queueMail(db, {
    event: `reminder-test:${randomUUID()}`,
    recipient: await getPersonAddress(pool, personId),
    template: "reminder-test",
    data: { ownerId, kind },
  });
}

export async function renderReminderTest(
  { pool, config, clock }: Needs,
  { ownerId, kind }: { ownerId: string; kind: ReminderKind },
): Promise<RenderedMail> {
  const { seller, ownWords, event, eventTitle, membership } = await getExample(pool, ownerId, kind);
  const now = clock.now();
  // Where a buyer's order is, without one.
  const page = new URL("/members", config.publicUrl).href;
  if (kind !== "RENEWAL") {
    const shown = event ?? exampleEvent(now, seller.zone);
    const ahead = kind === "EVENT_DAY" ? day : day / 24;
    return eventReminderMail(
      config,
      seller,
      {
        kind: kind === "EVENT_DAY" ? "DAY" : "HOUR",
        title: eventTitle ?? "Your event",
        event: shown,
        buyerZone: null,
        isOwnAddress: true,
        ownWords,
        order: page,
        number: exampleNumber,
      },
      new Date(Date.parse(shown.eventStartsAt ?? "") - ahead),
    );
  }
  const standing = {
    title: membership?.title ?? "Your membership",
    seller,
    priceCents: membership?.priceCents ?? 9_900,
    currency: membership?.currency ?? "usd",
    billingInterval: "YEAR" as const,
    nextPlan: null,
    isPlan: false,
    isSellerGone: false,
    isSellerSuspended: false,
    cardBrand: "visa",
    cardLast4: "4242",
    status: "active",
    cancelAtPeriodEnd: false,
    paidUntil: new Date(now.getTime() + 21 * day).toISOString(),
    pausedUntil: null,
    isOpen: true,
    renewalWords: ownWords,
    order: { id: "", number: exampleNumber, paymentIntentId: null, email: seller.email },
  };
  return membershipMailWith(config, standing, reminderWordsOf("RENEWAL", standing), page);
}

const day = 86_400_000;
const exampleNumber = 1001;

const exampleEvent = (now: Date, zone: string): EventJson => ({
  eventStartsAt: new Date(now.getTime() + day).toISOString(),
  eventEndsAt: new Date(now.getTime() + day + 7_200_000).toISOString(),
  eventZone: zone,
  eventPlace: null,
  eventLink: null,
  isCancelled: false,
});

async function getExample(pool: Services["pool"], ownerId: string, kind: ReminderKind) {
  const [example] = await selectExample(pool, ownerId, kind);
  if (!example) throw new MailRefused("Its creator is no more");
  return example;
}

/** Of what the creator sells: the event that is furthest ahead, and a membership that is paid for by the year. */
const selectExample = statement("reminders_select_example")<
  {
    seller: Seller;
    ownWords: string | null;
    event: EventJson | null;
    eventTitle: string | null;
    membership: { title: string; priceCents: number; currency: string } | null;
  },
  [ownerId: string, kind: ReminderKind]
>(`select ${sellerOf("u")} as seller, ${reminderWords("u.id", "$2::text")} as "ownWords", e.event, e.title as "eventTitle",
          (select json_build_object('title', m.title, 'priceCents', case when m.billing_interval = 'YEAR' then m.price_cents else m.yearly_price_cents end, 'currency', m.currency)
             from products m where m.owner_id = u.id and m.type = 'MEMBERSHIP' and m.state <> 'ARCHIVED'
              and (m.billing_interval = 'YEAR' or m.yearly_price_cents is not null)
            order by m.created_at limit 1) as membership
     from users u
     left join lateral (
       select ${eventJson("p", "true")} as event, p.title from products p
        where p.owner_id = u.id and p.type = 'EVENT' and p.state <> 'ARCHIVED' and p.event_starts_at is not null
        order by p.event_starts_at desc limit 1) e on true
    where u.id = $1`);
