import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getCurrentUser } from "#contract/accounts/accounts.ts";
import { provenEmailQuery } from "#web/layout/verify-email/proven-email.ts";

type KnownBuyer = {
  /** The address that is proved in this browser. */
  email: string | undefined;
  /** The browser has just been given a cookie: asks whose it is. */
  know: () => Promise<void>;
  /** The browser's cookie is gone. */
  forget: () => void;
};

/** Who has proved their address in this browser. What the page knew of somebody else is forgotten when that changes. */
export function useKnownBuyer(): KnownBuyer {
  const queryClient = useQueryClient();
  const { data: proven } = useQuery(provenEmailQuery);
  const forgetAnswers = () =>
    queryClient.removeQueries({
      predicate: ({ queryKey: [url] }) => url !== getCurrentUser.url && url !== provenEmailQuery.queryKey[0],
    });
  return {
    email: proven?.email,
    know: async () => {
      forgetAnswers();
      await queryClient.fetchQuery({ ...provenEmailQuery, staleTime: 0 });
    },
    forget: () => {
      queryClient.setQueryData(provenEmailQuery.queryKey, null);
      forgetAnswers();
    },
  };
}
