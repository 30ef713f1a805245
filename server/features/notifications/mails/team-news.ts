import { openStorePath } from "#contract/team/open-store.ts";
import type { TeamRole } from "#contract/team/roles.ts";
import { statement } from "#server/database/statement.ts";
import { selectNotifications } from "#server/features/notifications/select-notifications.ts";
import { type Seller, sellerOf } from "#server/mail/layout/seller.ts";
import { storeName } from "#server/mail/sender-name.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { newsMail } from "./creator-news.ts";

type News = { ownerId: string; userId: string; notificationIds: string[]; count: number };

/** To somebody on a store's team who asked for it: what happened there within a minute, as their role may know it by now. */
export async function renderTeamNews(
  services: Services,
  { ownerId, userId, notificationIds, count }: News,
): Promise<RenderedMail> {
  const [member] = await selectMember(services.pool, ownerId, userId);
  if (!member) throw new MailRefused("They are not on the team any more");
  const told = await selectNotifications(services.pool, ownerId, notificationIds, member.role);
  const store = `the store of ${storeName(member.seller)}`;
  return newsMail(told, {
    // Another role since then hears of other things.
    count: told.length < notificationIds.length ? told.length : count,
    store,
    linkTo: (path) => new URL(openStorePath(ownerId, path), services.config.publicUrl).href,
    footer: `You get this mail because you are on the team of ${store} and asked for it. Choose what you hear of in your settings there.`,
  });
}

const selectMember = statement("notifications_select_member")<
  { role: TeamRole; seller: Seller },
  [ownerId: string, userId: string]
>(`
  select m.role, ${sellerOf("u")} as seller from team_members m join users u on u.id = m.owner_id
   where m.owner_id = $1 and m.user_id = $2`);
