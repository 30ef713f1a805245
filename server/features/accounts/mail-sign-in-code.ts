import { defineJob } from "#server/jobs/job.ts";
import { sendCode } from "#server/mail/send-code.ts";
import { makeCode } from "#server/one-time-codes/make-code.ts";
import { CodeFlow } from "#server/one-time-codes/request-code.ts";

/** Makes the code of a flow and mails it. When the mail fails the job runs again, with a new code. */
export const mailSignInCode = defineJob({
  name: "mail-sign-in-code",
  data: CodeFlow,
  async handle(services, { flowId }) {
    const findRecipient = async (_tx: unknown, email: string) => ({ email, customerId: null });
    const made = await makeCode(services, { flowId, findRecipient, withLink: false });
    if (made) await sendCode(services, { ...made, purpose: "CREATOR_SIGN_IN" });
  },
});
