/** Where a creator's plan is shown. */
export const planPath: string = "/admin?tab=settings&view=plan";
