import type { ComponentType, SelectHTMLAttributes } from "react";
import { languageName } from "#contract/language-name.ts";
import { chooseCaptionLanguage, useCaptionsInLanguage } from "./caption-language.ts";

type Props = {
  captions: readonly { language: string }[];
  /** What it looks like where it stands. */
  Select?: ComponentType<SelectHTMLAttributes<HTMLSelectElement>> | "select";
};

/** The languages that a video has captions in; the one that is shown is chosen. */
export function CaptionLanguage({ captions, Select = "select" }: Props) {
  const shown = useCaptionsInLanguage(captions);
  return (
    <Select
      aria-label="Language of captions"
      value={shown?.language}
      onChange={({ currentTarget }) => chooseCaptionLanguage(currentTarget.value)}
    >
      {captions.map(({ language }) => (
        <option key={language} value={language} lang={language}>
          {languageName(language, false)}
        </option>
      ))}
    </Select>
  );
}
