import type { CurrentUser } from "#contract/accounts/accounts.ts";
import { statement } from "#server/database/statement.ts";
import { Unauthorized } from "#server/errors.ts";
import type { SignedIn } from "#server/http/http.ts";
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
  const { hasTeams, email } = person;
  if (role === "OWNER") return { ...store, role, personId, hasTeams, isOperator };
  return {
    ...store,
    email,
    role,
    personId,
    hasTeams,
    isOperator,
    plan: null,
    trialDaysLeft: 0,
    isAffiliate: false,
    profileCompleted: true,
  };
}

const selectPerson = statement("accounts_select_person")<
  { email: string; hasTeams: boolean },
  [personId: string, now: Date]
>(`
  select u.email, exists (select from team_members m where m.user_id = u.id)
      or exists (select from team_invitations i where lower(i.email) = lower(u.email) and i.expires_at > $2) as "hasTeams"
    from users u where u.id = $1`);
