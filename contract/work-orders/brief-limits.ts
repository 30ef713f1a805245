export const briefQuestionKinds = ["SHORT", "LONG", "CHOICE"] as const;

/** How many questions a brief has at most, and how many choices one of them. */
export const mostBriefQuestions = 12;
export const mostChoices = 12;
/** What fits into an answer. */
export const mostShortAnswer = 300;
export const mostLongAnswer = 5_000;

/** "Delivered within 5 days". */
export const deliveryText = (days: number): string =>
  `Delivered within ${days === 1 ? "1 day" : `${days} days`}`;
