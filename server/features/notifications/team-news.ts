import type { SignedIn } from "#server/http/http.ts";

/** Who is told of a store's news: its owner, or somebody on its team. */
export type Hearer = Pick<SignedIn, "creatorId" | "personId" | "role">;

/**
 * SQL: the notifications `n` of the store `$1` that its member `$2` hears of, which are those of the kinds `$3` since they
 * joined, whatever its owner chose to be told of; `t` says what has become of each for them, and `m` that they are on the team.
 */
export const newsOfTeam = {
  tables: `notifications n
    join team_members m on m.owner_id = n.owner_id and m.user_id = $2
    left join team_news t on t.owner_id = n.owner_id and t.user_id = $2 and t.notification_id = n.id`,
  areTheirs: "n.owner_id = $1 and n.kind = any ($3::text[]) and n.created_at >= m.created_at",
};
