import nodemailer from "nodemailer";
import type { Config } from "#server/config.ts";
import { requireDataFolder } from "#server/start/start-failures.ts";
import { checkDatabase } from "./check-database.ts";
import { checkDemoStore } from "./check-demo-store.ts";
import { checkFiles } from "./check-files.ts";
import { checkMailDomain, checkMailReports, checkMailTls, resolveTexts } from "./check-mail-domain.ts";
import { checkMeta } from "./check-meta.ts";
import { checkNetwork } from "./check-network.ts";
import { checkOperators } from "./check-operators.ts";
import { checkSignIn } from "./check-sign-in.ts";
import { checkSocialRows } from "./check-social-rows.ts";
import { checkStripe } from "./check-stripe.ts";
import { checkVariables } from "./check-variables.ts";
import { checkTraces } from "./check-traces.ts";
import { checkX } from "./check-x.ts";
import { checked, type Finding, fine, problem, warning } from "./finding.ts";
import { smtpMailer } from "#server/mail/smtp.ts";

/** Looks at everything that a configuration names. It changes nothing but a file of its own, which it removes. */
export async function diagnose(
  config: Config,
  resolve = resolveTexts,
  environment: NodeJS.ProcessEnv = {},
): Promise<Finding[]> {
  const found = await Promise.all([
    checked("The database", () => checkDatabase(config)),
    checked("Stripe", () => checkStripe(config)),
    checked("The mail server", () => checkMail(config)),
    checked("The domain of MAIL_FROM", () => checkMailDomain(config, resolve)),
    checked("The file store", () => checkFiles(config)),
    checked("The data folder", () => checkDataFolder(config)),
    checked("Sign-in", () => checkSignIn(config)),
    checked("Meta", () => checkMeta(config)),
    checked("X", () => checkX(config)),
    checked("Connected accounts", () => checkSocialRows(config)),
    checked("The demo store", () => checkDemoStore(config)),
    checked("Operators", () => checkOperators(config)),
    checked("Traces", () => checkTraces(config)),
  ]);
  return [
    ...checkSettings(config, environment),
    ...checkVariables(environment),
    // Two checks may fail for the same reason, and say so in the same words.
    ...new Map(found.flat().map((finding) => [finding.text, finding])).values(),
    ...checkMailReports(config),
  ];
}

/** One that can't be written keeps the server from starting. */
async function checkDataFolder({ dataDir }: Config): Promise<Finding[]> {
  requireDataFolder(dataDir);
  return [];
}

/** Whether the mail server greets us and takes our sign-in; no mail is sent. */
async function checkMail({ mail }: Config): Promise<Finding[]> {
  if (mail.adapter === "mailbox")
    return [warning("Mail goes to the mailbox of local mode, and to nobody else")];
  // Refuses a sender that is no address.
  smtpMailer(mail).close();
  const transport = nodemailer.createTransport({
    url: mail.url,
    requireTLS: mail.requireTls,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 8_000,
  });
  try {
    await transport.verify().catch((error: Error) => {
      if (!/wrong version number|packet length too long/i.test(error.message)) throw error;
      throw new Error(
        "SMTP_URL begins with smtps://, and its port does not speak TLS from the first byte: use smtp:// there (587), or port 465",
        { cause: error },
      );
    });
    return [fine(`The mail server takes mail of ${mail.from}`), checkMailTls(mail)];
  } finally {
    transport.close();
  }
}

/** What can be seen from the variables alone; what is plainly wrong with them stops the server, and this program, before. */
function checkSettings(config: Config, environment: NodeJS.ProcessEnv): Finding[] {
  const { mode, publicUrl, sandboxAllowed, appSecret } = config;
  return [
    mode === "local"
      ? warning(
          `PUBLIC_URL is ${publicUrl.origin}: local mode, in which stand-ins take the place of what is missing`,
        )
      : fine(`PUBLIC_URL is ${publicUrl.origin}`),
    ...checkNetwork(config, environment),
    ...(sandboxAllowed
      ? [
          warning(
            config.demo
              ? "ALLOW_SANDBOX is on: this is a demo. Nobody can really buy, and anybody may sign in as the demo creator and read every mail at /dev/mailbox"
              : "ALLOW_SANDBOX is on: this is a demo, and nobody can really buy",
          ),
        ]
      : []),
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
