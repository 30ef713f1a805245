import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { admins } from "#contract/team/roles.ts";
import { Id, Timestamp } from "#contract/values.ts";

/** What mail servers said of a creator's mails. */
export const MailDelivery = z.object({
  /** Why mails that advertise are stopped; null where they leave. Of `sent` in 30 days so many came back or were called spam. */
  stop: z
    .object({
      reason: z.enum(["BOUNCES", "COMPLAINTS"]),
      sent: z.int(),
      counted: z.int(),
      until: Timestamp,
    })
    .nullable(),
  /** The last addresses that do not exist, the newest first; at most 50. */
  bounced: z.array(
    z.object({
      email: z.string(),
      at: Timestamp,
      /** Who bought from this creator by it; null: nobody. */
      customerId: Id.nullable(),
      orderCount: z.int(),
    }),
  ),
});
export type MailDelivery = z.infer<typeof MailDelivery>;

export const getMailDelivery = endpoint({
  method: "GET",
  url: "/api/mail-delivery",
  config: { access: "creator", roles: admins },
  schema: {
    tags: ["Mail"],
    summary:
      "Whether the creator's mails that advertise are stopped and why, and to which addresses none arrive",
    response: { 200: MailDelivery },
  },
});
