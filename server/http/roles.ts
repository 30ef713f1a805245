import type { FastifyRequest } from "fastify";
import { roleRefused, storeChanged, storeHeader } from "#contract/team/refusals.ts";
import { anyPerson, mayCall, type Role, roleNames, type Roles, seesMoney } from "#contract/team/roles.ts";
import { Conflict, Forbidden } from "#server/errors.ts";

type Acting = { creatorId: string; role: Role; hasStore: boolean };

/** Throws 403 `ROLE` where somebody on a store's team does what their role does not have; a store's owner always may. */
export function requireRole({ role }: Pick<Acting, "role">, roles: Roles): void {
  if (mayCall(role, roles)) return;
  const who = roles.includes("ADMIN") ? "Only the store's owner and admins" : "Only the store's owner";
  const others = roles === "ANY_PERSON" ? [] : roles.filter((other) => other !== "ADMIN");
  const may =
    others.length > 0 ? `${who}, and its team's ${others.map((o) => roleNames[o]).join(" and ")}` : who;
  throw Forbidden(`${may} may do this. You are on its team as ${roleNames[role]}.`, roleRefused);
}

/**
 * Throws 403 `NO_STORE` for a change to the store of an account that has none, by its person or their team: such an account
 * sells, sends and publishes nothing. Calls about the account itself, which name `ANY_PERSON` or the owner alone, stay open.
 */
export function requireStore({ hasStore }: Pick<Acting, "hasStore">, roles: Roles): void {
  if (hasStore || roles === anyPerson || roles.length === 0) return;
  throw Forbidden(
    "This account doesn't have a store yet. Its owner can open one on the account page.",
    "NO_STORE",
  );
}

/**
 * How many bought something, as whoever asks may know it: times its price that is money. Who sees none of the store's learns
 * whether there is anybody: 0, or null for some.
 */
export const shownBuyers = ({ role }: Pick<Acting, "role">, buyers: number): number | null =>
  buyers === 0 || seesMoney(role) ? buyers : null;

/**
 * Throws 409 `STORE_CHANGED` where a page shows another store than its browser acts for: that was switched in another tab, or
 * whoever looks is not on that team any more. Nothing meant for one store is done to another.
 */
export function requireShownStore(request: FastifyRequest, { creatorId }: Pick<Acting, "creatorId">): void {
  const shown = request.headers[storeHeader];
  if (shown === undefined || shown === "" || shown === creatorId) return;
  throw Conflict("You act for another store by now than the one on this page.", storeChanged);
}
