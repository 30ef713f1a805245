import { defineJob } from "#server/jobs/job.ts";
import { sendCode } from "#server/mail/send-code.ts";
import { makeCode } from "#server/one-time-codes/make-code.ts";
import { CodeFlow } from "#server/one-time-codes/request-code.ts";

/** Makes and mails the code by which whoever mistyped their address proves the right one. */
export const mailCorrectionCode = defineJob({
  name: "mail-correction-code",
  data: CodeFlow,
  async handle(services, { flowId }) {
    const findRecipient = async (_: unknown, email: string) => ({ email, customerId: null });
    const made = await makeCode(services, { flowId, findRecipient, withLink: false });
    if (made) await sendCode(services, { ...made, purpose: "ADDRESS_CORRECTION" });
  },
});
