import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { getSubscription } from "#contract/mailing-list/mailing-list.ts";
import { mailsTo } from "#tests/support/member.ts";
import { testApp } from "#tests/support/test-app.ts";
import { openAdvertiser } from "./advertiser.ts";

const app = await testApp();
const advertiser = await openAdvertiser(app);

/** How mail programs send `List-Unsubscribe=One-Click` (RFC 8058). */
const bodies = {
  "application/x-www-form-urlencoded": "List-Unsubscribe=One-Click",
  "multipart/form-data; boundary=x":
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
};
const cases = Object.entries(advertiser.kinds).flatMap(([about, kind]) =>
  Object.entries(bodies).map(([type, payload]) => ({ about, kind, type, payload })),
);

test.each(cases)(
  "a mail about $about ends with one POST of $type without a cookie, and with no GET or HEAD",
  async ({ kind, type, payload }) => {
    const email = `reader-${randomUUID()}@example.com`;
    const received = async () => (await mailsTo(app, email)).length;
    await kind.begin(email);
    await advertiser.write(kind, email);
    const [mail] = await mailsTo(app, email);
    expect(mail?.headers).toMatchObject({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" });
    const [, link = ""] = /^<([^>]+)>$/.exec(String(mail?.headers["List-Unsubscribe"])) ?? [];
    const [, page = ""] = /(http\S+\/unsubscribe#token=\S+)/.exec(mail?.text ?? "") ?? [];
    const url = new URL(link).pathname;

    // What scanners of mails and browsers that look ahead do.
    for (const method of ["GET", "HEAD"] as const)
      for (const seen of [url, `${url}?List-Unsubscribe=One-Click`, new URL(page).pathname])
        await app.app.inject({ method, url: seen });
    const params = { token: url.split("/").at(-1) ?? "" };
    expect((await app.call(getSubscription, { params })).body).toMatchObject({ isSubscribed: true });
    await advertiser.write(kind, email);
    expect(await received()).toBe(2);

    const answer = await app.app.inject({ method: "POST", url, headers: { "content-type": type }, payload });
    expect(answer.statusCode).toBe(200);
    expect(answer.cookies).toEqual([]);
    for (const other of Object.values(advertiser.kinds)) await advertiser.write(other, email);
    expect(await received()).toBe(2);
  },
);
