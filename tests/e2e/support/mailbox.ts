import { type APIRequestContext, expect } from "@playwright/test";

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  attachments: { fileName: string; contentType: string; content: string }[];
  sentAt: string;
};

export async function mailsTo(request: APIRequestContext, address: string): Promise<Mail[]> {
  const answer = await request.get("/api/dev/mailbox", { params: { to: address } });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as Mail[];
}

/** The newest mail to an address whose subject fits; waits for it: what advertises waits its turn. */
export async function mailTo(request: APIRequestContext, address: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(async () => (found = (await mailsTo(request, address)).find((mail) => subject.test(mail.subject))))
    .toBeDefined();
  if (!found) throw new Error("no mail");
  return found;
}

/** Addresses nobody else in this run uses. */
export const newAddress = (name: string): string => `${name}-${crypto.randomUUID().slice(0, 8)}@example.com`;
