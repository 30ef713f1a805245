import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { endMemberBrowser, listMemberBrowsers } from "#contract/members.ts";
import { apiKey, apiMutation, apiQuery } from "#web/api.ts";
import { BrowserList } from "#web/layout/browser-list.tsx";

/** Every browser in which the address is proved, and a way to end each of the others. */
export function MemberBrowsers() {
  const queryClient = useQueryClient();
  const { data, isError } = useQuery({ ...apiQuery(listMemberBrowsers), staleTime: 0 });
  const end = useMutation({
    ...apiMutation(endMemberBrowser),
    onSettled: () => queryClient.invalidateQueries({ queryKey: apiKey(listMemberBrowsers) }),
  });
  return (
    <BrowserList
      browsers={data}
      isError={isError}
      onSignOut={({ id }) => end.mutateAsync({ params: { id } })}
      consequence="will have to verify your email again"
    />
  );
}
