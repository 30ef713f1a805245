import { expect, test } from "vitest";
import { senderName, storeName } from "./sender-name.ts";

const store = { handle: "maya_c", isPlatform: false, isNameApproved: false };
const named = (name: string) => senderName({ ...store, name });

/** Names of people and businesses, among them everyday words and given names that are brands, too. */
const honest = `Chase Miller; Chase; Kofi Mensah; Kofi; Team Chase; Kofi & Team; Instagram Growth Lab; Apple Pie Bakery;
  Node.js Academy; Vue.js Mastery; Three.js Journeys; Next.js mit Jonas; J.R.R. Tolkien; Dr. Anne-Marie O'Neil; St.Ives Surf School;
  CS:GO Coaching; Maya Chen; Malcolm X; Line; Line Hansen;
  Support Team; Customer Support; Payments; The Help Desk; Team Security; Official Store; Account Coach; Robert Wise; Ida Wise Pottery; Threads & Needles; Square Foot Gardening;
  Meta Analysis Made Easy; Metamorphosis; Visage Photo; Slackline Club; Helpline Sketches; Etsy Seller School;
  TikTok Dances with Ana; YouTube for Bakers; Notes on Stripe Painting; The Striped Cat Studio; Amazonas Rainforest Tours;
  Amazon River Birds; Zoom Lens Photography; Ideal Home Crafts; Paddle Board Yoga; Adobe House Builders;
  Patreon Art Coaching; Shopify Themes by Lu; Bitcoin Basics; Discord Bots with Ben; Substack Writers Circle; Pixel Art Hub;
  Security Guard Training Kit; Emotional Support Llamas; Customer Research Weekly; Ünïcode & Söhne; Żółta Łódź;
  写真教室; 微信摄影课堂; 김민지의 요리교室; مدرسة می‌خواهم; Мария Иванова; Школа фотографии; Αθηνά Παπαδοπούλου; प्रिया शर्मा;
  ร้านขนมของแม่; נועה כהן; 👩‍🎨 Maya; Etsy & Friends Crafts; Version 2.0 Studio; Studio No.5; Wise Owl Tutoring`;

const impersonating = `PayPal; P a y P a l Support; Paypa1; PаyPаl; PayPaI Security; Pay Pal; Pay Pal Support; PayPal, Inc.;
  The PayPal Team; Team PayPal; Support of PayPal; PayPal's Support; PayPal Customer Support; PayPal 2024; PayPal_Support99;
  Stripe; stripe support; StripePayments; Ѕtripe; Stripe Billing Department; Arnazon; Amazon Refunds; Amazon Login; Góogle;
  Google Account Security; Google Workspace Support; Instagram Help Center; Instagram Official; Official Instagram Growth;
  Openstall; Openstall Team; Openstall Payments; Openstall Security Alert; Openstall Support; Support of Openstall; Team Openstall; OpenstallPayments; Visa;
  Visa Verification; Chase Support; Chase Bank; chasebank; Chase Security Team; Line Pay; Line Support; Ko-fi; Ko-fi Payments; Kofi Support;
  Bank of America; Wells Fargo Alerts; American Express; Office 365; Office 365 Admin; Apple; Apple Support; ApplePay;
  Apple ✓ Support; Meta Verified; Microsoft Service Desk for Teachers; Netflix Billing Help; Soporte de PayPal;
  PayPal Kundenservice; Sécurité PayPal; Служба поддержки PayPal; PayPalサポート; Instagram公式; 微信支付; 支付宝客服;
  دعم PayPal; WhatsApp Security via Maya`;

const listOf = (names: string) => names.split(/;\s+/);

test.each(listOf(honest))("sends emails under the honest name %s", (name) => {
  expect(named(name)).toEqual({ name, replacedFor: null });
});

test.each(listOf(impersonating))("replaces the impersonating name %s", (name) => {
  expect(named(name)).toEqual({ name: "maya_c", replacedFor: "IMPERSONATION" });
});

test("judges at least 60 names of each kind", () => {
  expect(Math.min(listOf(honest).length, listOf(impersonating).length)).toBeGreaterThanOrEqual(60);
});

test.each([
  ["visit evil.com", "LINK"],
  ["EVIL.COM", "LINK"],
  ["ASP.NET Coach", "LINK"],
  ["evil。com", "LINK"],
  ["evil.рф", "LINK"],
  ["evil.xn--p1ai", "LINK"],
  ["ev\u200Dil.c\u200Dom", "LINK"],
  ["visit evil.example", "LINK"],
  ["https://evil", "LINK"],
  ["www evil example", "LINK"],
  ["mailto:me", "LINK"],
  ["<b>Maya", "LINK"],
  ["me@evil", "ADDRESS"],
  ["me＠evil", "ADDRESS"],
  ["Maya\r\nBcc: everyone", "HIDDEN_CHARACTER"],
  ["Maya\u202Eayam", "HIDDEN_CHARACTER"],
  ["\u200B", "HIDDEN_CHARACTER"],
  ["", "EMPTY"],
  ["✅", "EMPTY"],
])("replaces the name %j and says why: %s", (name, replacedFor) => {
  expect(named(name)).toEqual({ name: "maya_c", replacedFor });
});

test.each([
  ["Maya ✓", "Maya"],
  ["✅ Maya Chen ✔️ ☑", "Maya Chen"],
  ["Maya 🔒 Studio 🛡️", "Maya Studio"],
])("removes the trust symbols from %s", (name, shown) => {
  expect(named(name)).toEqual({ name: shown, replacedFor: null });
});

test.each([
  "paypal",
  "paypal_support",
  "paypalsupport",
  "the_paypal_team",
  "stripe_billing2024",
  "official_instagram",
])("never shows the handle %s in place of a name", (handle) => {
  expect(storeName({ name: "PayPal", handle, isPlatform: false, isNameApproved: false })).toBe("A store");
});

test.each(["chase", "kofimensah", "instagramgrowth", "amazonas_birds"])(
  "shows the honest handle %s in place of a name",
  (handle) => {
    expect(storeName({ name: "evil.com", handle, isPlatform: false, isNameApproved: false })).toBe(handle);
  },
);

test("never replaces the platform's own name", () => {
  const platform = { name: "Openstall", handle: "openstall", isPlatform: true, isNameApproved: false };
  expect(senderName(platform)).toEqual({ name: "Openstall", replacedFor: null });
});

test("shows an approved name, and makes no link of it", () => {
  const approved = (name: string) => senderName({ ...store, name, isNameApproved: true });
  expect(approved("Chase Support")).toEqual({ name: "Chase Support", replacedFor: null });
  expect(approved("ASP.NET Coach")).toEqual({ name: "ASP. NET Coach", replacedFor: null });
});

test("replaces an approved name all the same where it is an address or hides characters", () => {
  const approved = (name: string) => senderName({ ...store, name, isNameApproved: true }).replacedFor;
  expect([approved("me@evil"), approved("Maya\u202Eayam"), approved("✅")]).toEqual([
    "ADDRESS",
    "HIDDEN_CHARACTER",
    "EMPTY",
  ]);
});
