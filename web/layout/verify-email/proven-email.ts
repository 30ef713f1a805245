import { queryOptions } from "@tanstack/react-query";
import { getMember } from "#contract/buyers/buyers.ts";
import { ApiError, callApi } from "#web/api.ts";

/** The address that this browser has proved, `{ email }`, or null. Having proved none is an answer, not an error. */
export const provenEmailQuery = queryOptions({
  queryKey: [getMember.url],
  queryFn: async ({ signal }) => {
    try {
      return await callApi(getMember, undefined, { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
});
