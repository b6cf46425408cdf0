import { startPartnerSimulators } from './partners.ts';

/** Runs the partner simulators as a separate process. The stack that starts it sets its environment. */
const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new Error(`${name} is not set: the stack starts this program`);
  return value;
};

const simulators = await startPartnerSimulators({
  port: Number(setting('SIMULATOR_PORT')),
  token: setting('SIMULATOR_TOKEN'),
  verificationSecret: setting('VERIFICATION_SECRET'),
  bankSecret: setting('BANK_SECRET'),
  serviceUrl: setting('PUBLIC_URL'),
  stateDirectory: process.env['SIMULATOR_STATE'] || null,
});
process.stdout.write(`simulators ready at ${simulators.url}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void simulators.stop().finally(() => process.exit(0)));
}
