import { FileDown } from "lucide-react";
import { getReceiptPdf } from "#contract/orders/orders.ts";
import { SaveFileButton } from "#web/ui/save-file-button.tsx";
import { type Order, proofHeaders } from "./use-order.ts";

type Props = {
  order: Order;
  proof: string | undefined;
  /** It was asked for by the link that led here. */
  atOnce: boolean;
};

/** The order's receipt as a PDF, made when it is asked for. */
export function ReceiptButton({ order: { order }, proof, atOnce }: Props) {
  return (
    <SaveFileButton
      url={getReceiptPdf.url.replace(":id", order.id)}
      headers={proofHeaders(proof)}
      fileName={`receipt-${order.number}.pdf`}
      failure="The receipt could not be made. Please try again in a moment."
      atOnce={atOnce}
      icon={<FileDown aria-hidden="true" />}
      className="mt-5 w-full sm:w-auto"
    >
      Receipt as PDF
    </SaveFileButton>
  );
}
