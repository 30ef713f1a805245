import { longDayText } from "#contract/dates.ts";
import { statement } from "#server/database/statement.ts";
import { formatMoney } from "#server/mail/layout/money.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { PriceNews } from "#server/features/memberships/price-notice.ts";
import type { Services } from "#server/services.ts";
import { membershipMail } from "./membership-mail.ts";
import { getMembershipStanding, priceOf } from "./membership-standing.ts";

/** Another price, what it was, the first payment that it is for and how to end before; or that it does not come. */
export async function renderPriceChange(
  services: Services,
  { subscriptionId, priceChangeId, news }: { subscriptionId: string; priceChangeId: string; news: PriceNews },
): Promise<RenderedMail> {
  const membership = await getMembershipStanding(services.pool, subscriptionId, services.clock.now());
  const [told] = await selectTold(services.pool, priceChangeId, subscriptionId);
  const { status, cancelAtPeriodEnd, seller, currency } = membership;
  const goesOn = ["active", "trialing", "paused", "past_due"].includes(status) && !cancelAtPeriodEnd;
  if (!told || !goesOn) throw new MailRefused("Nothing more is charged for this membership");
  const price = priceOf({ ...told, currency });
  const oldPrice = formatMoney(told.oldPriceCents, currency);
  if (news === "WITHDRAWN")
    return membershipMail(services, membership, {
      subject: "Your price stays",
      title: "The price of your membership stays",
      action: "Manage your membership",
      text: [
        `We told you of a new price of ${price}. It was withdrawn: you go on paying ${oldPrice}.`,
        "There is nothing to do.",
      ],
    });
  if (told.state !== "TOLD" || told.isWithdrawn)
    throw new MailRefused("The price has changed again meanwhile");
  const from = longDayText(told.firstChargeAt ?? told.startsAt, seller.zone);
  return membershipMail(services, membership, {
    subject: "New price",
    title: "The price of your membership changes",
    action: "Manage or cancel",
    text: [
      `From ${from} you pay ${price} instead of ${oldPrice}. What is charged before costs what it did.`,
      "If you want to stay there is nothing to do. If not, cancel before then: one press, and everything you paid for stays open to its end.",
    ],
  });
}

type Told = {
  oldPriceCents: number;
  priceCents: number;
  billingInterval: "MONTH" | "YEAR";
  state: string;
  startsAt: Date;
  firstChargeAt: Date | null;
  isWithdrawn: boolean;
};

const selectTold = statement("memberships_mail_told")<Told, [priceChangeId: string, subscriptionId: string]>(
  `select m.old_price_cents as "oldPriceCents", m.price_cents as "priceCents", c.billing_interval as "billingInterval", m.state,
          m.starts_at as "startsAt", first_renewal(s, m.starts_at) as "firstChargeAt", c.withdrawn_at is not null as "isWithdrawn"
     from member_prices m
     join price_changes c on c.id = m.price_change_id
     join subscriptions s on s.id = m.subscription_id
    where m.price_change_id = $1 and m.subscription_id = $2`,
);
