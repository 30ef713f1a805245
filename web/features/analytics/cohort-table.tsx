import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#web/ui/table.tsx";
import type { MembershipFigures } from "./analytics-queries.ts";
import { CsvLink } from "./csv-link.tsx";
import type { Asked } from "./use-analytics-address.ts";
import { countText, monthText, percentText } from "./words.ts";

type CohortTableProps = { cohorts: MembershipFigures["cohorts"]; asked: Asked };

/** Of those who first paid in a month, how many were members at the end of it and of the months after it. */
export function CohortTable({ cohorts, asked }: CohortTableProps) {
  const title = "Who stayed";
  const months = Math.max(0, ...cohorts.map(({ stayed }) => stayed.length));
  return (
    <Card>
      <CardHeader
        title={title}
        level={3}
        action={cohorts.length > 0 && <CsvLink table="cohorts" title={title} asked={asked} />}
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className="text-sm text-muted-foreground">
          By the month of the first payment: who was a member at the end of that month (0) and of those after
          it. The last one of each row is so far. At least the twelve months up to the end of the period.
        </p>
        {cohorts.length === 0 ? (
          <p className="text-sm">Nobody first paid in these months.</p>
        ) : (
          <figure className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <figcaption className="text-sm">{sentenceOf(cohorts)}</figcaption>
            <div className="max-h-96 overflow-y-auto rounded-xl border border-border">
              <Table label={title}>
                <TableHeader>
                  <TableRow>
                    <TableHead>First paid in</TableHead>
                    <TableHead className="text-right">Joined</TableHead>
                    {Array.from({ length: months }, (_, month) => (
                      <TableHead key={month} className="text-right">
                        {month}
                      </TableHead>
                    ))}
                  </TableRow>
                </TableHeader>
                <TableBody>
                  {cohorts.map(({ month, joined, stayed }) => (
                    <TableRow key={month}>
                      <TableCell className="whitespace-nowrap">{monthText(month)}</TableCell>
                      <TableCell className="text-right tabular-nums">{countText(joined)}</TableCell>
                      {Array.from({ length: months }, (_, later) => (
                        <Stayed key={later} members={stayed[later]} joined={joined} />
                      ))}
                    </TableRow>
                  ))}
                </TableBody>
              </Table>
            </div>
          </figure>
        )}
      </CardBody>
    </Card>
  );
}

const shareOf = (members: number, joined: number) =>
  joined === 0 ? null : Math.round((members / joined) * 1_000) / 10;

/** The fuller, the more of them are left; said in numbers, too. */
function Stayed({ members, joined }: { members: number | undefined; joined: number }) {
  if (members === undefined) return <TableCell />;
  const share = shareOf(members, joined);
  return (
    <TableCell className="text-right whitespace-nowrap tabular-nums">
      <span
        className="inline-block min-w-14 rounded-md border-b-4 px-1"
        style={{ borderColor: `color-mix(in oklab, var(--brand) ${share ?? 0}%, var(--muted))` }}
      >
        {countText(members)} <span className="text-muted-foreground">({percentText(share)})</span>
      </span>
    </TableCell>
  );
}

/** What all of them together say of the first month after the one in which they joined. */
function sentenceOf(cohorts: MembershipFigures["cohorts"]) {
  const old = cohorts.filter(({ stayed }) => stayed.length > 2);
  const joined = old.reduce((sum, cohort) => sum + cohort.joined, 0);
  const left = old.reduce((sum, { stayed }) => sum + (stayed[1] ?? 0), 0);
  return joined === 0
    ? "The first whole month after joining is not over for anybody."
    : `One month after the one they joined in, ${percentText(shareOf(left, joined))} were members.`;
}
