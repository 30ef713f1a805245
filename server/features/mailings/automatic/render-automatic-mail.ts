import { coursePath } from "#contract/courses/course-path.ts";
import type { AutomaticMailKind } from "#contract/mailings/automatic-kinds.ts";
import { statement } from "#server/database/statement.ts";
import { type ComposedMailing, composeMailing } from "#server/features/mailings/compose-mailing.ts";
import { keepForAMinute } from "#server/features/mailings/keep-for-a-minute.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { Promotion } from "#server/mail/promotions/promotion-template.ts";
import type { UnsubscribeWays } from "#server/mail/promotions/unsubscribe-link.ts";
import { keyedToken } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";
import type { AutomaticData } from "./automatic-data.ts";
import { findAutomaticParts } from "./automatic-parts.ts";

type Needs = Pick<Services, "pool" | "config" | "clock" | "secret">;

const keepReady = keepForAMinute<ComposedMailing>();

/** The mail of one recipient, in the words of now. */
export async function renderAutomaticMail(
  services: Needs,
  { email, data }: Pick<Promotion<AutomaticData>, "email" | "data">,
  unsubscribe: UnsubscribeWays,
): Promise<RenderedMail> {
  const { pool } = services;
  const { automaticMailId, name, productId, postId } = data;
  const [occasion] = await selectOccasion(pool, automaticMailId, productId, postId, email);
  if (!occasion) throw new MailRefused("The mail is no more");
  // Whatever was changed makes another one.
  const { compiled, linkPath, product, code } = await keepReady(
    `${automaticMailId} ${occasion.revision}`,
    () => makeReady(services, automaticMailId),
  );
  const { fill } = compiled;
  return fill({
    name,
    product: occasion.title ?? product,
    code,
    link: linkOf(services, occasion) ?? new URL(linkPath, services.config.publicUrl).href,
    unsubscribe,
  });
}

/** Where what happened is; undefined where the mail leads to what its creator chose. */
function linkOf({ config, secret }: Needs, { kind, slug, store, orderId }: Occasion): string | undefined {
  if (kind === "NEW_POST") return new URL("/members", config.publicUrl).href;
  if (kind !== "COURSE_REMINDER" || slug === null || store === null) return undefined;
  const link = new URL(coursePath(store, { slug }), config.publicUrl);
  // As in the receipt: a fragment, which browsers never send to any server.
  if (orderId !== null) link.hash = `order=${orderId}&rt=${keyedToken(secret, "receipt", orderId)}`;
  return link.href;
}

async function makeReady(services: Needs, id: string): Promise<ComposedMailing> {
  const parts = await findAutomaticParts(services.pool, id, services.clock.now());
  if (!parts) throw new MailRefused("The mail is no more");
  return composeMailing(services, parts);
}

type Occasion = {
  kind: AutomaticMailKind;
  revision: number;
  /** What `{product}` is. */
  title: string | null;
  slug: string | null;
  /** The handle of its store. */
  store: string | null;
  /** By which they have it. */
  orderId: string | null;
};

const selectOccasion = statement("automatic_mails_select_occasion")<
  Occasion,
  [id: string, productId: string | null, postId: string | null, email: string]
>(
  `select a.kind, a.revision, coalesce(t.title, p.title) as title, p.slug, u.handle as store,
          (select g.order_id from access g join customers c on c.id = g.customer_id
            where g.product_id = p.id and lower(c.email) = lower($4) and g.revoked_at is null
            order by g.granted_at desc, g.order_id limit 1) as "orderId"
     from automatic_mails a
     left join products p on p.id = $2::uuid and p.owner_id = a.owner_id
     left join users u on u.id = p.owner_id
     left join posts t on t.id = $3::uuid and t.owner_id = a.owner_id
    where a.id = $1`,
);
