/** Names under which people are robbed, long enough to be found inside other words. */
const long = `americanexpress amazon bankofamerica binance bitcoin blockchain cashapp coinbase discord docusign dropbox
  etherscan facebook firebase fidelity github gmail godaddy google gumroad hotmail hsbcbank icloud instagram itunes klarna
  linkedin mailchimp mastercard mercadopago metamask microsoft moneygram netflix office365 onlyfans openstall outlook
  patreon payoneer paypal pinterest protonmail quickbooks razorpay revolut salesforce samsung santander shopify snapchat
  spotify substack telegram tiktok twitch twitter venmo walmart wechat wellsfargo westernunion whatsapp wordpress youtube`;

/** Names that are also words, or part of them: found as a word alone, or before one that robbers like. */
const short = `adobe adyen afterpay aliexpress alipay amex aol apple barclays chase citi dhl ebay etsy fedex hsbc ideal intuit
  irs kajabi kofi line meta monzo n26 paddle paytm pix proton skrill slack square stripe swish teachable threads ups usps
  visa whop wise wix x yahoo zelle zendesk zoho zoom`;

const robbersWords =
  "account accounts admin alert alerts billing care center desk help helpdesk info invoice invoices official pay payment payments payout payouts refund refunds security service services support team verification verify";

/** Letters that look like others. `i`, `l` and `1` are one letter here, on both sides of every comparison. */
const lookalikes: Record<string, string> = Object.fromEntries(
  "аa еe оo рp сc уy хx іi јj ѕs ԁd һh кk мm тt вb нh αa βb εe ηn ιi κk νv οo ρp τt υu χx ɡg ɑa ıi łl øo đd ħh 0o 1l 3e 4a 5s 7t 8b $s |l !l il"
    .split(" ")
    .map(([from = "", to = ""]) => [from, to === "i" ? "l" : to]),
);

/** Plain letters by which lookalikes are compared: accents, invisible characters and another alphabet's twins are gone. */
const skeleton = (text: string): string =>
  Array.from(
    text
      .normalize("NFKD")
      .replaceAll(/[\p{M}\p{Cf}]/gu, "")
      .toLowerCase(),
    (character) => lookalikes[character] ?? character,
  )
    .join("")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");

const listOf = (names: string): string[] => names.split(/\s+/).map(skeleton);
const longNames = listOf(long);
const asWord = new RegExp(`^(${listOf(short).join("|")})(${listOf(robbersWords).join("|")})?$`);

/** Whether a text names a well-known brand of payments, mail or platforms, however it is spelled. */
export function namesBrand(text: string): boolean {
  const words = skeleton(text).split(/[^\p{L}\p{N}]+/u);
  const joined = words.join("");
  return (
    longNames.some((name) => joined.includes(name)) || [...words, joined].some((word) => asWord.test(word))
  );
}
