import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getCurrentUser } from "#contract/accounts/accounts.ts";
import { provenEmailQuery } from "#web/layout/verify-email/proven-email.ts";

type KnownBuyer = {
  /** The address that is proved in this browser. */
  email: string | undefined;
  /** The browser has just been given a cookie: asks whose it is. */
  refresh: () => Promise<void>;
  /** The browser's cookie is gone. */
  clear: () => void;
};

/** Who has proved their address in this browser. What the page knew of somebody else is forgotten when that changes. */
export function useKnownBuyer(): KnownBuyer {
  const queryClient = useQueryClient();
  const { data: proven } = useQuery(provenEmailQuery);
  const clearQueries = () =>
    queryClient.removeQueries({
      predicate: ({ queryKey: [url] }) => url !== getCurrentUser.url && url !== provenEmailQuery.queryKey[0],
    });
  return {
    email: proven?.email,
    refresh: async () => {
      clearQueries();
      await queryClient.fetchQuery({ ...provenEmailQuery, staleTime: 0 });
    },
    clear: () => {
      queryClient.setQueryData(provenEmailQuery.queryKey, null);
      clearQueries();
    },
  };
}
