import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tokenPurposes } from "#server/database/schema/accounts.ts";
import { causeOf } from "#server/mail/mail-causes.ts";
import { allMails } from "#server/mail/all-mails.ts";
import { listFiles, root } from "./source-files.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");

/** The rows of the table: template, and whether it is counted. */
const rows = read("docs/mails.md")
  .split("\n")
  .filter((line) => /^\|.*`/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, , template = "", , cause = "", counted = "", bounds = ""]) => ({
    template: template.replaceAll("`", ""),
    cause,
    counted,
    bounds,
  }));

/** The server's code, without its tests. */
const sources = listFiles("server").filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));

test("every mail is in the table, with its cause and its bounds, and the table names no other", () => {
  const mails = [...Object.keys(allMails), ...tokenPurposes];
  expect([...new Set(rows.map(({ template }) => template))].toSorted()).toEqual(mails.toSorted());
  expect(rows.filter(({ cause, bounds }) => cause === "" || bounds === "")).toEqual([]);
  expect(rows.filter(({ counted }) => counted !== "yes" && counted !== "no")).toEqual([]);
});

test("what the table says is counted is what the limits ask about, and what each template says of itself", () => {
  const counted = [...new Set(rows.filter((row) => row.counted === "yes").map(({ template }) => template))];
  const asked = [...causeOf("m").matchAll(/m\.template in \(([^)]+)\)/g)].flatMap(([, names = ""]) =>
    [...names.matchAll(/'([a-z-]+)'/g)].map(([, template]) => template),
  );
  const said = Object.entries(allMails).filter(([, { limit }]) => limit === "unproven-address");
  expect(asked.toSorted()).toEqual(counted.toSorted());
  expect(said.map(([template]) => template).toSorted()).toEqual(counted.toSorted());
});

test("mail leaves by three ways only: the outbox, where it is counted, the lane of what advertises, and the mail of a code", () => {
  expect(sources.filter((path) => /\bmailer\.send\(/.test(read(path)))).toEqual([
    "server/mail/promotions/send-promotions.ts",
    "server/mail/send-code.ts",
    "server/mail/send-queued-mail.ts",
  ]);
  expect(read("server/mail/promotions/send-promotions.ts").split("mailer.send(")[0]).toContain(
    "await claimPromotion(",
  );
  const [before, after] = read("server/mail/send-queued-mail.ts").split("await admitMail(");
  expect(before).not.toContain("mailer.send(");
  expect(after).toContain("mailer.send(");
});

test("what is written into the outbox by hand is a template of the table", () => {
  const inserts = sources
    .filter((path) => path !== "server/mail/queue-mail.ts" && path !== paidOrders)
    .flatMap((path) =>
      read(path)
        .split(/insert into mail_outbox/i)
        .slice(1)
        .map((text) => text.slice(0, 400)),
    );
  expect(inserts.length).toBeGreaterThan(2);
  const known = Object.keys(allMails).map((template) => `'${template}'`);
  expect(inserts.filter((text) => !known.some((template) => text.includes(template)))).toEqual([]);
});

test("a paid order's mail, which its caller names, is one of two templates of the table", () => {
  const [, names = ""] = /mail\?: ([^;]+);/.exec(read(paidOrders)) ?? [];
  expect(names.split(" | ")).toEqual(['"receipt"', '"renewal"']);
  expect(Object.keys(allMails)).toEqual(expect.arrayContaining(["receipt", "renewal"]));
});

const paidOrders = "server/features/orders/write-paid-order.ts";
