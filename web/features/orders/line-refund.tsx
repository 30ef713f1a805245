import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { longDayText } from "#contract/dates.ts";
import { withdrawRefundRequest } from "#contract/orders/refund-requests.ts";
import { callApi, errorMessage, type Input } from "#web/api.ts";
import { useZone } from "#web/ui/dates.ts";
import { loadable } from "#web/ui/loadable.tsx";
import { toast } from "#web/ui/toast.ts";
import { refundedWords, requestWords } from "./refund-words.ts";
import { type Order, type OrderItem, proofHeaders } from "./use-order.ts";

// Few ask for their money back: the others carry none of it.
const RefundRequestDialog = loadable(
  async () => (await import("./refund-request-dialog.tsx")).RefundRequestDialog,
);

type Props = { order: Order; item: OrderItem; proof: string | undefined; onChange: () => void };

/** How a line stands towards its buyer's money, and the way to ask for it. */
export function LineRefund({ order, item, proof, onChange }: Props) {
  const zone = useZone();
  const [isAsking, setAsking] = useState(false);
  const { currency } = order.order;
  const { canAsk, promisedUntil, guarantee, request, refundedAt } = item.refund;
  const withdraw = useMutation({
    mutationFn: (input: Input<typeof withdrawRefundRequest>) =>
      callApi(withdrawRefundRequest, input, { headers: proofHeaders(proof) }),
    onSuccess: onChange,
    onError: (error) =>
      toast({
        title: "Error",
        description: errorMessage(error, "The request could not be taken back."),
        variant: "destructive",
      }),
  });
  const said = request && requestWords(request, currency, zone);
  const refunded = refundedWords({ ...item, refundedAt }, currency, zone);
  const title = item.product.title;
  return (
    <div className="grid gap-1 text-muted-foreground">
      {refunded && <p>{refunded}</p>}
      {request && said && (
        <div role="status">
          <p className="text-foreground">{said}</p>
          {request.note && (
            <p className="whitespace-pre-line">
              “<bdi>{request.note}</bdi>”
            </p>
          )}
        </div>
      )}
      {canAsk && (
        <button
          type="button"
          aria-label={`Request a refund of ${title}`}
          onPointerEnter={RefundRequestDialog.preload}
          onClick={() => setAsking(true)}
          className={actionStyle}
        >
          Request a refund
          {promisedUntil && (
            <span className="font-normal no-underline">
              {" "}
              ({guarantee === "NONE" ? "ask by" : "guaranteed until"} {longDayText(promisedUntil, zone)})
            </span>
          )}
        </button>
      )}
      {request?.status === "REQUESTED" && (
        <button
          type="button"
          aria-label={`Withdraw the request for ${title}`}
          disabled={withdraw.isPending}
          onClick={() => withdraw.mutate({ params: { id: order.order.id, requestId: request.id } })}
          className={actionStyle}
        >
          Withdraw the request
        </button>
      )}
      {isAsking && (
        <Suspense>
          <RefundRequestDialog
            order={order}
            item={item}
            proof={proof}
            onClose={() => setAsking(false)}
            onAsked={onChange}
          />
        </Suspense>
      )}
    </div>
  );
}

const actionStyle =
  "min-h-6 w-fit text-left font-medium underline underline-offset-4 hover:text-foreground pointer-coarse:min-h-11";
