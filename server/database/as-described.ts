import type * as tables from "./schema/tables.ts";

/** The type that the schema gives a column, where a statement returns it as it is. */
export type ColumnType<
  Table extends keyof typeof tables,
  Column extends string,
> = (typeof tables)[Table] extends { $inferSelect: infer Row }
  ? Column extends keyof Row
    ? NonNullable<Row[Column]>
    : never
  : never;

/** Whatever JSON says: the database does not know its shape. */
export type Json = { readonly json: unique symbol };

/** A column that is null only where a value is that the statement is given. */
export type WithNull = { readonly withNull: unique symbol };

/** Whether any of the values may be null. */
type HasNull<Values extends unknown[]> = null extends Values[number] ? true : false;

/** What a column gives, once it is known which values may be null. */
type Given<Actual, Values extends unknown[]> = WithNull extends Actual
  ? Exclude<Actual, WithNull> | (HasNull<Values> extends true ? null : never)
  : Actual;

/** A column may be believed to be narrower than PostgreSQL can say, such as one of a few words, but never less null. */
type Fits<Believed, Actual> = null extends Actual
  ? null extends Believed
    ? FitsValue<NonNullable<Believed>, NonNullable<Actual>>
    : false
  : FitsValue<NonNullable<Believed>, Actual>;

/** What the schema says of a column is all that it may hold, and what PostgreSQL says of a value is its kind. */
type FitsValue<Believed, Actual> = [Actual] extends [Json]
  ? true
  : [Actual] extends [Believed]
    ? true
    : string extends Actual
      ? Is<Believed, string>
      : string[] extends Actual
        ? Is<Believed, string[]>
        : false;

type Is<Narrow, Wide> = [Narrow] extends [Wide] ? true : false;

/** `Row`, where each of its columns is one of the statement's and may hold what the statement gives. */
export type RowAsDescribed<Actual, Row, Values extends unknown[]> = {
  [Column in Extract<keyof Row, string>]: Column extends keyof Actual
    ? Fits<Row[Column], Given<Actual[Column], Values>> extends true
      ? Row[Column]
      : { expected: Given<Actual[Column], Values> }
    : { noSuchColumn: Column };
} & {
  [Column in keyof Actual]: Column extends keyof Row ? unknown : { missing: Column };
};

/** `Values`, where there are as many as the statement has parameters, and each is of its parameter's type, or null. */
export type ValuesAsDescribed<Actual extends unknown[], Values extends unknown[]> = {
  [Place in keyof Actual]: Place extends keyof Values
    ? [NonNullable<Values[Place]>] extends [Actual[Place]]
      ? Values[Place]
      : Actual[Place]
    : Actual[Place];
};
