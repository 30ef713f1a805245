/** What one piece of work may hold. */
export const longestSubmission = 10_000;
export const mostSubmissions = 20;
export const mostSubmittedFiles = 5;
/** 20 MB. */
export const maxSubmittedFileBytes = 20_971_520;
