import type pg from "pg";
import type { z } from "zod";
import type { RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import type { UnsubscribeWays } from "./unsubscribe-link.ts";

/** A row of `promotions` that is about to leave. */
export type Promotion<Data = unknown> = {
  id: string;
  ownerId: string;
  email: string;
  cartId: string | null;
  data: Data;
};

/** A mail that advertises. */
export type PromotionTemplate<Data extends z.ZodType = z.ZodType> = {
  data: Data;
  /** Later than this after it was meant to leave it is skipped; 24 unless given. */
  lateHours?: number;
  /** Hours between this mail and the creator's last one to the same mailbox; 16 unless given. */
  apartHours?(data: z.output<Data>): number;
  /**
   * Why this mail may not leave any more, in words for the creator, or until when it waits; null where it may leave. Asked in
   * the transaction that claims it, with what is true then: paid, owned, stopped, off sale.
   */
  refusal(
    client: pg.PoolClient,
    promotion: Promotion<z.output<Data>>,
    now: Date,
  ): Promise<string | { until: Date } | null>;
  /** Makes it; `MailRefused` where nothing can come of it. What is the same for many is best made once. */
  render(
    services: Services,
    promotion: Promotion<z.output<Data>>,
    unsubscribe: UnsubscribeWays,
  ): Promise<RenderedMail>;
};

/** By the name that rows of `promotions` have in `template`. */
export type PromotionTemplates = Readonly<Record<string, PromotionTemplate>>;

/** What each template needs belongs together with what makes it; the compiler cannot see it across all of them. */
export const definePromotion = <Data extends z.ZodType>(
  template: PromotionTemplate<Data>,
): PromotionTemplate => template;
