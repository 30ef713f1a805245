import type { Config } from "#server/config.ts";

/** On https a cookie's name binds it to this very host: no sister site can plant one. */
export const cookieName = (config: Config, name: string) => (isHttps(config) ? `__Host-${name}` : name);

export const cookieFlags = (config: Config) =>
  ({ path: "/", httpOnly: true, sameSite: "lax", secure: isHttps(config) }) as const;

const isHttps = (config: Config) => config.publicUrl.protocol === "https:";
