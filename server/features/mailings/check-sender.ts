import type { MailingProblem } from "#contract/mailings/mailings.ts";
import type { Config } from "#server/config.ts";
import { checkMailDomain, resolveTexts, type TextResolver } from "#server/doctor/check-mail-domain.ts";

export type SenderCheck = () => Promise<MailingProblem[]>;

/** Records of a domain change seldom, and a composer asks after every pause of its writer. */
const keptMs = 600_000;
/** Whoever waits for an answer about their text does not wait for slow name servers. */
const patienceMs = 2_000;

/**
 * Answers what is wrong with the address that mails come from, which `npm run doctor` calls a problem: mail programs distrust
 * what is sent from it. Where name servers say nothing, nothing is said.
 */
export function senderCheck(config: Config, resolve: TextResolver = resolveTexts): SenderCheck {
  let kept: { warnings: Promise<MailingProblem[]>; until: number } | undefined;
  return () => {
    const now = performance.now();
    if (!kept || kept.until <= now)
      kept = { warnings: warningsOf(config, resolve).catch(() => []), until: now + keptMs };
    const silence = new Promise<MailingProblem[]>((give) => {
      setTimeout(give, patienceMs, []).unref();
    });
    return Promise.race([kept.warnings, silence]);
  };
}

async function warningsOf(config: Config, resolve: TextResolver): Promise<MailingProblem[]> {
  const findings = await checkMailDomain(config, resolve);
  return findings
    .filter(({ level }) => level === "problem")
    .map(({ text }) => ({
      level: "WARN",
      message: `Mail programs may take it for spam until the operator of this site mends this: ${text}`,
    }));
}
