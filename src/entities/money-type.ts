import { Type } from '@mikro-orm/core';
import { minor } from '../domain/money.ts';
import type { Minor } from '../domain/money.ts';

/** Stores `Minor` in a `bigint` column. Reading a value past 2^53 - 1 throws: a corrupt row must not round. */
export class MinorType extends Type<Minor, string> {
  override convertToDatabaseValue(value: Minor): string {
    return nothing(value) ? value : String(minor(value));
  }

  override convertToJSValue(value: string): Minor {
    return nothing(value) ? value : minor(Number(value));
  }

  override getColumnType(): string {
    return 'bigint';
  }

  override compareAsType(): string {
    return 'number';
  }
}

/** A wallet has a balance, other accounts have none: their null passes as it is. */
function nothing(value: unknown): value is never {
  return value === null || value === undefined;
}
