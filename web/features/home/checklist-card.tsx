import { Link } from "@tanstack/react-router";
import { ArrowRight, Check, ChevronDown, PartyPopper } from "lucide-react";
import { Badge } from "#web/ui/badge.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Progress } from "#web/ui/progress.tsx";
import type { LaunchTask } from "./launch-checklist.ts";

/** How far the store's launch has come, and what is left to do; folded away once that is nothing. */
export function ChecklistCard({ tasks }: { tasks: readonly LaunchTask[] }) {
  const done = tasks.filter((task) => task.done).length;
  const remaining = tasks.length - done;
  const percent = Math.round((done / tasks.length) * 100);
  const percentText = <span className="text-2xl font-semibold tracking-tight tabular-nums">{percent}%</span>;
  const list = (
    <CardBody className="grid gap-5">
      <Progress label="Store Launch Checklist" value={percent} />
      <ol className="grid gap-1">
        {tasks.map((task) => (
          <Task key={task.id} task={task} />
        ))}
      </ol>
    </CardBody>
  );
  if (remaining > 0)
    return (
      <Card>
        <CardHeader
          title="Store Launch Checklist"
          description={`${remaining} ${remaining === 1 ? "task" : "tasks"} remaining`}
          action={percentText}
        />
        {list}
      </Card>
    );
  return (
    <Card>
      <details className="group">
        <summary className="flex list-none items-center gap-3 rounded-2xl px-5 py-4 sm:px-6 [&::-webkit-details-marker]:hidden">
          <span className="grid min-w-0 grow gap-0.5">
            <h2 className="text-base font-semibold">Store Launch Checklist</h2>
            <span className="inline-flex items-center gap-1.5 text-sm text-muted-foreground">
              <PartyPopper className="size-4 shrink-0 text-brand" aria-hidden="true" />
              Congratulations! Your store is ready.
            </span>
          </span>
          {percentText}
          <ChevronDown
            className="size-5 shrink-0 text-muted-foreground transition-transform group-open:rotate-180"
            aria-hidden="true"
          />
        </summary>
        {list}
      </details>
    </Card>
  );
}

function Task({ task: { title, description, done, highPriority, action } }: { task: LaunchTask }) {
  return (
    <li
      className={classNames(
        "relative -mx-3 flex gap-3.5 rounded-xl px-3 transition-colors has-[a]:hover:bg-accent",
        done ? "items-center py-2" : "items-start py-2.5",
      )}
    >
      <span
        className={classNames(
          "grid size-6 shrink-0 place-items-center rounded-full",
          done
            ? "bg-success-soft text-success-soft-foreground"
            : "mt-0.5 border border-dashed border-muted-foreground/60",
        )}
      >
        {done && <Check className="size-4" strokeWidth={2.5} aria-hidden="true" />}
        <span className="sr-only">{done ? "Done:" : "To do:"}</span>
      </span>
      <div className="grid min-w-0 grow gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
          <span className={done ? "text-muted-foreground line-through" : ""}>{title}</span>
          {highPriority && !done && <Badge tone="warning">Priority</Badge>}
        </p>
        {!done && <p className="text-sm text-muted-foreground">{description}</p>}
      </div>
      {action && !done && (
        <Link
          to={action.href}
          className="inline-flex shrink-0 items-center gap-1 self-center rounded-sm text-sm font-medium text-brand-soft-foreground after:absolute after:inset-0 after:rounded-xl focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ring"
        >
          <span className="max-sm:sr-only">{action.label}</span>
          <ArrowRight className="size-4" aria-hidden="true" />
        </Link>
      )}
    </li>
  );
}
