import { ChevronRight } from "lucide-react";
import type { AnalyticsFigure } from "#contract/analytics/figure-rows.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { changeWords, nothing } from "./words.ts";

/** What a card says of figures of some kind. */
export type Metric<Figures> = {
  label: string;
  /** What is counted, in a sentence. */
  definition: string;
  value: (figures: Figures) => string;
  note?: (figures: Figures) => string;
  /** Left out where it is compared with nothing. */
  change?: {
    of: (figures: Figures) => number | null;
    unit: "%" | " points";
    /** Fewer is better. */
    isLoss?: boolean;
    /** What it is compared with; the time before unless said. */
    on?: string;
  };
  /** What its rows are. */
  figure: AnalyticsFigure;
};

type FigureCardsProps<Figures> = {
  /** Of the list, for screen readers. */
  label: string;
  metrics: readonly Metric<Figures>[];
  figures: Figures | undefined;
  onOpen: (figure: AnalyticsFigure) => void;
};

/** Figures, each of which says what it counts and opens what it is the sum of. */
export function FigureCards<Figures>({ label, metrics, figures, onOpen }: FigureCardsProps<Figures>) {
  return (
    <ul
      aria-label={label}
      aria-busy={!figures}
      className={classNames(
        "grid grid-cols-2 gap-3 lg:gap-4",
        metrics.length === 5 ? "lg:grid-cols-5" : "lg:grid-cols-4",
      )}
    >
      {metrics.map((metric) => (
        <li key={metric.label} className="grid">
          <FigureCard metric={metric} figures={figures} onOpen={() => onOpen(metric.figure)} />
        </li>
      ))}
    </ul>
  );
}

type FigureCardProps<Figures> = {
  metric: Metric<Figures>;
  figures: Figures | undefined;
  onOpen: () => void;
};

function FigureCard<Figures>({ metric, figures, onOpen }: FigureCardProps<Figures>) {
  const note = figures && metric.note?.(figures);
  return (
    <Card className="flex flex-col gap-1 p-4 sm:p-5">
      <h3 className="text-sm text-muted-foreground">{metric.label}</h3>
      {figures ? (
        <>
          <p className="truncate text-xl font-semibold tracking-tight tabular-nums sm:text-2xl">
            {metric.value(figures)}
          </p>
          {metric.change && <ChangeText change={metric.change} figures={figures} />}
          {note && <p className="text-xs text-muted-foreground">{note}</p>}
        </>
      ) : (
        <div className="grid gap-2 py-1">
          <Skeleton className="h-7 w-24" />
          <Skeleton className="h-4 w-32 max-w-full" />
        </div>
      )}
      <p className="mt-1 text-xs text-muted-foreground">{metric.definition}</p>
      <Button
        variant="ghost"
        size="sm"
        className="mt-auto -mb-2 -ml-3 w-fit text-muted-foreground"
        disabled={!figures}
        onClick={onOpen}
        aria-label={`Rows: what ${metric.label.toLowerCase()} is made of`}
      >
        Rows <ChevronRight aria-hidden="true" />
      </Button>
    </Card>
  );
}

type ChangeTextProps<Figures> = { change: NonNullable<Metric<Figures>["change"]>; figures: Figures };

function ChangeText<Figures>({ change, figures }: ChangeTextProps<Figures>) {
  const words = changeWords(change.of(figures), change.unit);
  const [good, bad] = change.isLoss ? ["down", "up"] : ["up", "down"];
  return (
    <p className="text-xs text-muted-foreground">
      <span
        className={classNames(
          "font-medium",
          words?.direction === good && "text-success-soft-foreground",
          words?.direction === bad && "text-destructive-soft-foreground",
        )}
      >
        {words?.text ?? nothing}
      </span>{" "}
      {words ? (change.on ?? "on the time before") : "nothing to compare with"}
    </p>
  );
}
