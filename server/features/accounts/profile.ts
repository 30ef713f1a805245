import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Creator, updateProfile as contract, User } from "#contract/accounts/accounts.ts";
import { brokenConstraint, type Db } from "#server/database/client.ts";
import { isWhiteLabel } from "#server/database/creator-look.ts";
import { planAt } from "#server/database/creator-plan.ts";
import { trialDaysLeft } from "#server/database/plan-limits.ts";
import { hotStatement } from "#server/database/statement.ts";
import { requireUnchanged, unchangedSince } from "#server/database/revision.ts";
import { accountDeletions } from "#server/database/schema/account-deletions.ts";
import { storeSuspensions } from "#server/database/schema/suspensions.ts";
import { images, users } from "#server/database/schema/accounts.ts";
import { Invalid, NotFound, Unauthorized } from "#server/errors.ts";
import { pictureOf } from "#server/features/files/pictures.ts";
import type { Services } from "#server/services.ts";
import { bioColumns, bioDocumentOf, bioHtml } from "./bio.ts";
import { endStaleNameReview } from "./sender-name.ts";
import { type Badge, earnedBadges } from "./earned-badges.ts";
import { refundColumns, refundPolicyOf } from "./refund-policy.ts";
import { handleReserved, handlesMany, handleTaken, isReserved } from "./handles.ts";

/** The creator as they see themselves. */
export async function getUser(
  { db, config, clock }: Pick<Services, "db" | "config" | "clock">,
  creatorId: string,
): Promise<User> {
  const [row] = await db
    .select({
      users,
      images,
      plan: planAt(clock.now()),
      isAffiliate: sql<boolean>`exists (${affiliated})`,
      hasSold: sql<boolean>`exists (${sold})`,
      deletesAt: accountDeletions.dueAt,
      suspendedFor: storeSuspensions.reason,
    })
    .from(users)
    .leftJoin(images, eq(images.id, users.avatarImageId))
    .leftJoin(accountDeletions, eq(accountDeletions.ownerId, users.id))
    .leftJoin(storeSuspensions, eq(storeSuspensions.ownerId, users.id))
    .where(eq(users.id, creatorId));
  // The account was deleted while its session was being looked up.
  if (!row) throw Unauthorized();
  const { plan } = row;
  const { id, email, firstName, lastName, handle, bio, tagline, trialEndsAt, revision, createdAt } =
    row.users;
  return {
    id,
    email,
    firstName,
    lastName,
    profileImageUrl: pictureOf(row.images)?.src ?? row.users.profileImageUrl,
    handle,
    bio,
    bioDocument: bioDocumentOf(row.users),
    tagline,
    plan: config.plans && row.users.hasStore ? plan : null,
    trialEndsAt,
    trialDaysLeft: config.plans ? trialDaysLeft({ plan, trialEndsAt }, clock.now()) : 0,
    refundPolicy: refundPolicyOf(row.users),
    timeZone: row.users.timeZone,
    postalAddress: row.users.postalAddress,
    profileCompleted: row.users.profileCompletedAt !== null,
    hasStore: row.users.hasStore,
    isAffiliate: row.isAffiliate,
    hasSold: row.hasSold,
    deletesAt: row.deletesAt,
    suspendedFor: row.suspendedFor,
    revision,
    createdAt,
  };
}

/** By account, or by an address that no account has been tied to yet. */
const affiliated = sql`select from affiliates a where a.user_id = ${users.id}
  union all select from affiliates a where a.user_id is null and lower(a.email) = lower(${users.email})`;

const sold = sql`select from orders o where o.owner_id = ${users.id} and o.status in ('PAID', 'REFUNDED')`;

type ProfileChanges = z.output<(typeof contract)["schema"]["body"]>;

/**
 * Changes what is given. Throws 422 for a handle that is taken or reserved and for a picture that is not theirs, and 409
 * where the profile was changed since the revision that is named.
 */
export async function updateProfile(
  services: Services,
  creatorId: string,
  changes: ProfileChanges,
): Promise<void> {
  const { db, clock } = services;
  const { handle, avatarImageId } = changes;
  if (handle !== undefined && isReserved(handle) && handle !== (await getUser(services, creatorId)).handle) {
    throw Invalid({ handle: handleReserved });
  }
  if (avatarImageId && !(await hasAvatarImage(db, creatorId, avatarImageId)))
    throw Invalid({ avatarImageId: pictureMissing });
  const now = clock.now();
  const firstName = changes.firstName === undefined ? users.firstName : sql`${changes.firstName}::text`;
  try {
    const updated = await db.transaction(async (tx) => {
      const changed = await tx
        .update(users)
        .set({
          ...(handle !== undefined && { handle }),
          ...(avatarImageId !== undefined && { avatarImageId }),
          ...(changes.firstName !== undefined && { firstName: changes.firstName }),
          ...(changes.lastName !== undefined && { lastName: changes.lastName || null }),
          ...(changes.tagline !== undefined && { tagline: changes.tagline || null }),
          ...bioColumns(changes),
          ...(changes.refundPolicy !== undefined && refundColumns(changes.refundPolicy)),
          profileCompletedAt: sql`coalesce(${users.profileCompletedAt}, case when ${firstName} is not null then ${now.toISOString()}::timestamptz end)`,
          updatedAt: now,
        })
        .where(and(eq(users.id, creatorId), unchangedSince(users.revision, changes.revision)))
        .returning({ id: users.id });
      await endStaleNameReview(tx, creatorId);
      return changed;
    });
    requireUnchanged(updated);
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === "users_handle_unique") throw Invalid({ handle: handleTaken });
    if (constraint === "former_handles_many") throw Invalid({ handle: handlesMany });
    if (constraint === "users_avatar_fk") throw Invalid({ avatarImageId: pictureMissing });
    throw error;
  }
}

const pictureMissing = "This picture was not found. Please upload it again.";

async function hasAvatarImage(db: Db, ownerId: string, imageId: string): Promise<boolean> {
  const own = and(eq(images.id, imageId), eq(images.ownerId, ownerId), eq(images.kind, "avatar"));
  return (await db.$count(images, own)) > 0;
}

/** A creator as anyone may see them; upper and lower case are the same. Throws 404. */
export async function getCreator({ pool, payments, config }: Services, handle: string): Promise<Creator> {
  const wanted = handle.toLowerCase();
  const [row] = /^[a-z0-9_]{3,30}$/.test(wanted)
    ? await creatorByHandle(pool, wanted, payments.provider, config.plans)
    : [];
  if (!row) throw NotFound("Creator not found");
  return {
    handle: row.handle,
    name: [row.firstName, row.lastName].filter(Boolean).join(" ") || row.handle,
    tagline: row.tagline,
    bio: row.bio,
    bioHtml: bioHtml(row),
    avatar: pictureOf(row.avatar),
    badges: row.badges,
    isWhiteLabel: row.isWhiteLabel,
    isClosed: row.isClosed,
    isSuspended: row.isSuspended,
  };
}

type CreatorRow = Pick<
  typeof users.$inferSelect,
  "handle" | "firstName" | "lastName" | "tagline" | "bio" | "bioDocument"
> & {
  avatar: Parameters<typeof pictureOf>[0];
  badges: Badge[];
  isWhiteLabel: boolean;
  isClosed: boolean;
  isSuspended: boolean;
};

const creatorByHandle = hotStatement("get_creator")<
  CreatorRow,
  [handle: string, provider: string, hasPlans: boolean]
>(`select u.handle, u.first_name as "firstName", u.last_name as "lastName", u.tagline, u.bio, u.bio_document as "bioDocument",
     case when i.id is not null then json_build_object(
       'id', i.id, 'width', i.width, 'height', i.height, 'variants', i.variants, 'alt', i.alt) end as avatar,
     coalesce(${earnedBadges}, '{}') as badges, not $3 or ${isWhiteLabel("u")} as "isWhiteLabel",
     exists (select from account_deletions d where d.owner_id = u.id) as "isClosed",
     exists (select from store_suspensions x where x.owner_id = u.id) as "isSuspended"
   from users u left join images i on i.id = u.avatar_image_id
   where u.handle = $1 and u.has_store and not u.is_platform and u.erased_at is null`);
