import { type APIRequestContext, expect } from "@playwright/test";

const password = "a secret of these journeys alone";

/** What the server is told so that it believes `returnMail`. */
export const returnEnvironment = { POSTMARK_WEBHOOK_SECRET: password };

/** A mail server says that there is no such address. */
export async function returnMail(request: APIRequestContext, email: string): Promise<void> {
  const answer = await request.post("/webhook/mail/postmark", {
    headers: { authorization: `Basic ${Buffer.from(`mail:${password}`).toString("base64")}` },
    data: {
      RecordType: "Bounce",
      Type: "HardBounce",
      ID: crypto.randomUUID(),
      Email: email,
      Details: "smtp;550 5.1.1 no such user",
    },
  });
  expect(answer.status()).toBe(200);
}
