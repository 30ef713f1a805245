import { keywordsOf } from "#contract/social/keyword-list.ts";
import { onePostOf, type ResponseFormValues } from "./response-form-values.ts";
import type { Trial } from "./use-try-keywords.ts";

/** The form as a draft that can be tried: what is too long to be kept is left out until it is shortened. */
export function draftOf(values: ResponseFormValues): Trial["draft"] {
  const fits = (word: string) => word !== "" && word.length <= 80;
  return {
    keywords: [values.keyword.trim(), ...keywordsOf(values.moreKeywords)].filter(fits).slice(0, 21),
    matchMode: values.matchMode,
    excludedWords: keywordsOf(values.excludedWords).filter(fits).slice(0, 20),
    places: values.places,
    postId: onePostOf(values),
  };
}
