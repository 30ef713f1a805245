import { useQuery } from "@tanstack/react-query";
import { Download, Users } from "lucide-react";
import { useState } from "react";
import { exportListedPeople, listListedPeople } from "#contract/social/automation-rules.ts";
import { apiQuery, type Output } from "#web/api.ts";
import { platformNames } from "#contract/social/platform-names.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { timeAgo } from "#web/ui/dates.ts";

type Person = Output<typeof listListedPeople>[number];

const shownAtFirst = 8;

/** Whom the rules put on lists. Nothing is shown before there is anybody, or a rule that adds people. */
export function ListedPeople({ isExpected }: { isExpected: boolean }) {
  const { data, isError, refetch } = useQuery({ ...apiQuery(listListedPeople), refetchOnMount: "always" });
  const [list, setList] = useState("");
  const [all, setAll] = useState(false);
  if (!isExpected && !data?.length) return null;
  const names = [...new Set(data?.map(({ listName }) => listName))].toSorted();
  const people = data?.filter(({ listName }) => list === "" || listName === list) ?? [];
  const shown = all ? people : people.slice(0, shownAtFirst);
  return (
    <Card>
      <CardHeader
        title="Lists"
        description="The people whom your rules added."
        action={
          people.length > 0 && (
            <LinkButton href={exportListedPeople.url} download variant="outline" size="sm">
              <Download aria-hidden="true" /> Export CSV
            </LinkButton>
          )
        }
      />
      {!data && isError ? (
        <EmptyState
          icon={Users}
          title="Your lists could not be loaded"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      ) : people.length === 0 ? (
        <EmptyState icon={Users} title="Nobody yet">
          Whoever sets off a rule that adds to a list stands here.
        </EmptyState>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-4">
          {names.length > 1 && (
            <NativeSelect
              aria-label="List"
              value={list}
              onChange={(event) => setList(event.currentTarget.value)}
              className="mx-5 max-w-60 sm:mx-6"
            >
              <option value="">All lists</option>
              {names.map((name) => (
                <option dir="auto" key={name}>
                  {name}
                </option>
              ))}
            </NativeSelect>
          )}
          <ul aria-label="People" className="divide-y divide-border border-t border-border">
            {shown.map((person) => (
              <PersonRow key={person.id} person={person} />
            ))}
          </ul>
          {shown.length < people.length && (
            <Button
              variant="ghost"
              className="mx-5 mb-4 justify-self-start sm:mx-6"
              onClick={() => setAll(true)}
            >
              Show all {people.length}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

function PersonRow({ person: { username, platform, listName, createdAt } }: { person: Person }) {
  return (
    <li className="flex items-baseline justify-between gap-4 px-5 py-3 text-sm sm:px-6">
      <span className="min-w-0">
        <span className="block truncate font-medium">{username ? `@${username}` : "Name not known"}</span>
        <span className="block truncate text-muted-foreground">
          <bdi>{listName}</bdi> · {platformNames[platform]}
        </span>
      </span>
      <span className="shrink-0 text-xs text-muted-foreground">{timeAgo(createdAt)}</span>
    </li>
  );
}
