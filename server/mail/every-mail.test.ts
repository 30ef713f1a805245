import { expect, test } from "vitest";
import { tokenPurposes } from "#server/database/schema/accounts.ts";
import { hostileWords, longWords, ordinaryWords } from "#tests/support/every-mail/mail-words.ts";
import { renderEveryMail, type SampleMail } from "#tests/support/every-mail/every-mail.ts";
import { testApp } from "#tests/support/test-app.ts";
import { allMails } from "./all-mails.ts";
import { allPromotions } from "./promotions/all-promotions.ts";

const app = await testApp({ PUBLIC_URL: "http://localhost:3000" });
const ordinary = await renderEveryMail(app, ordinaryWords);
const hostile = await renderEveryMail(app, hostileWords);
const long = await renderEveryMail(app, longWords);
const ofColleagues = await renderEveryMail(app, ordinaryWords, { worksElsewhere: true });
const both = [...ordinary, ...hostile];
/** Those of which something holds, by their names, so that a failure says where. */
const which = (samples: SampleMail[], holds: (sample: SampleMail) => boolean) =>
  samples.filter(holds).map(({ name }) => name);

test("every mail that the product sends is looked at here", () => {
  const templates = [...Object.keys(allMails), ...Object.keys(allPromotions), ...tokenPurposes];
  expect([...new Set(ordinary.map(({ template }) => template))].toSorted()).toEqual(templates.toSorted());
});

test("no mail is as large as what mail programs cut", () => {
  expect(which([...both, ...long], ({ mail }) => Buffer.byteLength(mail.html) >= 90_000)).toEqual([]);
});

test("no email cuts off what people wrote", () => {
  // An IP address and an address that are masked on purpose.
  const cut = /(?<!\b\d+\.\d+\.|[:@]|\b\w(?=…@))…/u;
  const texts = ({ mail }: SampleMail) => [mail.text, wordsOf(mail.html)];
  expect(which(long, (sample) => texts(sample).some((text) => cut.test(text)))).toEqual([]);
  for (const name of ["said", "place", "reason", "address"] as const)
    expect(
      which(long, (sample) =>
        texts(sample).some((text) => text.includes(`${name} ${name}`) && !text.includes(`end of ${name}`)),
      ),
    ).toEqual([]);
});

test("an email that reports what somebody wrote says it", () => {
  const says = (word: "told" | "said") =>
    which(ordinary, ({ mail }) => mail.text.includes(ordinaryWords[word]));
  expect(says("told")).toEqual(
    expect.arrayContaining(["work-delivered", "assignment returned", "assignment accepted"]),
  );
  expect(says("said")).toEqual(expect.arrayContaining(["new-review", "social-notice"]));
});

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };
const decoded = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => entities[name] ?? "");
const linksOf = (html: string) =>
  [...html.matchAll(/\shref="([^"]*)"/g)].map(([, href = ""]) => decoded(href));

test("every mail has a text, which holds every link that its page has", () => {
  expect(which(both, ({ mail }) => mail.text.trim().length < 40)).toEqual([]);
  const missing = both.flatMap(({ name, mail }) =>
    linksOf(mail.html)
      .filter((href) => !mail.text.includes(href.replace(/^mailto:/, "")))
      .map((href) => `${name}: ${href}`),
  );
  expect(missing).toEqual([]);
});

test("every link to a desk leads into the store that its mail is about, where its reader works for several", () => {
  const toDesks = (samples: SampleMail[], where: RegExp) =>
    samples
      .filter(({ mail }) =>
        linksOf(mail.html).some((href) => URL.canParse(href) && where.test(new URL(href).pathname)),
      )
      .map(({ name }) => name);
  expect(toDesks(ofColleagues, /^\/(admin|social)$/)).toEqual([]);
  const wayIn = toDesks(ofColleagues, /^\/open-store$/);
  expect(wayIn).toEqual(expect.arrayContaining(toDesks(ordinary, /^\/(admin|social)$/)));
  expect(wayIn).toEqual(expect.arrayContaining(["daily-sales", "dispute", "team-joined"]));
});

/** The tags of a page, and its words without them: a word of two looks is one. */
const tagsOf = (html: string) => html.match(/<[^>]*>/g) ?? [];
const wordsOf = (html: string) =>
  decoded(
    html
      .replaceAll(/<\/?(?:strong|em|s|code|a|span)\b[^>]*>/g, "")
      .replaceAll(/<style[\s\S]*?<\/style>|<[^>]*>/g, " "),
  );

test("whatever people write becomes no tag, no script and no address of a link", () => {
  const unsafe = /<script|<img src=x|\son\w+=|javascript:|evil\.example/i;
  expect(which(hostile, ({ mail }) => tagsOf(mail.html).some((tag) => unsafe.test(tag)))).toEqual([]);
});

/** All that a mail program shows as words, and makes links of by itself. */
const shownIn = ({ mail }: SampleMail) => [mail.subject, mail.fromName ?? "", mail.text, wordsOf(mail.html)];

test("no mail program makes a link of what people write, but of a creator's own words to who paid or asked", () => {
  expect(which(hostile, (sample) => shownIn(sample).some((text) => text.includes("evil.example")))).toEqual(
    [],
  );
  expect(which(hostile, (sample) => shownIn(sample).some((text) => text.includes("own.example")))).toEqual([
    "receipt of a payment",
    "event reminder DAY",
    "event reminder HOUR",
    "member reminder renewal",
    "mailing-test",
    "test of RENEWAL",
    "test of EVENT_DAY",
    "test of EVENT_HOUR",
    "mailing with every block",
  ]);
});

test("nothing in a mail is hidden or turns its direction round", () => {
  const hidden = /[\u202A-\u202E\u2066-\u2069\p{Cc}]/u;
  const isHidden = (text: string) => hidden.test(text.replaceAll(/[\n\t\r]/g, ""));
  expect(which(hostile, (sample) => shownIn(sample).some(isHidden))).toEqual([]);
  // Of the page it is ours: what fills up a preview's line. Two joiners are letters of some scripts.
  const isNothing = /[\u200B\u200E\u200F\u2060\uFEFF]/u;
  expect(
    which(hostile, ({ mail }) =>
      [mail.subject, mail.fromName ?? "", mail.text].some((text) => isNothing.test(text)),
    ),
  ).toEqual([]);
});

test("what looks like a placeholder in a title is a word of it, and filled by nothing", () => {
  expect(
    which(
      hostile,
      ({ name, mail }) => name.startsWith("cart: checkout left") && mail.text.includes("{link}"),
    ),
  ).toHaveLength(1);
  expect(
    which(hostile, ({ name, mail }) => name === "automatic: AFTER_PURCHASE" && mail.text.includes("{link}")),
  ).toHaveLength(1);
});
