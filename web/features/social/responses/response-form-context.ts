import { useFormContext } from "react-hook-form";
import type { ResponseFormValues } from "./response-form-values.ts";

/** The response form around this part of it. */
export const useResponseFields = () => useFormContext<ResponseFormValues>();
