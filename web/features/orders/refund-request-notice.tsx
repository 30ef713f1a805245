import { Undo2 } from "lucide-react";
import { useState } from "react";
import { dayText } from "#contract/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { useZone } from "#web/ui/dates.ts";
import { formatMoney } from "#web/ui/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import type { AdminOrder } from "./admin-order.ts";
import { AnswerRequestDialog } from "./answer-request-dialog.tsx";
import { useSeesMoney } from "#web/layout/use-role.ts";

type Request = AdminOrder["refundRequests"][number];

/** A buyer asks for the money of a line, and the creator's two answers. */
export function RefundRequestNotice({ request }: { request: Request }) {
  const zone = useZone();
  const [answer, setAnswer] = useState<"GRANTED" | "DECLINED">();
  const canAnswer = useSeesMoney();
  const amount = formatMoney(request.leftCents, request.currency);
  return (
    <Notice
      tone="warning"
      icon={Undo2}
      title={`Refund of ${amount} requested`}
      {...(canAnswer && {
        actions: (
          <>
            <Button size="sm" onClick={() => setAnswer("GRANTED")}>
              Grant
            </Button>
            {!request.isGuaranteed && (
              <Button size="sm" variant="outline" onClick={() => setAnswer("DECLINED")}>
                Decline
              </Button>
            )}
          </>
        ),
      })}
    >
      <p>
        <bdi>{request.title}</bdi>, asked on {dayText(request.createdAt, zone)}.{" "}
        {request.isGuaranteed
          ? `Your refund policy guarantees it, so it can't be declined. Grant it once a parcel is back; it's granted automatically on ${dayText(request.answerBy, zone)}.`
          : request.isPromised
            ? `You decide. If you don't answer, it's granted automatically on ${dayText(request.answerBy, zone)}.`
            : `You decide. The buyer expects an answer by ${dayText(request.answerBy, zone)}.`}
      </p>
      {!canAnswer && <p>The store's owner or an admin answers it.</p>}
      {request.message && (
        <p className="whitespace-pre-line">
          “<bdi>{request.message}</bdi>”
        </p>
      )}
      {answer && (
        <AnswerRequestDialog request={request} answer={answer} onClose={() => setAnswer(undefined)} />
      )}
    </Notice>
  );
}
