// Reads a delivery a line, its fields in base64, and says of each whether the snippet takes it.
import { readFileSync } from 'node:fs';
import { verifyWebhook } from '../../../docs/webhook-verification/verify.mjs';

for (const line of readFileSync(0, 'utf8').trim().split('\n')) {
  const [secret, now, body, ...headers] = line
    .split(' ')
    .map((field) => Buffer.from(field.slice(1), 'base64'));
  const named = Object.fromEntries(headers.map((header) => header.toString().split(/: (.*)/s, 2)));
  console.log(verifyWebhook(body, named, secret.toString(), Number(now.toString())) ? 'true' : 'false');
}
