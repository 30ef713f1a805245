import type { z } from "zod";
import type { Services } from "#server/services.ts";
import type { RenderedMail } from "./mailer.ts";

/** A mail that goes through the outbox. */
export type MailTemplate<Data extends z.ZodType = z.ZodType> = {
  /** What the outbox keeps; never a code or a token. */
  data: Data;
  /** Gives what renders it. Loaded with the first mail: React and its mail components cost every start half a second. */
  load(): Promise<(services: Services, data: z.output<Data>) => Promise<RenderedMail>>;
};

export const defineMail = <Data extends z.ZodType>(mail: MailTemplate<Data>): MailTemplate<Data> => mail;
