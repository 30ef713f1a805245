/** The tab's place on the page. */
export const AnalyticsTab = () => <p className="text-muted-foreground">Analytics</p>;
