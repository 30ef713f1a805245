import type { CartDays, CartShop } from "./cart-days.ts";

type Row = {
  email: string;
  step: number;
  channel: string;
  mailState: string;
  lane: string | null;
  send: string | null;
  reason: string | null;
};
type Cart = {
  id: string;
  email: string;
  sent: number;
  counted: number;
  outcome: string | null;
  messagedAt: Date | null;
};

/** What is not right about a shop's carts when everything is quiet, by the mail server's own books. Empty: nothing. */
export async function wrongsOfCarts({ app, delivered }: CartShop, days: CartDays): Promise<string[]> {
  const wrongs: string[] = [];
  const query = async <Kind>(text: string) =>
    (await app.services.pool.query(text, [days.ownerId])).rows as Kind[];
  const rows = await query<Row>(
    `select m.email, m.step, m.channel, m.state as "mailState", p.state as lane, s.state as send, m.reason
       from cart_mails m left join promotions p on p.data->>'cartMailId' = m.id::text left join social_sends s on s.id = m.send_id
      where m.owner_id = $1`,
  );
  const carts = await query<Cart>(
    `select c.id, c.email, c.recovery_emails_sent as counted, c.outcome, c.dm_sent_at as "messagedAt",
            (select count(*)::int from cart_mails m where m.cart_id = c.id and m.state = 'SENT' and m.channel = 'MAIL') as sent
       from abandoned_carts c where c.owner_id = $1`,
  );
  for (const { email, step, channel, mailState, lane, send } of rows) {
    const what = `${email}, step ${step}`;
    if (mailState === "QUEUED") wrongs.push(`${what} has no end`);
    if ((channel === "DM") === (lane !== null)) wrongs.push(`${what} went by both ways or by none`);
    const told = channel === "DM" ? send : lane;
    if (mailState !== "SKIPPED" && told !== mailState) wrongs.push(`${what} is ${mailState} and was ${told}`);
  }
  for (const { email, sent, counted } of carts)
    if (sent !== counted) wrongs.push(`${email} counts ${counted} mails of ${sent}`);
  for (const person of days.people) {
    const own = delivered.filter(({ to }) => to === person.email);
    const steps = rows.filter(({ email, channel }) => email === person.email && channel === "MAIL");
    const sent = steps.filter(({ mailState }) => mailState === "SENT").length;
    const unknown = steps.filter(({ mailState }) => mailState === "UNKNOWN").length;
    if (own.length < sent || own.length > sent + unknown)
      wrongs.push(`${person.email} got ${own.length} mails; ${sent} are sent and ${unknown} unknown`);
    const { end } = person;
    if (!end) continue;
    if (own.some(({ event }) => event >= end.mails))
      wrongs.push(`${person.email} got a mail after they had paid or said no`);
    const cart = carts.find(({ id }) => id === person.cartId);
    if (cart?.messagedAt && cart.messagedAt.getTime() > end.at)
      wrongs.push(`${person.email} got a message after they had paid or said no`);
    if (end.isPaid && !["RECOVERED", "BOUGHT", "EXPIRED"].includes(cart?.outcome ?? ""))
      wrongs.push(`${person.email} has paid, and the cart is ${cart?.outcome}`);
  }
  const both = await query<{ email: string }>(
    `select c.email from cart_comparison_units x join abandoned_carts c on c.id = x.cart_id
      where c.owner_id = $1 and x.is_held_back and exists (select from cart_mails m where m.cart_id = c.id and m.created_at >= x.created_at)`,
  );
  for (const { email } of both) wrongs.push(`${email} was held back and written to`);
  const early = delivered.filter((mail, index) =>
    delivered.some((other, place) => place < index && other.to === mail.to && mail.at - other.at < 3_600_000),
  );
  for (const { to } of early) wrongs.push(`${to} got two mails within an hour`);
  return [...new Set(wrongs)];
}
