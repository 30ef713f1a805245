import { isolated } from "#contract/isolated.ts";
import type { ReactNode } from "react";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#web/ui/table.tsx";
import type { CourseFigures } from "./analytics-queries.ts";
import { Named } from "./table-card.tsx";
import { countText, percentText } from "./words.ts";

type Lessons = NonNullable<CourseFigures["lessons"]>;
type LessonFunnelProps = { lessons: Lessons; learners: number; action: ReactNode };

/** The lessons of a course in their order: how many learners reached each, and where they stopped. */
export function LessonFunnel({ lessons, learners, action }: LessonFunnelProps) {
  const { title, rows, notStarted } = lessons;
  const shareOf = (part: number) => (learners === 0 ? null : Math.round((part / learners) * 1_000) / 10);
  return (
    <Card>
      <CardHeader title={`Lessons of ${isolated(title)}`} level={3} action={action} />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className="text-sm text-muted-foreground">
          Of all learners, who began and who completed each lesson. Stopped: it is the last one they began,
          and they have not finished the course.
        </p>
        <figure className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <figcaption className="text-sm wrap-anywhere">{sentenceOf(rows, notStarted, learners)}</figcaption>
          <div className="max-h-128 overflow-y-auto rounded-xl border border-border">
            <Table label={`Lessons of ${isolated(title)}`}>
              <TableHeader>
                <TableRow>
                  <TableHead>Lesson</TableHead>
                  <TableHead className="text-right">Started</TableHead>
                  <TableHead className="text-right">Completed</TableHead>
                  <TableHead>Share</TableHead>
                  <TableHead className="text-right">Stopped here</TableHead>
                </TableRow>
              </TableHeader>
              <TableBody>
                {rows.map(({ id, title, module, started, completed, stopped }) => (
                  <TableRow key={id}>
                    <TableCell className="min-w-44 wrap-anywhere">
                      <Named name={title} note={module} />
                    </TableCell>
                    <TableCell className="text-right tabular-nums">{countText(started)}</TableCell>
                    <TableCell className="text-right whitespace-nowrap tabular-nums">
                      {countText(completed)}{" "}
                      <span className="text-muted-foreground">({percentText(shareOf(completed))})</span>
                    </TableCell>
                    <TableCell>
                      <progress
                        aria-hidden="true"
                        max={100}
                        value={shareOf(completed) ?? 0}
                        className="h-2 w-32 appearance-none overflow-hidden rounded-full bg-muted [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-muted [&::-webkit-progress-value]:bg-brand"
                      />
                    </TableCell>
                    <TableCell className="text-right tabular-nums">{countText(stopped)}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </div>
        </figure>
      </CardBody>
    </Card>
  );
}

function sentenceOf(rows: Lessons["rows"], notStarted: number, learners: number) {
  if (learners === 0) return "Nobody got it in this period.";
  const worst = rows.reduce((worst, row) => (row.stopped > worst.stopped ? row : worst), rows[0] ?? nowhere);
  const idle =
    notStarted === 0
      ? `All ${countText(learners)} learners have begun`
      : `${countText(notStarted)} of ${countText(learners)} learners have not begun`;
  return worst.stopped === 0
    ? `${idle}; nobody stopped on the way.`
    : `${idle}; most of those who stopped did so at “${isolated(worst.title)}” (${countText(worst.stopped)}).`;
}

const nowhere = { title: "", stopped: 0 };
