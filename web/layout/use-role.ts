import { useQuery } from "@tanstack/react-query";
import { mayCall, type Role, type Roles, seesMoney } from "#contract/team/roles.ts";
import { currentUserQuery } from "./current-user.ts";

/** What whoever is signed in is to the store on the page. The server refuses what their role does not have; pages leave it out. */
export const useRole = (): Role => useQuery(currentUserQuery).data?.role ?? "OWNER";

/** Whether they may make calls with these `roles`. */
export const useMay = (roles: Roles): boolean => mayCall(useRole(), roles);

/** Whether sums of money, and lists of amounts, are shown to them. */
export const useSeesMoney = (): boolean => seesMoney(useRole());
