import type { DatabaseAccess } from "#server/database/database-access.ts";

/** The variables by which another process reaches the same database in the same way. */
export const databaseVariables = ({ url, directUrl, listens }: DatabaseAccess) => ({
  DATABASE_URL: url,
  DATABASE_DIRECT_URL: directUrl,
  DATABASE_LISTEN: listens ? "on" : "off",
});
