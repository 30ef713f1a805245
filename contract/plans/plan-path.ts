/** Where a creator's plan is shown. */
export const planPath: string = "/admin?tab=settings&view=plan";

/** The way to the plans from something half done, to which it leads back once a plan is paid for. */
export const planPathFrom = (here: string): string => `${planPath}&returnTo=${encodeURIComponent(here)}`;
