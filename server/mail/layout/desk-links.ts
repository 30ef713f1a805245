import { openStorePath } from "#contract/team/open-store.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";

/**
 * The addresses of pages of a creator's desk, by their paths, for a mail to that creator. Who works for another store, too, may
 * read it in a browser that acts for that one: theirs lead into their own store first.
 */
export async function deskLinks(
  { pool, config }: Pick<Services, "pool" | "config">,
  ownerId: string,
): Promise<(path: string) => string> {
  const worksElsewhere = (await selectTeam(pool, ownerId)).length > 0;
  return (path) => new URL(worksElsewhere ? openStorePath(ownerId, path) : path, config.publicUrl).href;
}

const selectTeam = statement("mail_select_team_of_owner")<never, [ownerId: string]>(
  "select from team_members where user_id = $1 limit 1",
);
