/** The operators of the tests, as headers of their calls. Each may approve what the other proposed. */
export const OLGA = { 'x-operator-token': 'operator-token-of-the-tests' };
export const OMAR = { 'x-operator-token': 'second-operator-token-of-the-tests' };
