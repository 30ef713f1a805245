import type { Config } from "#server/config.ts";
import { type Finding, fine, problem, warning } from "./finding.ts";

/** What can be seen from the variables alone; what is plainly wrong with them stops the server, and this program, before. */
export function checkSettings(config: Config): Finding[] {
  const { mode, publicUrl, sandboxAllowed, appSecret } = config;
  return [
    mode === "local"
      ? warning(
          `PUBLIC_URL is ${publicUrl.origin}: local mode, in which stand-ins take the place of what is missing`,
        )
      : fine(`PUBLIC_URL is ${publicUrl.origin}`),
    ...(sandboxAllowed ? [warning("ALLOW_SANDBOX is on: this is a demo, and nobody can really buy")] : []),
    ...(appSecret ? [secretFinding(appSecret)] : []),
    ...(mode === "live" && config.trustedProxies === 0
      ? [
          warning(
            "TRUSTED_PROXIES is 0: behind a proxy every visitor looks like that proxy, and they share one limit",
          ),
        ]
      : []),
  ];
}

const secretFinding = (secret: string): Finding =>
  new Set(secret).size < 12
    ? problem(
        "APP_SECRET repeats a few characters: make a random one, such as `openssl rand -base64 48` does",
      )
    : fine("APP_SECRET is long enough");
