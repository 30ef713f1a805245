import { Link } from "@tanstack/react-router";
import { ArrowLeft, Eye } from "lucide-react";
import { listMyProducts, updateProduct } from "#contract/catalog/catalog.ts";
import { getCourseDraft } from "#contract/courses/course-editor.ts";
import { callApi } from "#web/api.ts";
import { refusedField } from "#web/layout/report-failure.ts";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import type { CourseDraft } from "./course-draft.ts";

/** Which course is edited, the way back to the products, and to what its buyers see. */
export function EditorHeader({
  product,
  hasLessons,
  lessonId,
}: {
  product: CourseDraft["product"];
  hasLessons: boolean;
  lessonId: string | undefined;
}) {
  return (
    <div className="mb-6">
      <Link
        to="/admin"
        search={{ tab: "products" }}
        className="inline-flex min-h-11 items-center gap-1.5 text-sm font-medium text-muted-foreground hover:text-foreground [&_svg]:size-4"
      >
        <ArrowLeft aria-hidden="true" /> Products
      </Link>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid min-w-0 gap-1.5">
          <Badge tone={product.active ? "success" : "neutral"}>
            {product.active ? "Active" : "Inactive"}
          </Badge>
          <h1 dir="auto" className="text-2xl font-semibold tracking-tight wrap-anywhere sm:text-3xl">
            {product.title}
          </h1>
        </div>
        <div className="flex flex-wrap gap-2">
          <Link
            to="/admin"
            search={{ tab: "products", product: product.id }}
            className={buttonStyle("outline", "md")}
          >
            Price and details
          </Link>
          <Link
            to="/course-preview/$productId"
            params={{ productId: product.id }}
            search={{ lesson: lessonId }}
            className={buttonStyle("outline", "md")}
          >
            <Eye aria-hidden="true" /> Preview as a buyer
          </Link>
          {!product.active && hasLessons && <PutOnSale productId={product.id} />}
        </div>
      </div>
    </div>
  );
}

const shownIn = [getCourseDraft, listMyProducts];

function PutOnSale({ productId }: { productId: string }) {
  const refresh = useRefresh(shownIn);
  const { mutate, isPending } = useChange({
    change: () => callApi(updateProduct, { params: { id: productId }, body: { active: true } }),
    refresh,
    done: () => "Your course is on sale",
    failed: (error) => refusedField(error) ?? "Failed to put the course on sale",
  });
  return (
    <Button loading={isPending} onClick={() => mutate()}>
      Put on sale
    </Button>
  );
}
