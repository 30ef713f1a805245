import { useQuery } from "@tanstack/react-query";
import { Badge } from "#web/ui/badge.tsx";
import { workOrdersQuery } from "./use-work-orders.ts";

/** 'To deliver', and how much of it there is; the server counts to 100. */
export function ToDeliverLabel() {
  const { data } = useQuery(workOrdersQuery({ show: "TO_DO", q: "", page: 1 }));
  const count = data?.toDo ?? 0;
  return (
    <span className="inline-flex items-center gap-2">
      To deliver
      {count > 0 && (
        <Badge tone="brand">
          {count < 100 ? count : "99+"}
          <span className="sr-only"> to do</span>
        </Badge>
      )}
    </span>
  );
}
