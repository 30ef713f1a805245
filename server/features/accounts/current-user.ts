import type { CurrentUser } from "#contract/accounts/accounts.ts";
import { statement } from "#server/database/statement.ts";
import { Unauthorized } from "#server/errors.ts";
import type { SignedIn } from "#server/http/http.ts";
import { pictureOf, type StoredPicture } from "#server/features/files/pictures.ts";
import type { Services } from "#server/services.ts";
import { getUser } from "./profile.ts";

/** Who is signed in, with the store they act for: see the contract for whose is what. */
export async function getCurrentUser(
  services: Pick<Services, "db" | "pool" | "config" | "clock">,
  { creatorId, personId, role, isOperator }: Pick<SignedIn, "creatorId" | "personId" | "role" | "isOperator">,
): Promise<CurrentUser> {
  const [store, [person]] = await Promise.all([
    getUser(services, creatorId),
    selectPerson(services.pool, personId, services.clock.now()),
  ]);
  if (!person) throw Unauthorized();
  const { hasTeams, email, firstName, profileImageUrl, avatar } = person;
  const personImageUrl = pictureOf(avatar)?.src ?? profileImageUrl;
  const signedIn = { ...store, role, personId, personName: firstName, personImageUrl, hasTeams, isOperator };
  if (role === "OWNER") return signedIn;
  return {
    ...signedIn,
    email,
    plan: null,
    trialDaysLeft: 0,
    isAffiliate: false,
    profileCompleted: true,
    hasStore: true,
  };
}

const selectPerson = statement("accounts_select_person")<
  {
    email: string;
    firstName: string | null;
    profileImageUrl: string | null;
    avatar: StoredPicture | null;
    hasTeams: boolean;
  },
  [personId: string, now: Date]
>(`
  select u.email, u.first_name as "firstName", u.profile_image_url as "profileImageUrl",
         case when p.id is not null then json_build_object(
           'id', p.id, 'width', p.width, 'height', p.height, 'variants', p.variants, 'alt', p.alt) end as avatar,
         exists (select from team_members m where m.user_id = u.id)
      or exists (select from team_invitations i where lower(i.email) = lower(u.email) and i.expires_at > $2) as "hasTeams"
    from users u left join images p on p.id = u.avatar_image_id where u.id = $1`);
