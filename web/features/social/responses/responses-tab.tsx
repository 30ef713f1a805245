import { AutomationRules } from "#web/features/social/rules/automation-rules.tsx";
import { KeywordResponses } from "./keyword-responses.tsx";

/** The Keyword Responses tab of /social: what answers a keyword, and what happens where none does. */
export const ResponsesTab = () => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
    <KeywordResponses />
    <AutomationRules />
  </div>
);
