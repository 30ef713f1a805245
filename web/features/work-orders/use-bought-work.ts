import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getBoughtWork, saveBrief } from "#contract/work-orders/work-orders.ts";
import { ApiError, callApi, type Input, type Output } from "#web/api.ts";
import { useChange } from "#web/layout/use-change.ts";

export type BoughtWork = Output<typeof getBoughtWork>;
export type WorkLine = {
  orderId: string;
  itemId: string;
  /** The receipt's token, where that opened the order. */
  proof: string | undefined;
};

/** A service that was bought, and the sending of its brief. */
export function useBoughtWork({ orderId, itemId, proof }: WorkLine) {
  const queryClient = useQueryClient();
  const queryKey = [getBoughtWork.url, itemId];
  const params = { id: orderId, itemId };
  const headers = proof ? { "x-order-proof": proof } : {};
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(getBoughtWork, { params }, { headers, signal }),
  });
  const send = useChange({
    change: (body: Input<typeof saveBrief>["body"]) => callApi(saveBrief, { params, body }, { headers }),
    refresh: () => Promise.resolve(),
    done(work) {
      queryClient.setQueryData(queryKey, work);
      return "Your brief is sent";
    },
    // Whatever else stands above the button, beside what was typed.
    failed(error) {
      if (!(error instanceof ApiError && error.status === 409)) return undefined;
      void query.refetch();
      return "Your brief could not be sent";
    },
  });
  return { query, send };
}
