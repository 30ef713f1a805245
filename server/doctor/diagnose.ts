import nodemailer from "nodemailer";
import type { Config } from "#server/config.ts";
import { checkDatabase } from "./check-database.ts";
import { checkMailDomain, checkMailReports, checkMailTls, resolveTexts } from "./check-mail-domain.ts";
import { checkMeta } from "./check-meta.ts";
import { checkSocialRows } from "./check-social-rows.ts";
import { checkStripe } from "./check-stripe.ts";
import { checkX } from "./check-x.ts";
import { checked, type Finding, fine, problem, warning } from "./finding.ts";
import { randomUUID } from "node:crypto";
import { openFileStore } from "#server/files/open-file-store.ts";
import { smtpMailer } from "#server/mail/smtp.ts";

/** Looks at everything that a configuration names. It changes nothing but a file of its own, which it removes. */
export async function diagnose(config: Config, resolve = resolveTexts): Promise<Finding[]> {
  const found = await Promise.all([
    checked("The database", () => checkDatabase(config)),
    checked("Stripe", () => checkStripe(config)),
    checked("The mail server", () => checkMail(config)),
    checked("The domain of MAIL_FROM", () => checkMailDomain(config, resolve)),
    checked("The file store", () => checkFiles(config)),
    checked("Meta", () => checkMeta(config)),
    checked("X", () => checkX(config)),
    checked("Connected accounts", () => checkSocialRows(config)),
  ]);
  return [...checkSettings(config), ...found.flat(), ...checkMailReports(config)];
}

/** Writes a small file, finds it again, and removes it. */
async function checkFiles(config: Config): Promise<Finding[]> {
  const store = openFileStore(config);
  const key = `doctor/${randomUUID()}`;
  const where = config.files.adapter === "s3" ? `the bucket ${config.files.bucket}` : config.dataDir;
  await store.put(key, Buffer.from("hello"), "text/plain");
  try {
    if ((await store.size(key)) !== 5) return [problem(`What was written to ${where} is not there`)];
    return [fine(`Files can be kept in ${where}`)];
  } finally {
    await store.remove(key);
  }
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
    await transport.verify();
    return [fine(`The mail server takes mail of ${mail.from}`), checkMailTls(mail)];
  } finally {
    transport.close();
  }
}

/** What can be seen from the variables alone; what is plainly wrong with them stops the server, and this program, before. */
function checkSettings(config: Config): Finding[] {
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
