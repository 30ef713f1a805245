import { z } from "zod";
import { captionsTooLarge, largestCaptions } from "./caption-limits.ts";

/** As BCP 47 writes it: `en`, `pt-BR`, `zh-Hant`. */
export const CaptionsLanguage = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$/, "Choose a language for each captions file");

/** The text of a WebVTT or SubRip file. */
export const CaptionsFile = z.string().max(largestCaptions, captionsTooLarge);
