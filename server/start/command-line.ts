import { parseArgs } from "node:util";
import { ConfigError } from "#server/config.ts";

/** Reads `--name=value` and `--flag`; throws `ConfigError` with `usage` for anything else. */
export function readOptions<Name extends string>(
  words: string[],
  options: Record<Name, "string" | "boolean">,
  usage: string,
): Partial<Record<Name, string | boolean>> {
  try {
    const { values } = parseArgs({
      args: words,
      options: Object.fromEntries(
        Object.entries<"string" | "boolean">(options).map(([name, type]) => [name, { type }]),
      ),
    });
    return values as Partial<Record<Name, string | boolean>>;
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : String(error), usage], error);
  }
}

/** Runs a command for an operator: what they can mend is said in words, and it ends with status 1. */
export function runCommand(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    process.stderr.write(
      `${error instanceof ConfigError ? error.problems.join("\n  ") : ((error as Error).stack ?? String(error))}\n`,
    );
    process.exitCode = 1;
  });
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
