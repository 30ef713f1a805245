/** What people wrote that stands in mails. */
export type MailWordsOfPeople = {
  firstName: string;
  lastName: string;
  /** Of whatever is sold, and of lessons, posts and rules. */
  title: string;
  buyer: string;
  /** What buyers wrote at length: reviews, messages, the reasons of a refund. */
  said: string;
  /** What a creator wrote to their buyers. */
  told: string;
  fileName: string;
  place: string;
  postalAddress: string;
  reason: string;
};

export const ordinaryWords: MailWordsOfPeople = {
  firstName: "Maya",
  lastName: "Chen",
  title: "Golden Hour: a field guide to light",
  buyer: "Ana Ruiz",
  said: "I could not open the second file on my phone, and I would rather have the money back.",
  told: "Bring a lens cloth and water. We meet at the north gate.",
  fileName: "golden-hour.pdf",
  place: "Studio 4, 12 Mill Lane, Leeds",
  postalAddress: "Maya Chen, 12 Mill Lane\nLeeds LS1 1AA",
  reason: "The bank refused it",
};

const long = (name: string, length: number) =>
  `${`${name} `
    .repeat(length)
    .slice(0, length - 16)
    .trimEnd()} end of ${name}`;

/** As long as people may write them: the last words of each say that nothing was cut off. */
export const longWords: MailWordsOfPeople = {
  firstName: "Maya",
  lastName: "Chen",
  title: long("title", 200),
  buyer: long("buyer", 100),
  said: long("said", 480),
  told: long("told", 480),
  fileName: `${long("file", 180)}.pdf`,
  place: long("place", 190),
  postalAddress: long("address", 200),
  reason: long("reason", 240),
};

/** Markup, links, addresses, placeholders, direction and what nobody sees: what makes something of a text that it is not. */
const markup =
  '"><img src=x onerror=alert(1)></table><script>alert(2)</script><a href=https://evil.example/a>x</a>';
const links =
  "https://evil.example/b www.evil.example c@evil.example javascript:alert(3) {link} {{7*7}} \u202Egnp.exe\u200B\u200E\u200F\u2060\uFEFF &#106;";
const both = `${links} ${markup}`;

export const hostileWords: MailWordsOfPeople = {
  firstName: links.slice(0, 50),
  lastName: "evil.example",
  title: both.slice(0, 200),
  buyer: markup.slice(0, 100),
  said: `${both}\n\n${both}`,
  // Told apart: in some mails a creator may link to where they like.
  told: `${both}\n\n${both}`
    .replaceAll("evil.example", "own.example")
    .replaceAll(/[\u202E\u200B\u200E\u200F\u2060\uFEFF]/g, ""),
  fileName: `${both.replaceAll("/", " ").slice(0, 190)}.pdf`,
  place: both.slice(0, 190),
  postalAddress: both.slice(0, 200),
  reason: both,
};
