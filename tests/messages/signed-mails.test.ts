import { generateKeyPairSync, randomUUID } from "node:crypto";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { afterAll, expect, test } from "vitest";
import { openMailer } from "#server/mail/open-mailer.ts";
import { localSmtp, type ReceivedMail } from "#tests/support/local-smtp.ts";
import { testApp } from "#tests/support/test-app.ts";
import { openAdvertiser } from "./advertiser.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const smtp = await localSmtp();
const app = await testApp({
  SMTP_URL: smtp.url,
  MAIL_FROM: "Openstall <mail@store.example>",
  MAIL_DKIM_SELECTOR: "s1",
  MAIL_DKIM_PRIVATE_KEY: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
});
afterAll(() => smtp.close());

const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`;
const advertiser = await openAdvertiser(app);

/** What a mail program finds that asks the name servers for the key. */
async function verify(raw: Buffer | string) {
  const { results } = await dkimVerify(raw, {
    resolver: async (name: string) => (name === "s1._domainkey.store.example" ? [[record]] : []),
  });
  expect(results).toHaveLength(1);
  const [found] = results;
  return { result: found?.status.result, domain: found?.signingDomain, fields: found?.signingHeaders?.keys };
}

test.each(Object.entries(advertiser.kinds))(
  "a mail about %s is signed with all that makes it and ends it, and another word in these breaks the signature",
  async (_, kind) => {
    const email = `signed-${randomUUID()}@example.com`;
    await kind.begin(email);
    await advertiser.write(kind, email);
    const [mail, ...others] = smtp.received.filter(({ to }) => to === email);
    expect(others).toEqual([]);
    const { raw } = mail as ReceivedMail;
    const found = await verify(raw);
    expect(found).toMatchObject({ result: "pass", domain: "store.example" });
    const signed = found.fields?.toLowerCase().split(/[:\s]+/) ?? [];
    expect(signed).toEqual(
      expect.arrayContaining([
        "from",
        "to",
        "subject",
        "date",
        "message-id",
        "mime-version",
        "content-type",
        "list-unsubscribe",
        "list-unsubscribe-post",
      ]),
    );
    const text = raw.toString("latin1");
    for (const [was, is] of [
      [/^(List-Unsubscribe:)[^<]*<[^>]*>/im, "$1 <https://elsewhere.example/stop>"],
      [/^(List-Unsubscribe-Post:) List-Unsubscribe=One-Click/im, "$1 List-Unsubscribe=Two-Clicks"],
      [/^(From:)/im, "$1 Somebody else"],
      // Quoted-printable may break a line anywhere.
      [new RegExp("</body>".split("").join("(?:=\r\n)?"), "i"), "<p>And more</p>$&"],
    ] as const) {
      const changed = text.replace(was, is);
      expect(changed).not.toBe(text);
      expect((await verify(Buffer.from(changed, "latin1"))).result, `${was}`).not.toBe("pass");
    }
    for (const name of ["List-Unsubscribe", "List-Unsubscribe-Post"]) {
      const without = text.replace(new RegExp(`^${name}:.*\r\n(?:[ \t].*\r\n)*`, "im"), "");
      expect(without).not.toBe(text);
      expect((await verify(Buffer.from(without, "latin1"))).result, name).not.toBe("pass");
    }
  },
);

test("without a key here mails leave as they are, for the mail server to sign", async () => {
  const { config } = app.services;
  if (config.mail.adapter !== "smtp") throw new Error("there is no mail server");
  const unsigned = await openMailer({
    ...app.services,
    config: { ...config, mail: { ...config.mail, dkimKey: undefined } },
  });
  const to = `plain-${randomUUID()}@example.com`;
  await unsigned.send({ messageId: randomUUID(), to, subject: "Hello", text: "Hello", html: "<p>Hello</p>" });
  const [mail] = smtp.received.filter((one) => one.to === to);
  expect(mail?.headers["dkim-signature"]).toBeUndefined();
});
