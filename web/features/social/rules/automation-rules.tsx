/** What is answered without a keyword: the rules' place under the keyword responses. */
export const AutomationRules = () => <section aria-label="Automation rules" />;
