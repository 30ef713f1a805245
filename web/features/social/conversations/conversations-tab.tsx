/** The tab's place on the page. */
export const ConversationsTab = () => <p className="text-muted-foreground">Conversations</p>;
