import { z } from "zod";

/** The variables by which providers and mail servers tell what became of mails. */
export const mailReportEnvironment = {
  MAIL_RETURN_PATH: z.email("must be an address such as bounces@example.com").optional(),
  SES_TOPIC_ARN: z
    .string()
    .regex(
      /^arn:aws(-cn|-us-gov)?:sns:[a-z]{2}(-[a-z]+)+-\d:\d{12}:[\w-]{1,256}$/,
      "must be the ARN of a topic, such as arn:aws:sns:eu-west-1:123456789012:mail",
    )
    .optional(),
  SES_SNS_BASE: z.url().optional(),
  POSTMARK_WEBHOOK_SECRET: z.string().min(24, "must have at least 24 characters").optional(),
  BOUNCE_WEBHOOK_SECRET: z.string().min(24, "must have at least 24 characters").optional(),
};
type Environment = z.infer<z.ZodObject<typeof mailReportEnvironment>>;

/** Who tells what became of mails; each where its variable is set. */
export type MailReports = {
  /** `base` is a stand-in for Amazon on this very machine; undefined for the real one. */
  ses: { topicArn: string; base: URL | undefined } | undefined;
  postmark: { secret: string } | undefined;
  /** Whoever hands over what arrives at the address to which mails come back. */
  bounces: { secret: string } | undefined;
};

export function mailReportsOf(env: Environment): MailReports {
  const { SES_TOPIC_ARN: topicArn, SES_SNS_BASE: base } = env;
  const { POSTMARK_WEBHOOK_SECRET: postmark, BOUNCE_WEBHOOK_SECRET: bounces } = env;
  return {
    ses: topicArn ? { topicArn, base: base ? new URL(base) : undefined } : undefined,
    postmark: postmark ? { secret: postmark } : undefined,
    bounces: bounces ? { secret: bounces } : undefined,
  };
}

/** Signatures would be believed by what the base serves: it exists for tests, on the machine they run on. */
export const wrongMailReports = (env: Environment, isAllowed: (base: URL) => boolean): string[] =>
  env.SES_SNS_BASE && !isAllowed(new URL(env.SES_SNS_BASE))
    ? ["SES_SNS_BASE is for tests alone: it must be a loopback address, with PUBLIC_URL one too"]
    : [];
