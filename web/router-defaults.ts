import { QueryClient } from "@tanstack/react-query";

/** What is read is not read again by itself, and no call is repeated. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false },
      // Without a network a change fails at once, with words: one that waits for it unseen could be made much later.
      mutations: { retry: false, networkMode: "always" },
    },
  });

/** Search values stay text: the router's own parser would turn ?aff=123 into a number. */
export const searchAsText = {
  parseSearch: (search: string): Record<string, unknown> => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search: Record<string, unknown>): string => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return text && `?${text}`;
  },
};
