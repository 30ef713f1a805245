/** The tab's place on the page. */
export const ResponsesTab = () => <p className="text-muted-foreground">Responses</p>;
