import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { deliverWork, getWorkOrder, listWorkOrders, startWork } from "#contract/work-orders/work-orders.ts";
import { apiQuery, callApi, type Input, type Output } from "#web/api.ts";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { rowsPerPage } from "#web/ui/data-table.tsx";

export type WorkOrder = Output<typeof listWorkOrders>["workOrders"][number];
export type WorkOrderPage = Output<typeof getWorkOrder>;
export type Show = "TO_DO" | "WAITING" | "DELIVERED" | "CLOSED";

const shownIn = [listWorkOrders, getWorkOrder];

/** A page of the creator's sold services. */
export const workOrdersQuery = ({ show, q, page }: { show: Show; q: string; page: number }) =>
  apiQuery(listWorkOrders, { querystring: { show, q: q || undefined, page, perPage: rowsPerPage } });

export const useWorkOrders = (asked: Parameters<typeof workOrdersQuery>[0]) =>
  useQuery({ ...workOrdersQuery(asked), placeholderData: keepPreviousData });

/** What its creator does with a sold service. */
export function useWorkChanges() {
  const refresh = useRefresh(shownIn);
  const start = useChange({
    change: (input: Input<typeof startWork>) => callApi(startWork, input),
    refresh,
    done: () => "You have begun, and the brief stays as it is",
    failed: () => "That could not be saved",
  });
  const deliver = useChange({
    change: (input: Input<typeof deliverWork>) => callApi(deliverWork, input),
    refresh,
    done: () => "Delivered, and the buyer gets a mail",
    failed: () => "This could not be delivered",
  });
  return { start, deliver };
}
