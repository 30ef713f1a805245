import type { Config } from "#server/config.ts";
import { isLoopback } from "#server/http/loopback.ts";
import { type Finding, warning } from "./finding.ts";

/** Says whom local mode answers, and where that differs from what HOST or the variable seem to ask for. */
export function checkNetwork(
  { mode, host, localModeOpenToNetwork }: Config,
  { LOCAL_MODE_OPEN_TO_NETWORK }: NodeJS.ProcessEnv,
): Finding[] {
  if (localModeOpenToNetwork)
    return [
      warning(
        "LOCAL_MODE_OPEN_TO_NETWORK is on: anyone who can reach this port can read the mailbox, sign in as the demo creator and open the operator's pages",
      ),
    ];
  if (mode === "live" && LOCAL_MODE_OPEN_TO_NETWORK === "true")
    return [warning("LOCAL_MODE_OPEN_TO_NETWORK only matters in local mode. Remove it")];
  return mode === "local" && !isLoopback(host)
    ? [
        warning(
          `HOST is ${host}, but local mode only answers this computer. Set LOCAL_MODE_OPEN_TO_NETWORK=true to answer other machines, or PUBLIC_URL to go live`,
        ),
      ]
    : [];
}
