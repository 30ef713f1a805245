import { coursePath } from "#contract/courses/course-path.ts";
import { Check, ChevronDown } from "lucide-react";
import { lessonFacts } from "#contract/courses/lesson-parts.ts";
import { kindOfFile, sizeBeforeSale } from "#contract/catalog/product-kind.ts";
import { deliveryText } from "#contract/work-orders/brief-limits.ts";
import { StorefrontParts } from "./storefront-parts.tsx";
import { lengthText } from "./length-text.ts";
import type { ProductPage } from "./shown-product.ts";

/** 'What is included': the file, the outline of the course, or how it reaches the buyer. */
export function StorefrontIncluded({ product }: { product: ProductPage }) {
  return (
    <section aria-labelledby="included" className="grid gap-4">
      <h2 id="included" className="text-xl font-semibold tracking-tight">
        What is included
      </h2>
      {product.type === "BUNDLE" && <StorefrontParts product={product} />}
      <ul className="grid gap-2.5 empty:hidden">
        {includedIn(product).map((line) => (
          <li key={line} className="flex items-start gap-2.5 wrap-anywhere">
            <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-success" />
            {line}
          </li>
        ))}
      </ul>
      {product.modules.length > 0 && <Outline product={product} />}
    </section>
  );
}

/** In a few words each; all of it follows from what the product is. */
function includedIn(product: ProductPage): string[] {
  switch (product.type) {
    case "DOWNLOAD":
      // What is announced may have none yet.
      if (product.comingSoon && product.digitalFileType === null) return [];
      return product.digitalFileType === "LINK"
        ? ["A link that opens right after payment"]
        : [
            `${product.digitalFileName ?? "A file"} (${kindOfFile(product.digitalFileName, sizeBeforeSale(product.digitalFileSize))})`,
          ];
    case "COURSE":
      return [
        courseSize(product),
        "Learn at your own pace, on any device",
        "A certificate once you have done it all",
      ];
    case "MEMBERSHIP":
      return [...product.benefits, "Cancel at any time from your library"];
    case "BOOKING_LINK":
      return product.sessionMinutes === null
        ? ["You choose your time right after payment"]
        : [
            `${minutesText(product.sessionMinutes)} with ${product.creator.name}`,
            "You choose a free time as you buy, by your own clocks",
          ];
    case "PHYSICAL":
      return [
        product.requiresShipping ? "Sent to your address" : "You are told right after payment how to get it",
      ];
    case "SERVICE":
      return [
        ...(product.deliveryDays === null ? [] : [deliveryText(product.deliveryDays)]),
        "You are told right after payment what happens next",
      ];
    case "BUNDLE":
      return [];
    case "EVENT":
      return [
        product.eventStartsAt
          ? "You are told right after payment how to take part"
          : "You are told right after payment where and when",
      ];
  }
}

/** "45 minutes", "1 hour", "1 hour 30 minutes". */
function minutesText(minutes: number): string {
  const parts = [
    [Math.floor(minutes / 60), "hour"],
    [minutes % 60, "minute"],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? "" : "s"}`)
    .join(" ");
}

function courseSize({ modules }: ProductPage): string {
  const lessons = modules.flatMap(({ lessons }) => lessons);
  const seconds = lessons.reduce((sum, { duration }) => sum + duration, 0);
  const parts = [
    modules.length === 1 ? "1 module" : `${modules.length} modules`,
    lessons.length === 1 ? "1 lesson" : `${lessons.length} lessons`,
    ...(seconds >= 60 ? [`${lengthText(seconds)} in total`] : []),
  ];
  return parts.join(", ");
}

/** The modules, each opening to its lessons; those that may be looked at before paying lead to themselves. */
function Outline({ product }: { product: ProductPage }) {
  return (
    <div className="store-box divide-y divide-border overflow-hidden rounded-2xl border border-border bg-card">
      {product.modules.map((module, index) => (
        <details key={module.id} open={index === 0} className="group/module">
          <summary className="flex min-h-12 cursor-pointer list-none items-center gap-4 px-4 py-3 font-medium sm:px-5 [&::-webkit-details-marker]:hidden">
            <span className="grow wrap-anywhere">{module.title}</span>
            <span className="shrink-0 text-sm font-normal text-muted-foreground">
              {module.lessons.length === 1 ? "1 lesson" : `${module.lessons.length} lessons`}
            </span>
            <ChevronDown
              aria-hidden="true"
              className="size-4 shrink-0 text-muted-foreground group-open/module:rotate-180"
            />
          </summary>
          <ol className="pb-3">
            {module.lessons.map((lesson) => (
              <li
                key={lesson.id}
                className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-1.5 text-sm sm:px-5"
              >
                {lesson.freePreview ? (
                  <a
                    href={coursePath(product.creator.handle, { slug: product.slug, lesson: lesson.slug })}
                    className="-my-1.5 inline-flex min-h-9 items-center gap-2 font-medium text-foreground underline underline-offset-4 wrap-anywhere pointer-coarse:min-h-11"
                  >
                    {lesson.title}
                    <span className="font-normal text-success">Free preview</span>
                  </a>
                ) : (
                  <span className="wrap-anywhere">{lesson.title}</span>
                )}
                <span className="text-muted-foreground">
                  {[
                    ...lessonFacts(lesson.parts, lesson.duration >= 60 ? lengthText(lesson.duration) : ""),
                    ...(lesson.dripDays > 0 && !lesson.freePreview
                      ? [
                          `opens ${lesson.dripDays === 1 ? "1 day" : `${lesson.dripDays} days`} after you join`,
                        ]
                      : []),
                  ].join(", ")}
                </span>
              </li>
            ))}
          </ol>
        </details>
      ))}
    </div>
  );
}
