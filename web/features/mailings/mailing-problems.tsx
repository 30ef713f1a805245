import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleAlert, TriangleAlert } from "lucide-react";
import { checkMailing, type MailingProblem } from "#contract/mailings/mailings.ts";
import { apiQuery } from "#web/api.ts";

/** What keeps a draft from leaving, and what its creator may want to look at. */
export function MailingProblems({ id }: { id: string }) {
  const { data } = useQuery({
    ...apiQuery(checkMailing, { params: { id } }),
    placeholderData: keepPreviousData,
  });
  return <ProblemList problems={data?.problems ?? []} />;
}

/** The same of any mail; nothing where there are none. */
export function ProblemList({ problems }: { problems: readonly MailingProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul aria-label="Before it leaves" className="grid gap-2 text-sm">
      {problems.map(({ level, message }) => (
        <li
          key={message}
          className={`flex gap-2 ${level === "BLOCK" ? "text-destructive-soft-foreground" : "text-muted-foreground"}`}
        >
          {level === "BLOCK" ? (
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          ) : (
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          )}
          <span>{message}</span>
        </li>
      ))}
    </ul>
  );
}
