/** Whether a call gives out a table of somebody's, by its method and path: a creator's asks for a recent sign-in (`recentSignIn`). */
export const isExport = (method: string, path: string): boolean =>
  method === "GET" && (path.startsWith("/api/exports/") || path.endsWith("/export"));
