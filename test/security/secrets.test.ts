import { createHmac, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import {
  createSecrets,
  isApiKey,
  isSessionToken,
  makeApiKey,
  makeSessionToken,
  makeWebhookSecret,
  signBody,
  signStandard,
} from '../../src/security/secrets.ts';

describe('API keys', () => {
  test('name their environment, and garbage is recognized without a lookup', () => {
    const { key, prefix } = makeApiKey('live');
    expect(key).toMatch(/^fl_live_[0-9A-Za-z]{49}$/);
    expect(makeApiKey('sandbox').key).toMatch(/^fl_test_/);
    expect(key.startsWith(prefix)).toBe(true);
    expect(prefix).toHaveLength(12);
    expect(isApiKey(key)).toBe(true);
    const flipped = key.slice(0, 20) + (key[20] === 'a' ? 'b' : 'a') + key.slice(21);
    expect(
      [flipped, key.replace('fl_live_', 'fl_test_'), key.slice(0, -1), `${key}a`, ''].filter(isApiKey),
    ).toEqual([]);
  });
});

test('session tokens begin with sess_ and are never alike', () => {
  const tokens = Array.from({ length: 50 }, () => makeSessionToken().token);
  expect(tokens.every(isSessionToken)).toBe(true);
  expect(new Set(tokens).size).toBe(50);
});

describe('a recoverable secret', () => {
  const [first, second] = [randomBytes(32), randomBytes(32)];
  const digest = randomBytes(32);

  test('opens for its owner only, and still after a new key was put first', () => {
    const sealed = createSecrets({ encryption: [{ id: 'k1', key: first }], digest }).seal('whsec_x', 'org-1');
    expect(sealed).not.toContain('whsec_x');
    const rotated = createSecrets({
      encryption: [
        { id: 'k2', key: second },
        { id: 'k1', key: first },
      ],
      digest,
    });
    expect(rotated.unseal(sealed, 'org-1')).toBe('whsec_x');
    expect(() => rotated.unseal(sealed, 'org-2')).toThrow();
    expect(() =>
      createSecrets({ encryption: [{ id: 'k2', key: second }], digest }).unseal(sealed, 'org-1'),
    ).toThrow('no encryption key');
  });

  test('a sealed text with a shortened authentication tag does not open', () => {
    const secrets = createSecrets({
      encryption: [{ id: 'k1', key: randomBytes(32) }],
      digest: randomBytes(32),
    });
    const parts = secrets.seal('whsec_x', 'org-1').split('.');
    const tag = Buffer.from(parts.at(-1) ?? '', 'base64url');
    const shortened = [...parts.slice(0, -1), tag.subarray(0, 4).toString('base64url')].join('.');
    expect(() => secrets.unseal(shortened, 'org-1')).toThrow();
  });

  test('is sealed differently every time', () => {
    const secrets = createSecrets({ encryption: [{ id: 'k1', key: first }], digest });
    expect(secrets.seal('same', 'org')).not.toBe(secrets.seal('same', 'org'));
  });
});

describe('webhook signatures', () => {
  const secret = makeWebhookSecret();
  const body = Buffer.from('{"auth_id":"x","total_minor":1}');

  test('are sha256= and the hex HMAC over the raw body, keyed with the whole secret', () => {
    expect(secret).toMatch(/^whsec_/);
    expect(signBody(secret, body)).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  });

  test('ride along as Standard Webhooks, which the official library accepts', () => {
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = {
      'webhook-id': 'd1',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signStandard(secret, { id: 'd1', timestamp, body }),
    };
    expect(new Webhook(secret).verify(body, headers)).toEqual({ auth_id: 'x', total_minor: 1 });
    expect(() => new Webhook(makeWebhookSecret()).verify(body, headers)).toThrow();
  });
});
