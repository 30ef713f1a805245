import { needsStartTls } from "#server/start/transport-security.ts";
import { type DkimKey, dkimKeyOf } from "./dkim.ts";

type Environment = Parameters<typeof dkimKeyOf>[0] & {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
  MAIL_RETURN_PATH?: string | undefined;
};

/** How mail leaves. `requireTls`: it waits rather than travel in the clear. `returnPath`: where mails come back to; else to `from`. `dkimKey`: signs them here. */
export type MailSettings =
  | { adapter: "mailbox" }
  | {
      adapter: "smtp";
      url: string;
      from: string;
      requireTls: boolean;
      returnPath?: string | undefined;
      dkimSelector?: string | undefined;
      dkimKey?: DkimKey | undefined;
    };

/** `mode` as in `Config`: on a public address mail leaves over TLS alone. */
export function mailOf(env: Environment, mode: "local" | "live"): MailSettings {
  if (!env.SMTP_URL || !env.MAIL_FROM) return { adapter: "mailbox" };
  const requireTls = mode === "live" && needsStartTls(env.SMTP_URL);
  return {
    adapter: "smtp",
    url: env.SMTP_URL,
    from: env.MAIL_FROM,
    requireTls,
    returnPath: env.MAIL_RETURN_PATH,
    dkimSelector: env.MAIL_DKIM_SELECTOR,
    dkimKey: dkimKeyOf(env),
  };
}
