/** SQL: what an account is found by: handle, address and name, in lower case. `of` is its row with a dot after it, or nothing. */
export const userWords = (of: string): string =>
  `(lower(${of}handle || ' ' || ${of}email || ' ' || coalesce(${of}first_name, '') || ' ' || coalesce(${of}last_name, '')))`;
