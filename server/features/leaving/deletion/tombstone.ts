import { creatorName } from "#server/database/creator-name.ts";
import { type Queryable, statement } from "#server/database/statement.ts";
import { erasedAddress } from "#server/mail/erased-address.ts";

/**
 * Leaves of an account what its buyers' receipts have to say: under which name it sold, where it sold anything. In the
 * transaction that makes the deletion final. The handle is kept from everybody for a year, as any that was given up.
 */
export async function buryCreator(
  client: Queryable,
  ownerId: string,
  { email }: { email: string },
  now: Date,
): Promise<void> {
  await deleteSessions(client, ownerId);
  await deleteCodes(client, email);
  await bury(client, ownerId, erasedAddress(ownerId), now);
  await deleteEvents(client, ownerId);
  await deleteAddresses(client, ownerId);
}

const deleteSessions = statement("leaving_bury_sessions")<never, [ownerId: string]>(
  "delete from sessions where user_id = $1",
);

const deleteCodes = statement("leaving_bury_codes")<never, [email: string]>(
  "delete from verification_tokens where lower(email) = lower($1) and purpose in ('CREATOR_SIGN_IN', 'CREATOR_CONFIRM', 'EMAIL_CHANGE')",
);

const bury = statement("leaving_bury")<never, [ownerId: string, tombstone: string, now: Date]>(
  `update users u set email = $2, handle = 'deleted_' || left(replace(u.id::text, '-', ''), 20),
          first_name = case when exists (select from orders o where o.owner_id = u.id and o.status in ('PAID', 'REFUNDED')) then ${creatorName("u")} end,
          last_name = null, profile_image_url = null, avatar_image_id = null, bio = null, bio_document = null, tagline = null, oidc_subject = null,
          plan = 'STARTER', trial_ends_at = least(u.trial_ends_at, $3), refund_days = coalesce(u.refund_days, 0), refund_terms = null,
          time_zone = null, ships_from = null, guaranteed_refund_days = null, postal_address = null, profile_completed_at = null, erased_at = $3, updated_at = $3
    where u.id = $1`,
);

const deleteEvents = statement("leaving_bury_events")<never, [ownerId: string]>(
  "delete from account_events where owner_id = $1",
);

const deleteAddresses = statement("leaving_bury_addresses")<never, [ownerId: string]>(
  "delete from email_changes where owner_id = $1",
);
