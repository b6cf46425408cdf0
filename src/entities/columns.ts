import { p } from '@mikro-orm/core';
import type { Opt } from '@mikro-orm/core';
import type { Bps } from '../domain/money.ts';
import { MinorType } from './money-type.ts';

/** Columns that many tables share, each with the type that the program knows it by. */
export const environment = () => p.enum(['sandbox', 'live'] as const);
export const verification = () => p.enum(['NOT_STARTED', 'PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const);
export const amount = () => p.type(MinorType);
export const rate = () => p.integer().$type<Bps>();
/** An upper-case ISO 4217 or ISO 3166 code. */
export const code = () => p.text();
/** Whole milliseconds, as JavaScript has them. */
export const time = () => p.datetime(3);
/** Set by the database, in real time. */
export const recordedAt = () => time().defaultRaw('clock_timestamp()');
/** The transaction that wrote the row, set by the database. */
export const writtenBy = () => p.text().columnType('xid8').defaultRaw('pg_current_xact_id()').strictNullable();
/** A whole number that may pass 2^31. */
export const longNumber = () => p.bigint('number');
/** Insertion order, given by the database. */
export const sequence = () => longNumber().$type<Opt<number>>().generated('always as identity');
/** Kept as it was written: `json`, not `jsonb`. */
export const document = <T>() => p.json<T>().columnType('json');
