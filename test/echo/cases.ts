import { awardCases } from './award-cases.ts';
import { chargeCases, returnCases } from './charge-cases.ts';
import { authorizeCases, openingCases } from './checkout-cases.ts';
import { clockCases, reconciliationCases } from './clock-cases.ts';
import { depositCases } from './deposit-cases.ts';
import { deliveryCases } from './delivery-cases.ts';
import type { EchoCase } from './echo-case.ts';
import { mailCases } from './mail-cases.ts';
import { noticeCases } from './notice-cases.ts';
import { bankCases, movingCases, reservingCases } from './payout-cases.ts';
import { registrationCases } from './registration-cases.ts';
import { verificationCases } from './verification-cases.ts';

/** The cases of steps that share one database. */
export const SHARED_CASES: readonly EchoCase[] = [
  ...openingCases,
  ...authorizeCases,
  ...chargeCases,
  ...returnCases,
  ...awardCases,
  ...reservingCases,
  ...movingCases,
  ...bankCases,
  ...registrationCases,
  ...depositCases,
  ...verificationCases,
  ...deliveryCases,
  ...mailCases,
  ...noticeCases,
  ...clockCases,
];

/** All cases. A structure test compares their steps with those that workers register. */
export const ECHO_CASES: readonly EchoCase[] = [...SHARED_CASES, ...reconciliationCases];
