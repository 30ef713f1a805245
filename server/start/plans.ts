import { z } from "zod";
import { ConfigError, loadConfig } from "#server/config.ts";
import { createLog } from "./log.ts";
import { openServices } from "./open-services.ts";
import { type PlanPrices, savePlans } from "#server/features/plans/save-plans.ts";
import { planTerms } from "#contract/plans/plan-terms.ts";

// Usage: npm run plans [-- --pro=29 --enterprise=99 --email=plans@example.com]. Makes the plans that creators buy, or changes
// their monthly price in dollars, for new buyers only.
const Options = z.strictObject({
  pro: z.coerce.number().min(0.5).max(999_999.99).optional(),
  enterprise: z.coerce.number().min(0.5).max(999_999.99).optional(),
  email: z.email().optional(),
});

async function main(): Promise<void> {
  const { pro, enterprise, email } = optionsOf(process.argv.slice(2));
  const config = loadConfig(process.env);
  if (!config.plans) throw new ConfigError(["there are no plans here: PLANS is off"]);
  const { services, close } = await openServices(config, createLog(config.logLevel));
  try {
    const prices: Partial<PlanPrices> = {
      ...(pro !== undefined && { PRO: Math.round(pro * 100) }),
      ...(enterprise !== undefined && { ENTERPRISE: Math.round(enterprise * 100) }),
    };
    for (const { plan, priceCents, isChanged } of await savePlans(services, {
      prices,
      ...(email && { email }),
    }))
      say(
        `${planTerms[plan].name}: $${(priceCents / 100).toFixed(2)} a month${isChanged ? ", for who buys from now on" : ", as before"}.`,
      );
  } finally {
    await close();
  }
}

const say = (line: string) => void process.stdout.write(`${line}\n`);

function optionsOf(words: string[]): z.output<typeof Options> {
  const given = words.map((word) => /^--(\w+)=(.+)$/.exec(word));
  const parsed = Options.safeParse(
    Object.fromEntries(given.map((match, index) => [match?.[1] ?? words[index], match?.[2]])),
  );
  if (parsed.success) return parsed.data;
  throw new ConfigError([
    "what is understood is --pro=29, --enterprise=99 (dollars a month) and --email=plans@example.com",
  ]);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
