/** An address holds the ids of so many rows. Beside the schema, which pages need not carry. */
export const mostChosenRows = 200;
