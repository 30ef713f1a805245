import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { text } from "node:stream/consumers";
import Stripe from "stripe";
import { documentOfText } from "#contract/document/document-of-text.ts";
import { linkAddress, typedAddress } from "#contract/document/link-address.ts";
import { mailPlaceholderProblem, mailWords } from "#contract/document/mail-placeholders.ts";
import { videoOfAddress } from "#contract/document/video-address.ts";
import { isKnownZone } from "#contract/dates.ts";
import { findUnknownPlaceholder } from "#contract/social/placeholders.ts";
import { returnPath } from "#contract/return-path.ts";
import { documentHtml } from "#server/documents/document-html.ts";
import { documentOfMarkdown } from "#server/documents/document-of-markdown.ts";
import { candidateHandles } from "#server/features/accounts/handles.ts";
import { slugOfText } from "#server/features/catalog/product-slugs.ts";
import { parseByteRange } from "#server/features/files/byte-range.ts";
import { cleanCaptions } from "#server/features/files/captions.ts";
import { originalNameOf, safeFileName } from "#server/features/files/safe-file-name.ts";
import { readCreation } from "#server/features/files/tus-request.ts";
import { anywhere, wordsOf } from "#server/database/search-words.ts";
import { idsBeginningWith } from "#server/features/orders/order-search.ts";
import { withoutAddresses } from "#server/features/operator/without-addresses.ts";
import { foldText } from "#server/features/social/engine/decide/fold-text.ts";
import { KeywordSearch } from "#server/features/social/engine/decide/keyword-search.ts";
import { csvOfCells } from "#server/http/csv.ts";
import { clientAddress } from "#server/http/forwarded-addresses.ts";
import { clientNetwork } from "#server/http/rate-limits.ts";
import { isVisit } from "#server/http/visits.ts";
import { readReturnedMail } from "#server/mail/feedback/read-returned-mail.ts";
import { firstNameOf } from "#server/mail/first-name.ts";
import { inertText, isPlainName } from "#server/mail/hostile-words.ts";
import { storeName } from "#server/mail/sender-name.ts";
import { isAddress, singleLine } from "#server/mail/mail-headers.ts";
import { chooseEncoding } from "#server/pages/compression.ts";
import { isKnown } from "#server/pages/storefront-cache.ts";
import { plainPath, storefrontOf } from "#server/pages/storefront-path.ts";

/** What reads text from outside by code of its own. */
type Reader = {
  name: string;
  read(text: string): unknown;
  /** What the text has to begin with for the rest to be looked at. */
  beginnings?: readonly string[];
  /** The longest that it is given; 15,000 characters where no more than a header or an address comes. */
  length?: number;
  /** Where so much text takes more in an ordinary case. */
  mostMs?: number;
  isAscii?: boolean;
};

const markdown = { length: 20_000, mostMs: 100 };
const header = { isAscii: true };
const stripe = new Stripe("sk_test_x");
const keywords = new KeywordSearch(
  ["a", "a a", "x", "aaaa", "a a a a"].flatMap((folded) =>
    (["CONTAINS", "EXACT"] as const).map((mode) => ({ folded, mode, value: folded })),
  ),
);
const askedWith = (headers: Record<string, string>) =>
  ({ headers, method: "GET" }) as unknown as FastifyRequest;

export const readers: readonly Reader[] = [
  {
    name: "Range",
    read: (sent) => parseByteRange(sent, 1_000),
    beginnings: ["", "bytes=", "bytes=0-"],
    ...header,
  },
  { name: "Accept-Encoding", read: chooseEncoding, beginnings: ["", "br;", "br;q="], ...header },
  {
    name: "X-Forwarded-For",
    read: (sent) => clientAddress({ headers: { "x-forwarded-for": sent } } as unknown as IncomingMessage, 2),
    beginnings: ["", "192.0.2.1,", "[", "::"],
    ...header,
  },
  { name: "If-None-Match", read: (sent) => isKnown({ "if-none-match": sent }, '"x"'), ...header },
  {
    name: "Stripe-Signature",
    read: (sent) => stripe.webhooks.constructEvent("{}", sent, "whsec_x"),
    beginnings: ["", "t=1,v1="],
    ...header,
  },
  { name: "User-Agent", read: (sent) => isVisit(askedWith({ "user-agent": sent })), ...header },
  {
    name: "Upload-Metadata",
    read: (sent) => readCreation(askedWith({ "upload-length": "5", "upload-metadata": sent })),
    beginnings: ["", "filename ", "filename YQ==,filetype "],
    ...header,
  },
  { name: "an address of a network", read: clientNetwork, beginnings: ["", "::", "1."] },
  { name: "the page to return to", read: returnPath, beginnings: ["/", "/%25", "/u?x="] },
  { name: "the path of a store's page", read: storefrontOf, beginnings: ["/u/", "/"] },
  { name: "the path that a page is kept under", read: plainPath, beginnings: ["/u/", "/"] },
  { name: "Markdown", read: (typed) => documentHtml(documentOfMarkdown(typed), 2), ...markdown },
  { name: "plain text of a document", read: documentOfText, ...markdown },
  {
    name: "a link in a text",
    read: (typed) => [linkAddress(typed), typedAddress(typed)],
    beginnings: ["", "https://", "mailto:", "/"],
  },
  {
    name: "the address of a video",
    read: videoOfAddress,
    beginnings: ["", "https://youtube.com/", "https://vimeo.com/"],
  },
  {
    name: "the placeholders of a mail",
    read: (typed) => [mailWords(typed), mailPlaceholderProblem(typed)],
    beginnings: ["", "{", "{a"],
    ...markdown,
  },
  { name: "the placeholders of a reply", read: findUnknownPlaceholder, beginnings: ["", "{", "{a"] },
  { name: "a handle", read: candidateHandles },
  { name: "a slug", read: (typed) => slugOfText(typed, "x") },
  { name: "the name of a file", read: (sent) => [safeFileName(sent), originalNameOf(sent)] },
  {
    name: "captions",
    read: cleanCaptions,
    beginnings: ["", "WEBVTT\n\n", "1\n00:00:01,000 --> 00:00:02,000\n"],
    length: 200_000,
    mostMs: 100,
  },
  {
    name: "words to search orders for",
    read: (typed) => [wordsOf(typed).map(anywhere), idsBeginningWith(typed)],
  },
  {
    name: "a message that keywords are looked for in",
    read: (sent) => keywords.find(foldText(sent)),
    length: 5_000,
  },
  {
    name: "a cell of a CSV file",
    read: (typed) => text(csvOfCells(["a"], [[typed]])),
    beginnings: ["", "="],
  },
  { name: "an email address", read: isAddress },
  {
    name: "a name in a mail",
    read: (typed) => [
      firstNameOf(typed),
      isPlainName(typed),
      storeName({ name: typed, handle: "x", isPlatform: false, isNameApproved: false }),
      singleLine(typed),
    ],
  },
  { name: "words of strangers in a mail", read: inertText },
  { name: "what a mail server said", read: withoutAddresses },
  {
    name: "an email that came back",
    read: (sent) => readReturnedMail(Buffer.from(sent)),
    beginnings: [
      "",
      "Content-Type: ",
      "Subject: =?utf-8?",
      "Content-Type: multipart/mixed; boundary=a\n\n--a\n",
    ],
    length: 60_000,
    mostMs: 500,
  },
  { name: "the name of a zone", read: isKnownZone, beginnings: ["", "A", "Europe/"] },
];
