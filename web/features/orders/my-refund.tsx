import { useQuery } from "@tanstack/react-query";
import { getMyRefund } from "#contract/orders/refund-requests.ts";
import { apiKey, callApi } from "#web/api.ts";
import { useZone } from "#web/ui/dates.ts";
import { refundedWords, requestWords } from "./refund-words.ts";

type Props = {
  productId: string;
  /** Those that show the receipt's proof, read when the page asks. */
  headers: () => Record<string, string>;
};

/** What became of the money of a product, for who bought it; nothing for everybody else. */
export function MyRefund({ productId, headers }: Props) {
  const zone = useZone();
  const { data } = useQuery({
    queryKey: [...apiKey(getMyRefund), productId],
    queryFn: ({ signal }) =>
      callApi(getMyRefund, { params: { id: productId } }, { headers: headers(), signal }),
    retry: false,
  });
  const refund = data?.refund;
  if (!refund) return null;
  const { reference, email, currency, request } = refund;
  const words = [
    request && requestWords(request, currency, zone),
    refundedWords(refund, currency, zone)?.concat("."),
  ].filter((text) => typeof text === "string");
  if (words.length === 0) return null;
  return (
    <p role="status" className="rounded-xl bg-muted px-4 py-3 text-sm">
      {words.join(" ")}{" "}
      <a
        href={`/success?${new URLSearchParams({ payment_intent: reference, customer_email: email }).toString()}`}
        className="font-medium underline underline-offset-4"
      >
        View your order
      </a>
    </p>
  );
}
