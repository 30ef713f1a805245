/** How a list is looked at: the filter's text, the column it is sorted by ("-price" is descending), the page from 1. */
export type ListState = { filter: string; sort: string; page: number };
