import whole from '../../jest.config.mjs';

const { globalSetup: _, globalTeardown: __, testSequencer: ___, ...rest } = whole;

/**
 * `npm run structure`: what can be said of the code without a database or Temporal. `npm test` runs these
 * tests too.
 */
export default {
  ...rest,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/structure/*.test.ts'],
  testPathIgnorePatterns: ['schema.test.ts'],
};
