import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { teamRoles } from "#contract/team/roles.ts";
import { users } from "./accounts.ts";
import { choice, createdAt, holds, id, moment, oneOf, shopNow } from "./columns.ts";

/** Who works for whose store besides its creator. */
export const teamMembers = pgTable(
  "team_members",
  {
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: choice("role", teamRoles).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // Sessions point at it: whoever is no member acts for nobody else's store (`sessions_acting_for_fk`, written in SQL).
    primaryKey({ name: "team_members_pk", columns: [t.ownerId, t.userId] }),
    index("team_members_user").on(t.userId),
    oneOf("team_members_role", t.role, teamRoles),
    holds("team_members_others", sql`${t.ownerId} <> ${t.userId}`),
  ],
);

/** Invitations that wait. Whoever has the account of that address may take one; it is gone once taken, declined or withdrawn. */
export const teamInvitations = pgTable(
  "team_invitations",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    role: choice("role", teamRoles).notNull(),
    /** When it was last asked to be mailed. */
    sentAt: moment("sent_at").notNull().default(shopNow),
    expiresAt: moment("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("team_invitations_address").on(t.ownerId, sql`lower(${t.email})`),
    index("team_invitations_email").on(sql`lower(${t.email})`),
    index("team_invitations_expire").on(t.expiresAt),
    oneOf("team_invitations_role", t.role, teamRoles),
  ],
);
