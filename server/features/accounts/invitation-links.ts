import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { getInvitation } from "#contract/accounts/invited.ts";
import { users } from "#server/database/schema/accounts.ts";
import { affiliates } from "#server/database/schema/affiliates.ts";
import { teamInvitations } from "#server/database/schema/team.ts";
import { onBehalfOf, type Seller, sellerOf } from "#server/mail/layout/seller.ts";
import { seal, unseal } from "#server/secrets/sealing.ts";
import type { Services } from "#server/services.ts";

type Notice = z.output<(typeof getInvitation)["schema"]["response"][200]>["invitation"];

const sealed = { purpose: "invitation link", row: "link" } as const;

/** What a link was made for: an invitation's row, by its kind, and until when the link says who invites. */
const Invited = z.object({ kind: z.enum(["TEAM", "AFFILIATE"]), id: z.uuid(), until: z.coerce.date() });
type Invited = z.infer<typeof Invited>;

const pages: Record<Invited["kind"], string> = { TEAM: "/team-invitation", AFFILIATE: "/affiliate" };

/** Whether a path of this site is one that invited people come for. */
export const isInvitationPage = (path: string): boolean =>
  Object.values(pages).some((page) => path.split(/[?#]/)[0] === page);

/**
 * The address an invitation's mail leads to: the sign-in page, then what they were invited to. Its token lets nobody in and
 * tells nothing but who invites.
 */
export function invitationLink(
  { config, secret }: Pick<Services, "config" | "secret">,
  invited: Invited,
): string {
  const link = new URL("/sign-in", config.publicUrl);
  link.searchParams.set("returnTo", pages[invited.kind]);
  link.searchParams.set("invitation", seal(secret, sealed.purpose, sealed.row, JSON.stringify(invited)));
  return link.href;
}

/** Who invited the holder of a link's token; null for one that is forged, expired, or was taken or withdrawn. */
export async function findInvitation(
  { db, config, clock, secret }: Pick<Services, "db" | "config" | "clock" | "secret">,
  token: string,
): Promise<Notice> {
  const opened = unseal(secret, sealed.purpose, sealed.row, token);
  if (opened === undefined) return null;
  const { kind, id, until } = Invited.parse(JSON.parse(opened));
  const now = clock.now();
  if (until <= now) return null;
  const seller = sql<Seller>`${sql.raw(sellerOf("users"))}`;
  const [found] =
    kind === "TEAM"
      ? await db
          .select({ seller })
          .from(teamInvitations)
          .innerJoin(users, eq(users.id, teamInvitations.ownerId))
          .where(and(eq(teamInvitations.id, id), gt(teamInvitations.expiresAt, now)))
      : await db
          .select({ seller })
          .from(affiliates)
          .innerJoin(users, eq(users.id, affiliates.ownerId))
          .where(and(eq(affiliates.id, id), isNull(affiliates.userId), eq(affiliates.active, true)));
  return found ? { kind, name: onBehalfOf(found.seller, config).creator } : null;
}
