import { ConfigError, loadConfig } from "#server/config.ts";
import { resolveTexts } from "./check-mail-domain.ts";
import { diagnose } from "./diagnose.ts";
import { type Finding, problem } from "./finding.ts";

/** What the doctor says about an environment; when the server can't start with it, what the start says. */
export async function examine(environment: NodeJS.ProcessEnv, resolve = resolveTexts): Promise<Finding[]> {
  try {
    return await diagnose(loadConfig(environment), resolve, environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(problem);
    throw error;
  }
}
