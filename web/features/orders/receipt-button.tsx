import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { FileDown } from "lucide-react";
import { getReceiptPdf } from "#contract/orders/orders.ts";
import { callForFile, errorMessage } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { type Order, proofHeaders } from "./use-order.ts";

type Props = {
  order: Order;
  proof: string | undefined;
  /** It was asked for by the link that led here. */
  atOnce: boolean;
};

/** The order's receipt as a PDF, made when it is asked for. */
export function ReceiptButton({ order, proof, atOnce }: Props) {
  const { id, number } = order.order;
  const download = useMutation({
    mutationFn: () => callForFile(getReceiptPdf.url.replace(":id", id), proofHeaders(proof)),
    onSuccess(file) {
      const anchor = document.createElement("a");
      anchor.href = URL.createObjectURL(file);
      anchor.download = `receipt-${number}.pdf`;
      anchor.click();
      setTimeout(() => URL.revokeObjectURL(anchor.href), 60_000);
    },
    onError: (error) =>
      toast({
        title: "Download Failed",
        description: errorMessage(error, "The receipt could not be made. Please try again in a moment."),
        variant: "destructive",
      }),
  });
  const { mutate } = download;
  const button = useRef<HTMLButtonElement>(null);
  const isBegun = useRef(false);
  useEffect(() => {
    if (!atOnce || isBegun.current) return;
    isBegun.current = true;
    // Where the browser saves nothing unasked, it is one press away.
    button.current?.focus();
    mutate();
  }, [atOnce, mutate]);
  return (
    <Button
      ref={button}
      variant="outline"
      className="mt-5 w-full sm:w-auto"
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {!download.isPending && <FileDown aria-hidden="true" />}
      Receipt as PDF
    </Button>
  );
}
