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

const how = 'To ask, press "Request a refund" in the order summary.';

function refundAnswer({ days, terms, guaranteed }: RefundPolicy): string {
  if (guaranteed)
    return `Yes, within ${days} days of each payment. Press "Request a refund" in the order summary and it's refunded automatically, once per product.`;
  if (terms !== null) return `The seller decides. Their policy: ${terms.replace(/[.\s]+$/, "")}. ${how}`;
  if (days === 0)
    return `The seller's policy is no refunds, but you can ask. Your legal rights as a consumer still apply. ${how}`;
  return `You can ask within ${days} days, and the seller decides. A request they don't answer within three working days is granted. ${how}`;
}

type Props = {
  refundPolicy: RefundPolicy;
  /** Something was charged. Free orders and free trials have no button to ask for a refund. */
  isPaidFor: boolean;
};

/** Answers to what buyers ask after a purchase. */
export function FrequentQuestions({ refundPolicy, isPaidFor }: Props) {
  const answer = isPaidFor
    ? refundAnswer(refundPolicy)
    : "You haven't paid anything for this order, so there is nothing to refund.";
  const all = [...questions, { question: "Can I get my money back?", answer }];
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
