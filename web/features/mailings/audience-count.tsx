import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { countAudience } from "#contract/mailings/mailings.ts";
import { apiQuery, errorMessage } from "#web/api.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { peopleText } from "#web/ui/people-text.ts";

/** How many people the draft is for as it is saved, how many of them get it, and why the others do not. */
export function AudienceCount({ id, isSaved }: { id: string; isSaved: boolean }) {
  const { data, error, isFetching } = useQuery({
    ...apiQuery(countAudience, { params: { id } }),
    placeholderData: keepPreviousData,
  });
  if (error && !data)
    return (
      <p role="alert" className="text-sm text-destructive-soft-foreground">
        {errorMessage(error, "The people could not be counted")}
      </p>
    );
  if (!data) return <Skeleton className="h-12 w-64" />;
  const { audience, recipients, leftOut, roomToday } = data;
  return (
    <div aria-live="polite" aria-busy={isFetching || !isSaved} className="grid gap-2 rounded-xl bg-muted p-4">
      <p className={isFetching || !isSaved ? "font-medium text-muted-foreground" : "font-medium"}>
        {peopleText(recipients)} {recipients === 1 ? "gets" : "get"} it
        {audience > recipients && `, of ${peopleText(audience)} whom this fits`}
      </p>
      {leftOut.length > 0 && (
        <ul className="grid gap-1 text-sm text-muted-foreground" aria-label="Left out">
          {leftOut.map((group) => (
            <li key={group.reason}>
              {peopleText(group.people)} left out: {group.reason}
            </li>
          ))}
        </ul>
      )}
      {recipients > roomToday && (
        <p className="text-sm text-muted-foreground">
          {roomToday.toLocaleString("en-US")} may leave today. The others wait for the next days: mail
          programs distrust who begins with many.
        </p>
      )}
    </div>
  );
}
