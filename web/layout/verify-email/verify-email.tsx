import { CodeStep } from "./code-step.tsx";
import { EmailStep } from "./email-step.tsx";
import { type ProvenEmail, useVerifyEmail, type VerifyEmailFlow } from "./use-verify-email.ts";

type VerifyEmailProps = {
  initialEmail?: string | undefined;
  onVerified: (proven: ProvenEmail) => void;
};

/**
 * Proves an address in place: asks for it, then for the code that was mailed to it. It brings no heading of its own.
 * Afterwards this browser has a cookie of 30 days, and `provenEmailQuery` knows the address; the caller asks again for
 * whatever that opens.
 */
export function VerifyEmail(props: VerifyEmailProps) {
  return <VerifyEmailSteps flow={useVerifyEmail(props)} />;
}

/** The same, for a page that shows more around the steps and so holds the flow itself. */
export function VerifyEmailSteps({ flow }: { flow: VerifyEmailFlow }) {
  return flow.step === "email" ? <EmailStep flow={flow} /> : <CodeStep flow={flow} />;
}
