import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { listReviews } from "#contract/reviews/reviews.ts";
import { apiQuery, callApi } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Field } from "#web/ui/field.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type Props = { value: string | null; onChange: (id: string | null) => void };

/** One of the reviews that buyers wrote, as they wrote it. */
export function ReviewChoice({ value, onChange }: Props) {
  const name = useId();
  const [productId, setProductId] = useState("");
  const { data: products = [] } = useQuery(apiQuery(listMyProducts));
  const list = useInfiniteQuery({
    queryKey: [listReviews.url, "choice", productId],
    queryFn: ({ pageParam }) =>
      callApi(listReviews, { querystring: { productId: productId || undefined, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  if (!list.data)
    return list.isError ? <Failed retry={() => void list.refetch()} /> : <Skeleton className="h-32" />;
  const reviews = list.data.pages.flatMap((page) => page.reviews);
  if (reviews.length === 0 && productId === "")
    return (
      <p className="text-sm text-muted-foreground">
        Nobody has reviewed a product of yours yet. Once somebody has, their words can stand here.
      </p>
    );
  return (
    <>
      <Field label="Of">
        <NativeSelect value={productId} onChange={({ currentTarget }) => setProductId(currentTarget.value)}>
          <option value="">All products</option>
          {products.map(({ id, title }) => (
            <option dir="auto" key={id} value={id}>
              {title}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-sm font-medium">Review</legend>
        {reviews.length === 0 && (
          <p className="text-sm text-muted-foreground">This product has no review yet.</p>
        )}
        <div className="grid max-h-96 gap-2 overflow-y-auto p-0.5">
          {reviews.map(({ id, rating, text, authorName, productTitle }) => (
            <label
              key={id}
              className={classNames(
                "grid cursor-pointer gap-1 rounded-xl border p-3 text-sm has-focus-visible:outline-2 has-focus-visible:outline-ring",
                value === id ? "border-brand bg-brand-soft" : "border-input hover:bg-accent",
              )}
            >
              <input
                type="radio"
                name={name}
                className="sr-only"
                checked={value === id}
                onChange={() => onChange(id)}
              />
              <span className="font-medium wrap-anywhere">
                {rating} of 5 stars, <bdi>{authorName || "Verified buyer"}</bdi>
              </span>
              <span dir="auto" className="line-clamp-3 wrap-anywhere">
                {text || "Without words"}
              </span>
              <span dir="auto" className="text-muted-foreground wrap-anywhere">
                {productTitle}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {list.hasNextPage && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more reviews
        </Button>
      )}
    </>
  );
}

function Failed({ retry }: { retry: () => void }) {
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3 text-sm">
      Your reviews could not be loaded.
      <Button variant="outline" size="sm" onClick={retry}>
        Try again
      </Button>
    </p>
  );
}
