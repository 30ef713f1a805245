/** "Português (Brasil)": as those who read it call it, or in English for `inEnglish`; the code where it has no name here. */
export function languageName(language: string, inEnglish = true): string {
  try {
    const name = new Intl.DisplayNames(inEnglish ? "en" : language, { type: "language" }).of(language);
    return name ? name.charAt(0).toLocaleUpperCase(language) + name.slice(1) : language;
  } catch {
    return language;
  }
}
