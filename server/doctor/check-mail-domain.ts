import parseAddresses from "nodemailer/lib/addressparser";
import { promises as dns } from "node:dns";
import type { Config } from "#server/config.ts";
import { type DkimKey, publicPartOf } from "#server/mail/dkim.ts";
import { type Finding, fine, problem, warning } from "./finding.ts";

/** The records of text at a name, each as one; none where the name has none. Throws where no name server answers. */
export type TextResolver = (name: string) => Promise<string[]>;

type Smtp = Extract<Config["mail"], { adapter: "smtp" }>;

/** Asks the name servers of this machine. */
export const resolveTexts: TextResolver = async (name) => {
  try {
    return (await dns.resolveTxt(name)).map((parts) => parts.join(""));
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["ENOTFOUND", "ENODATA"].includes(code)) return [];
    throw new Error(`The name servers do not say what stands at ${name} (${code || String(error)})`, {
      cause: error,
    });
  }
};

/** Whether mail programs can see that mails of `MAIL_FROM` are ours: its domain's SPF, DKIM and DMARC, and that they agree. */
export async function checkMailDomain(
  config: Config,
  resolve: TextResolver = resolveTexts,
): Promise<Finding[]> {
  const { mail, mode, publicUrl } = config;
  if (mail.adapter !== "smtp" || mode === "local") return [];
  const domain = domainOf(mail.from);
  if (!domain) return [problem("MAIL_FROM names no domain")];
  const [spf, dkim, dmarc] = await Promise.all([
    checkSpf(mail, domain, resolve),
    checkDkim(mail, domain, resolve),
    checkDmarc(domain, resolve),
  ]);
  return [...checkSender(domain, publicUrl), ...spf, ...dkim, ...dmarc];
}

const domainOf = (from: string): string =>
  parseAddresses(from, { flatten: true })[0]?.address.split("@")[1]?.toLowerCase() ?? "";

/** Domains of mailboxes that anybody has: nobody else may send as them. */
const publicProviders =
  /^(gmail|googlemail|outlook|hotmail|live|yahoo|icloud|me|aol|gmx|proton|protonmail)\.[a-z.]+$/;

function checkSender(domain: string, { hostname }: URL): Finding[] {
  if (publicProviders.test(domain))
    return [problem(`MAIL_FROM is an address at ${domain}, whose owner lets nobody else send for it`)];
  return isBeside(domain, hostname)
    ? [fine(`Mails come from ${domain}, as the store does`)]
    : [warning(`Mails come from ${domain} and lead to ${hostname}: readers trust one domain more than two`)];
}

/** Whether one is the other, or a part of it, or both are parts of one: `mail.example.com` beside `shop.example.com`. */
function isBeside(left: string, right: string): boolean {
  const parents = (name: string) => name.split(".").map((_, index, parts) => parts.slice(index).join("."));
  const own = new Set(parents(left).filter((name) => name.includes(".")));
  // What everybody's names end in (`co.uk`) is no domain that two names share.
  return parents(right).some((name) => own.has(name) && !/^[a-z]{2,3}\.[a-z]{2}$/.test(name));
}

/** Asked of the domain to which mails come back: that one is what servers compare. */
async function checkSpf({ returnPath }: Smtp, from: string, resolve: TextResolver): Promise<Finding[]> {
  const domain = returnPath ? domainOf(returnPath) : from;
  const records = (await resolve(domain)).filter((text) => /^v=spf1(\s|$)/i.test(text));
  const [record] = records;
  if (!record)
    return [
      problem(`${domain} has no SPF record: add the one that your mail provider names, as a TXT record`),
    ];
  if (records.length > 1)
    return [problem(`${domain} has ${records.length} SPF records, so that none counts: make them one`)];
  const ends = /(?:^|\s)([+?~-]?)all(\s|$)/i.exec(record)?.[1];
  const found: Finding[] = [];
  if (ends === "+" || ends === "")
    found.push(
      problem(`The SPF record of ${domain} ends in "all": everybody may send as it. End it in "~all"`),
    );
  else if (ends === "?" || (ends === undefined && !/\sredirect=/i.test(record)))
    found.push(
      warning(`The SPF record of ${domain} says of nobody that they may not send: end it in "~all"`),
    );
  if (returnPath && !isBeside(domain, from))
    found.push(
      warning(
        `Mails come back to ${domain} and are from ${from}: SPF counts for nothing, and DKIM alone has to agree`,
      ),
    );
  return found.length > 0 ? found : [fine(`${domain} says by SPF who may send for it`)];
}

async function checkDkim(
  { dkimSelector, dkimKey }: Smtp,
  domain: string,
  resolve: TextResolver,
): Promise<Finding[]> {
  if (!dkimSelector)
    return [
      warning(
        "MAIL_DKIM_SELECTOR is not set, so DKIM was not looked at: it is the first part of the record that your mail provider names, before ._domainkey",
      ),
    ];
  const name = `${dkimSelector}._domainkey.${domain}`;
  const [record] = (await resolve(name)).filter((text) => /(^|;)\s*p=/.test(text));
  if (!record)
    return [
      problem(
        `There is no DKIM key at ${name}: add ${dkimKey ? recordOf(dkimKey) : "the record that your mail provider names"}`,
      ),
    ];
  const key = /(?:^|;)\s*p=([^;]*)/.exec(record)?.[1]?.replaceAll(/\s/g, "") ?? "";
  if (key === "") return [problem(`The DKIM key at ${name} was taken back: it is empty`)];
  if (dkimKey && key !== publicPartOf(dkimKey))
    return [
      problem(
        `The DKIM key at ${name} is not that of MAIL_DKIM_PRIVATE_KEY, so that every signature is wrong: make it ${recordOf(dkimKey)}`,
      ),
    ];
  if (dkimKey) return [fine(`Mails are signed with the DKIM key of ${domain} (${dkimSelector})`)];
  // 1,024 bits of RSA are 216 characters and 2,048 are 392; a key of Ed25519 has 44.
  if (!/k=ed25519/i.test(record) && key.length < 300)
    return [
      warning(`The DKIM key at ${name} is shorter than 2,048 bits: ask your provider for a longer one`),
    ];
  return [fine(`${domain} has a DKIM key (${dkimSelector})`)];
}

const recordOf = (key: DkimKey) => `the TXT record "v=DKIM1; k=rsa; p=${publicPartOf(key)}"`;

async function checkDmarc(domain: string, resolve: TextResolver): Promise<Finding[]> {
  for (const name of parentsOf(domain)) {
    const records = (await resolve(`_dmarc.${name}`)).filter((text) => /^v=DMARC1\s*(;|$)/i.test(text));
    const [record] = records;
    if (!record) continue;
    if (records.length > 1)
      return [problem(`${name} has ${records.length} DMARC records, so that none counts: make them one`)];
    const tags = new Map(
      record.split(";").map((tag) => {
        const [key = "", ...value] = tag.split("=");
        return [key.trim().toLowerCase(), value.join("=").trim().toLowerCase()] as const;
      }),
    );
    const policy = (name === domain ? undefined : tags.get("sp")) ?? tags.get("p") ?? "";
    if (!["none", "quarantine", "reject"].includes(policy))
      return [problem(`The DMARC record of ${name} says no policy: begin it with "v=DMARC1; p=none"`)];
    return policy === "none"
      ? [
          warning(
            `The DMARC record of ${name} only watches (p=none): once its reports are clean, say p=quarantine`,
          ),
        ]
      : [fine(`${name} says by DMARC what becomes of mails that only claim to be its own (${policy})`)];
  }
  return [
    problem(
      `${domain} has no DMARC record, without which Gmail and Yahoo refuse who sends much: add the TXT record _dmarc.${domain} with "v=DMARC1; p=none"`,
    ),
  ];
}

/** The domain and what it is a part of, down to two parts. */
const parentsOf = (domain: string): string[] => {
  const parts = domain.split(".");
  return parts.slice(0, Math.max(parts.length - 1, 1)).map((_, index) => parts.slice(index).join("."));
};

/** Whether mails travel over TLS alone. */
export function checkMailTls({ url, requireTls }: Smtp): Finding {
  if (/^smtps:/i.test(url) || requireTls) return fine("Mail leaves over TLS alone");
  return warning(
    "Mail leaves in the clear where the server offers no TLS: nothing else is done on this machine itself",
  );
}

/** By which way it is told here that a mail came back, or was called spam. */
export function checkMailReports({ mode, mail, mailReports, publicUrl }: Config): Finding[] {
  if (mode === "local" || mail.adapter !== "smtp") return [];
  const ways = [
    ...(mailReports.ses ? ["ses"] : []),
    ...(mailReports.postmark ? ["postmark"] : []),
    ...(mailReports.bounces ? ["bounce"] : []),
  ].map((name) => new URL(`/webhook/mail/${name}`, publicUrl).href);
  return ways.length > 0
    ? [fine(`Mails that come back are told to ${ways.join(", ")}`)]
    : [
        warning(
          "Nobody tells of mails that come back or are called spam: set SES_TOPIC_ARN, POSTMARK_WEBHOOK_SECRET or BOUNCE_WEBHOOK_SECRET",
        ),
      ];
}
