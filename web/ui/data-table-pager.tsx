import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "./button.tsx";

type DataTablePagerProps = {
  page: number;
  pages: number;
  total: number;
  onPageChange: (page: number) => void;
};

/** The way from one page of a list to the next. */
export function DataTablePager({ page, pages, total, onPageChange }: DataTablePagerProps) {
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center justify-between gap-3 border-t border-border px-4 py-3 text-sm sm:px-5"
    >
      <p className="text-muted-foreground tabular-nums">
        Page {page} of {pages}, {total.toLocaleString("en-US")} in all
      </p>
      <div className="flex gap-2">
        <Button variant="outline" size="sm" disabled={page === 1} onClick={() => onPageChange(page - 1)}>
          <ChevronLeft aria-hidden="true" /> Previous
        </Button>
        <Button variant="outline" size="sm" disabled={page === pages} onClick={() => onPageChange(page + 1)}>
          Next <ChevronRight aria-hidden="true" />
        </Button>
      </div>
    </nav>
  );
}
