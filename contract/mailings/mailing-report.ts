import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { admins } from "#contract/team/roles.ts";
import { Id, SignedCents, Timestamp } from "#contract/values.ts";
import { LeftOut, MailingOutcomes } from "./mailings.ts";

const tags = ["Mailings"];
const params = z.object({ id: Id });

const earned = {
  /** People who followed the link and did something on one of our pages then, each once. */
  clicks: z.int(),
  /** Whose last link, of replies and mailings, within seven days was this one. */
  orders: z.int(),
  netRevenueCents: SignedCents,
};

/** What a mailing did: the numbers close, and what it earned is what its orders are worth now. */
export const MailingReport = z.object({
  outcomes: MailingOutcomes,
  skipped: z.array(LeftOut),
  failed: z.array(LeftOut),
  ...earned,
  links: z.array(
    z.object({
      /** A path of ours. */
      target: z.string(),
      /** Of the product that it leads to, as it is called now. */
      productTitle: z.string().nullable(),
      ...earned,
    }),
  ),
});
export type MailingReport = z.infer<typeof MailingReport>;

export const getMailingReport = endpoint({
  method: "GET",
  url: "/api/mailings/:id/report",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "What became of a mailing's people, and what it earned by each of its links",
    params,
    response: { 200: MailingReport },
  },
});

export const RecipientOutcome = z.enum(["sent", "skipped", "failed", "unknown", "waiting"]);
export type RecipientOutcome = z.infer<typeof RecipientOutcome>;

export const listRecipients = endpoint({
  method: "GET",
  url: "/api/mailings/:id/recipients",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "Whom a mailing was for, and what became of it for each of them",
    params,
    querystring: z.object({
      outcome: RecipientOutcome.optional(),
      cursor: Id.optional(),
    }),
    response: {
      200: z.object({
        recipients: z.array(
          z.object({
            id: Id,
            /** Null: they had their data removed. */
            email: z.string().nullable(),
            outcome: RecipientOutcome,
            reason: z.string().nullable(),
            /** When that was so, or when it is to leave. */
            at: Timestamp,
            /** Whether they followed one of its links. */
            hasClicked: z.boolean(),
          }),
        ),
        nextCursor: Id.nullable(),
      }),
    },
  },
});

export const recordMailingClick = endpoint({
  method: "POST",
  url: "/api/mailing-clicks",
  config: { access: "public", limit: { points: 60, seconds: 60 } },
  schema: {
    tags,
    summary: "Somebody who followed a mailing's link does something on the page it led to",
    body: z.object({ token: z.string().max(100) }),
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});
