/** What stands in a form's field of this name, trimmed; "" where there is none. */
export function typedText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value.trim() : "";
}

/** What stands in all fields of a form that have a name. */
export const typedTexts = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].filter((entry) => typeof entry[1] === "string")) as Record<
    string,
    string
  >;
