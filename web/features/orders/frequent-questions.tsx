import type { RefundPolicy } from "#contract/accounts/refund-policy.ts";

const questions = [
  {
    question: "I did not get the receipt.",
    answer:
      "It is sent within a minute. Look into the spam folder; this page stays open for you in this browser for 30 days.",
  },
  {
    question: "How do I open my order on another device?",
    answer:
      "Open the link in the receipt there. The link is yours alone: whoever has it can open this order.",
  },
  {
    question: "How long can I download my files?",
    answer:
      "Each file that ends says how many days and how many downloads are left. The creator can extend both.",
  },
];

function refundAnswer({ days, terms }: RefundPolicy): string {
  if (terms !== null)
    return `The creator's policy: ${terms}. To ask for it, press "Request a refund" in the order summary.`;
  if (days === 0)
    return 'The creator promises no refunds. Your rights as a consumer stay; to ask, press "Request a refund" in the order summary.';
  return `Yes, within ${days} days. Press "Request a refund" in the order summary: without an answer in three working days it is granted by itself.`;
}

/** Answers to what buyers ask after a purchase. */
export function FrequentQuestions({ refundPolicy }: { refundPolicy: RefundPolicy }) {
  const all = [...questions, { question: "Can I get my money back?", answer: refundAnswer(refundPolicy) }];
  return (
    <div id="faq" className="divide-y divide-border">
      {all.map(({ question, answer }) => (
        <details key={question} className="group py-3">
          <summary className="cursor-pointer list-none text-sm font-medium marker:hidden">{question}</summary>
          <p className="mt-1.5 text-sm text-muted-foreground">{answer}</p>
        </details>
      ))}
    </div>
  );
}
