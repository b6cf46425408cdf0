import type { PartnerSecrets } from '../../../stack/partners.ts';
import { readConfig } from '../../../src/config.ts';
import { isSignedCallback, signCallback } from '../../../src/security/partner-signature.ts';
import { apiTest } from '../../support/api-test.ts';
import { depositEvent, tellOfBank } from '../../support/live.ts';
import { call, merchant } from '../../support/people.ts';
import { newestCase, sendEvent, verdictEvent } from '../../support/verification.ts';

/** A callback secret is replaced without a pause: for a while two are accepted. */
const OLD = JSON.parse(process.env['TEST_PARTNER_SECRETS'] ?? '{}') as PartnerSecrets;
const NEW = 'the secret that follows';
const { books } = apiTest({
  own: 'callback_secrets',
  settings: {
    BANK_SECRET: `${OLD.bank_secret}, ${NEW}`,
    VERIFICATION_SECRET: `${NEW},${OLD.verification_secret}`,
  },
});

test('callbacks of the bank are accepted with either secret, and with no other', async () => {
  const shop = await merchant();
  const answers = [];
  for (const secret of [OLD.bank_secret, NEW, `${OLD.bank_secret}, ${NEW}`, OLD.verification_secret])
    answers.push((await tellOfBank(depositEvent(shop), undefined, secret)).status);
  expect(answers).toEqual([200, 200, 401, 401]);
});

test('callbacks of the verification provider are, too', async () => {
  const shop = await merchant();
  const body = { org_id: shop.orgId, country_code: 'US' };
  await call('POST', '/compliance/kyb/start', { session: shop.session, body });
  const event = verdictEvent((await newestCase(books, shop.orgId)).id, 'approved');
  const answers = [];
  for (const secret of [OLD.verification_secret, NEW, OLD.bank_secret])
    answers.push((await sendEvent(event, { secret })).status);
  expect(answers).toEqual([200, 200, 401]);
});

test('a secret that was removed signs nothing any more', () => {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const body = Buffer.from('{}');
  const callback = { timestamp, signature: signCallback(OLD.bank_secret, timestamp, body), body };
  expect(isSignedCallback([OLD.bank_secret, NEW], callback, new Date())).toBe(true);
  expect(isSignedCallback([NEW], callback, new Date())).toBe(false);
});

test('three secrets, or a short one, are refused at the start', () => {
  for (const secrets of [`${NEW},${NEW},${NEW}`, `${NEW},short`, 'short', `${NEW},`])
    expect(() => readConfig({ BANK_SECRET: secrets })).toThrow(/BANK_SECRET: must be one or two secrets/);
  expect(() => readConfig({ BANK_SECRET: `${NEW},${NEW}2` })).not.toThrow(/BANK_SECRET/);
});
