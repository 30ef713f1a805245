import { joinSingles, wordsOf } from "./compared-words.ts";

/** Brands that phishing emails borrow, distinctive enough to be recognized inside a longer word. */
const distinctiveBrands = `americanexpress amazon bankofamerica bankamerica binance bitcoin blockchain cashapp coinbase discord
  docusign dropbox etherscan facebook firebase fidelity github gmail godaddy google gumroad hotmail hsbcbank icloud instagram
  itunes klarna linkedin mailchimp mastercard mercadopago metamask microsoft moneygram netflix office365 onlyfans openstall
  outlook patreon payoneer paypal pinterest protonmail quickbooks razorpay revolut salesforce samsung santander shopify
  snapchat spotify substack telegram tiktok twitch twitter venmo walmart wechat wellsfargo westernunion whatsapp wordpress
  youtube 微信 支付宝`;

/** Brands that are also ordinary words, or parts of them. */
const ordinaryBrands = `adobe adyen afterpay aliexpress alipay amex aol apple barclays citi dhl ebay etsy fedex hsbc ideal intuit
  irs kajabi ko-fi meta monzo n26 paddle paytm pix proton skrill slack square stripe swish teachable threads ups usps
  visa whop wise wix x yahoo zelle zendesk zoho zoom`;

/**
 * Brands that are also common given names. Alone they stand, for a person may sell under their first name; beside an
 * impersonating word they are the brand.
 */
const givenNames = "chase kofi line";

/** Words that make a sender look like the brand itself, in the languages of most buyers. */
const impersonatingWords = `account accounts admin administrator alert alerts bank billing care center centre desk help helpdesk
  helpline hotline info invoice invoices login moderator notification notifications official pay payment payments payout payouts
  refund refunds secure security service services signin staff support team verification verified verify
  soporte ayuda seguridad pagos oficial equipo suporte ajuda segurança pagamentos equipe kundenservice kundendienst
  sicherheit zahlungen offiziell sécurité paiement paiements officiel assistance assistenza sicurezza pagamento ufficiale
  поддержка поддержки поддержке служба безопасность безопасности официальный платежи サポート 公式 セキュリティ 客服 官方 安全 支持 支付
  고객센터 지원 공식 دعم الدعم رسمي أمان`;

/** Words that change nothing about who a sender claims to be. */
const fillers = `a an and at by for from in of on the to com net org inc llc ltd gmbh co corp corporation company customer customers
  client clients user global international online department dept usa uk app www my your our business workspace wallet store
  de del da do du la le el für der die das per`;

const listOf = (words: string): string[] => words.split(/\s+/).map((word) => wordsOf(word).join(""));
const distinctive = listOf(distinctiveBrands);
const named = new Set(listOf(givenNames));
const brands = new Set([...distinctive, ...listOf(ordinaryBrands)]);
const impersonating = new Set(listOf(impersonatingWords));
const filling = new Set(listOf(fillers));

const anyOf = (words: Iterable<string>): string =>
  Array.from(words)
    .filter((word) => word.length > 1)
    .toSorted((a, b) => b.length - a.length)
    .join("|");
const around = `(?:${anyOf([...impersonating, ...filling, ...distinctive])})*`;
/** A brand written in one word with what makes it impersonate: `PayPalSupport`, `stripepayments`, `chasebank`. */
const compound = new RegExp(
  `^(?:${around}(?:${anyOf(distinctive)})${around}|(?:${anyOf([...brands, ...named])})(?:${anyOf(impersonating)})+)$`,
);

type Unit = "BRAND" | "GIVEN_NAME" | "COMPOUND" | "WORD" | "FILLER" | "OTHER";

/**
 * Whether a sender's name passes for a well-known brand or for us: it holds a brand and nothing else but impersonating words
 * and fillers, or a brand right beside an impersonating word. Lookalike letters and spaced-out spellings count, too. Words
 * without a brand, such as `Support Team`, pass for nobody.
 */
export function impersonates(name: string): boolean {
  const units = unitsOf(joinSingles(wordsOf(name)));
  const claims = units.filter((unit) => unit !== "FILLER");
  return (
    units.includes("COMPOUND") ||
    (claims.includes("BRAND") && claims.every((unit) => unit === "BRAND" || unit === "WORD")) ||
    hasPair(claims, "BRAND", "WORD") ||
    hasPair(claims, "WORD", "BRAND") ||
    // 'Team Chase' and 'Kofi and Team' are people; 'Chase Support' is a bank.
    hasPair(units, "GIVEN_NAME", "WORD")
  );
}

const hasPair = (units: Unit[], first: Unit, second: Unit): boolean =>
  units.some((unit, at) => unit === first && units[at + 1] === second);

/** What each word is; a brand may be spread over up to three of them: `Pay Pal`, `Bank of America`. */
function unitsOf(words: string[]): Unit[] {
  const units: Unit[] = [];
  for (let at = 0; at < words.length;) {
    const spread = [3, 2].find(
      (span) => at + span <= words.length && brands.has(words.slice(at, at + span).join("")),
    );
    units.push(spread ? "BRAND" : unitOf(words[at] ?? ""));
    at += spread ?? 1;
  }
  return units;
}

function unitOf(word: string): Unit {
  if (named.has(word)) return "GIVEN_NAME";
  if (brands.has(word)) return "BRAND";
  if (impersonating.has(word)) return "WORD";
  if (filling.has(word)) return "FILLER";
  return compound.test(word) ? "COMPOUND" : "OTHER";
}
