import whole from '../../../jest.config.mjs';

const { globalSetup: _, globalTeardown: __, testSequencer: ___, ...rest } = whole;

/**
 * The tests that judge the money rules. The rules are pure, so a mutant costs milliseconds and needs no
 * server.
 */
export default {
  ...rest,
  rootDir: '../../..',
  testMatch: [
    'cart',
    'cashback',
    'charge-return',
    'checkout',
    'money',
    'monitoring',
    'payout',
    'transfer',
    'webhook-schedule',
  ].map((name) => `<rootDir>/test/domain/${name}.test.ts`),
};
