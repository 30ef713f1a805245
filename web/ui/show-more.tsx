import { Button } from "./button.tsx";

type Pages = {
  isFetchNextPageError: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
};

type ShowMoreProps = {
  /** What the list is of: "carts". */
  name: string;
  pages: Pages;
  label?: string;
};

/** Under a list that is read a page at a time: the way to more of it, and that it could not be had. */
export function ShowMore({ name, pages, label = "Show more" }: ShowMoreProps) {
  return (
    <>
      {pages.isFetchNextPageError && (
        <p role="alert" className="text-center text-sm font-medium text-destructive-soft-foreground">
          More {name} could not be loaded. Please try again.
        </p>
      )}
      {pages.hasNextPage && (
        <Button
          variant="outline"
          className="justify-self-center"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {label}
        </Button>
      )}
    </>
  );
}
