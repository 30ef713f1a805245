/** An address as one mailbox, in SQL: without the +tag, and without the dots that Gmail does not read. */
export const mailboxOf = (email: string): string =>
  `regexp_replace(case when lower(${email}) ~ '@(gmail|googlemail)[.]com$'
     then replace(split_part(lower(${email}), '@', 1), '.', '') || '@gmail.com' else lower(${email}) end, '^([^+@]+)[+][^@]*@', '\\1@')`;
