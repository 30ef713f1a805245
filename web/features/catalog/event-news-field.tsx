import { useQuery } from "@tanstack/react-query";
import { getEventNews } from "#contract/events/events.ts";
import { apiQuery } from "#web/api.ts";
import { type MyProduct, useProductFields } from "./product-form-values.ts";

/** Says how many buyers hear of the change that is being typed, where that is known; nothing where nobody has bought. */
export function EventNewsField({ product }: { product: MyProduct }) {
  const { formState } = useProductFields();
  const { eventStarts, eventEnds, eventZone, eventPlace, eventLink } = formState.dirtyFields;
  const isChanged = Boolean(eventStarts || eventEnds || eventZone || eventPlace || eventLink);
  const { data: news } = useQuery({
    ...apiQuery(getEventNews, { params: { id: product.id } }),
    enabled: isChanged && product.type === "EVENT" && product.orderCount !== 0,
  });
  if (!isChanged || !news || news.buyers === 0) return null;
  return (
    <p role="status" className="rounded-lg bg-brand-soft px-4 py-3 text-sm text-brand-soft-foreground">
      {whoGet(news.buyers)} a mail with the old and the new, and a file for their calendar, ten minutes after
      you save. What you change until then is in the same mail.
    </p>
  );
}

function whoGet(buyers: number | null): string {
  if (buyers === null) return "Its buyers get";
  return buyers === 1 ? "1 buyer gets" : `${buyers.toLocaleString("en-US")} buyers get`;
}
