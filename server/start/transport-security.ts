import { isLoopback } from "#server/http/loopback.ts";

type Addresses = {
  DATABASE_URL?: string | undefined;
  SMTP_URL?: string | undefined;
  S3_ENDPOINT?: string | undefined;
};

/** Options of a mail server's address with which passwords and mails would travel for everybody to read. */
const weakening = /^(secure|ignoretls|opportunistictls|requiretls|host|tls\..*)$/i;

/** What would travel in the clear on a public address: each service's address that is not one with TLS. */
export function openTransports({ SMTP_URL, S3_ENDPOINT }: Addresses): string[] {
  const problems: string[] = [];
  const mail = URL.parse(SMTP_URL ?? "");
  if (SMTP_URL && !(mail && /^smtps?:$/.test(mail.protocol)))
    problems.push("SMTP_URL must begin with smtps://, or with smtp:// for a server that offers STARTTLS");
  else if (mail && needsTls(mail)) {
    const weak = [...mail.searchParams.keys()].filter((name) => weakening.test(name));
    if (weak.length > 0)
      problems.push(
        `SMTP_URL sets ${weak.join(", ")}, but on a public address email is sent only over verified TLS. Remove it`,
      );
  }
  const store = URL.parse(S3_ENDPOINT ?? "");
  if (store && store.protocol !== "https:" && needsTls(store) && !isOfPrivateNetwork(store))
    problems.push("S3_ENDPOINT must begin with https:// on a public address");
  return problems;
}

/** Whether mail has to wait rather than travel in the clear: anywhere but on this very machine. */
export const needsStartTls = (smtpUrl: string): boolean => {
  const url = URL.parse(smtpUrl);
  return url === null || needsTls(url);
};

/**
 * The address of a database with TLS and a certificate that is checked, where it says nothing else itself (`sslmode`), and
 * is not on this machine. What is no address at all is left for whoever connects to complain of.
 */
export function withTls(databaseUrl: string): string {
  // Without a name before the path it is no address to `URL`, and still one to the driver.
  const url = URL.parse(databaseUrl) ?? URL.parse(databaseUrl.replace("@/", "@localhost/"));
  if (!url || ["sslmode", "ssl"].some((name) => url.searchParams.has(name))) return databaseUrl;
  const host = url.searchParams.get("host") ?? url.hostname;
  // Without a host, or with a folder for one, it is a socket of this machine.
  if (host === "" || /^(\/|%2f)/i.test(host) || isLoopback(host)) return databaseUrl;
  const [address = ""] = databaseUrl.split("#");
  return `${address}${url.search === "" ? "?" : "&"}sslmode=verify-full`;
}

/** What a database's address says of TLS, for whoever asks what is wrong: undefined where nothing is. */
export function openDatabaseTransport(databaseUrl: string): string | undefined {
  const mode = /[?&]sslmode=([\w-]+)/.exec(databaseUrl)?.[1];
  if (mode === "disable") return "DATABASE_URL says sslmode=disable: everything travels in the clear";
  return mode === "no-verify"
    ? "DATABASE_URL says sslmode=no-verify: whoever stands between can pretend to be the database"
    : undefined;
}

/**
 * A name that ends in `.internal`, which is reserved for private networks: no public name server ever answers it. A name
 * without a dot is not that, since a resolver may append a public domain to it.
 */
const isOfPrivateNetwork = ({ hostname }: URL) => /^[a-z0-9-]+(\.[a-z0-9-]+)*\.internal$/i.test(hostname);

const needsTls = ({ hostname }: URL) => !isLoopback(hostname);
