/** An address as one person: in lower case, without the +tag that leads to the same mailbox. In SQL: `emailWithoutTag`. */
export const withoutTag = (email: string): string => email.toLowerCase().replace(/^([^+@]+)\+[^@]*@/, "$1@");
