import { z } from "zod";
import type { Services } from "#server/services.ts";
import type { RenderedMail } from "#server/mail/render-mail.ts";
import { renderReceipt } from "./receipt.ts";

type MailTemplate<Data extends z.ZodType> = {
  /** What the outbox keeps. */
  data: Data;
  render(services: Services, data: z.output<Data>): Promise<RenderedMail>;
};

const template = <Data extends z.ZodType>(template: MailTemplate<Data>): MailTemplate<Data> => template;

/** Every mail that goes through the outbox. Codes do not: see `send-code.ts`. */
export const mailTemplates = {
  receipt: template({ data: z.object({ orderId: z.uuid() }), render: renderReceipt }),
};

/** What each template needs. */
export type MailData = {
  [Name in keyof typeof mailTemplates]: z.input<(typeof mailTemplates)[Name]["data"]>;
};
