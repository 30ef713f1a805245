import { useFormContext } from "react-hook-form";
import type { RuleFormValues } from "./rule-form-values.ts";

/** The rule form around this part of it. */
export const useRuleFields = () => useFormContext<RuleFormValues>();
