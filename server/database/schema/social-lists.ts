import { pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { choice, createdAt, id, oneOf } from "./columns.ts";
import { platforms } from "./social.ts";

/** People whom a response or rule put on a list of the creator's. */
export const listedPeople = pgTable(
  "listed_people",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    platform: choice("platform", platforms).notNull(),
    listName: text("list_name").notNull(),
    personId: text("person_id").notNull(),
    personUsername: text("person_username"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("listed_people_once").on(t.userId, t.platform, t.listName, t.personId),
    oneOf("listed_people_platform", t.platform, platforms),
  ],
);
