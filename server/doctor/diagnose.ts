import type { Config } from "#server/config.ts";
import { checkDatabase } from "./check-database.ts";
import { checkFiles } from "./check-files.ts";
import { checkMail } from "./check-mail.ts";
import { checkMeta } from "./check-meta.ts";
import { checkSettings } from "./check-settings.ts";
import { checkSocialRows } from "./check-social-rows.ts";
import { checkStripe } from "./check-stripe.ts";
import { checkX } from "./check-x.ts";
import { checked, type Finding } from "./finding.ts";

/** Looks at everything that a configuration names. It changes nothing but a file of its own, which it removes. */
export async function diagnose(config: Config): Promise<Finding[]> {
  const found = await Promise.all([
    checked("The database", () => checkDatabase(config)),
    checked("Stripe", () => checkStripe(config)),
    checked("The mail server", () => checkMail(config)),
    checked("The file store", () => checkFiles(config)),
    checked("Meta", () => checkMeta(config)),
    checked("X", () => checkX(config)),
    checked("Connected accounts", () => checkSocialRows(config)),
  ]);
  return [...checkSettings(config), ...found.flat()];
}
