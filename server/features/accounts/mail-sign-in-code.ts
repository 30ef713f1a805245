import type { Db } from "#server/database/client.ts";
import { defineJob } from "#server/jobs/job.ts";
import { sendCode, sendCodesOff } from "#server/mail/send-code.ts";
import { makeCode } from "#server/one-time-codes/make-code.ts";
import { CodeFlow } from "#server/one-time-codes/request-code.ts";
import { creatorsWith } from "./new-creator.ts";
import { areCodesOff } from "./recovery/emailed-codes.ts";

/**
 * Makes the code of a flow and emails it. An account with emailed codes off gets an email that says so, under the same limits,
 * so that a request tells nothing about the account. When the email fails the job runs again, with a new code.
 */
export const mailSignInCode = defineJob({
  name: "mail-sign-in-code",
  data: CodeFlow,
  async handle(services, { flowId }) {
    let codesOff: string | undefined;
    const findRecipient = async (tx: Db, email: string) => {
      const [creator] = await creatorsWith(tx, email);
      if (!creator || !(await areCodesOff(tx, creator.id))) return { email, customerId: null };
      codesOff = email;
      return undefined;
    };
    const made = await makeCode(services, { flowId, findRecipient, withLink: false });
    if (made) await sendCode(services, { ...made, purpose: "CREATOR_SIGN_IN" });
    else if (codesOff !== undefined) await sendCodesOff(services, codesOff);
  },
});
