/** A creator's own members: the customers who have a membership. */
export const membersPath = "/admin?tab=customers&view=customers&members=true";
