/** The tab's place on the page. */
export const AccountsTab = () => <p className="text-muted-foreground">Accounts</p>;
