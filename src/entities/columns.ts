import { p, raw } from '@mikro-orm/core';
import type { Opt } from '@mikro-orm/core';
import type { Bps } from '../domain/money.ts';

/** Columns that many tables share, each with the type that the program knows it by. */
export const environment = () => p.enum(['sandbox', 'live'] as const);
export const verification = () =>
  p.enum(['NOT_STARTED', 'PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const);
export const rate = () => p.integer().$type<Bps>();
/** An upper-case ISO 4217 or ISO 3166 code. */
export const code = () => p.text();
/** Whole milliseconds, as JavaScript has them. */
export const time = () => p.datetime(3);
/** Set by the database, in real time. */
export const recordedAt = () => time().defaultRaw('clock_timestamp()');
/** Insertion order, given by the database. */
export const sequence = () => p.bigint('number').$type<Opt<number>>().generated('always as identity');

/** A value of a column that the database sets to its own time when it writes the row. */
export const databaseNow = (): Date => raw<Date>('clock_timestamp()');

/** The same, so many days later. */
export const databaseDaysAhead = (days: number): Date =>
  raw<Date>(`clock_timestamp() + interval '${days} days'`);
