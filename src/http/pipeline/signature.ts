import { isSignedCallback, SIGNATURE_HEADER, TIMESTAMP_HEADER } from '../../security/partner-signature.ts';
import { refused } from '../answers.ts';
import type { RoutedRequest } from './context.ts';
import { limitGuesses } from './limits.ts';

/**
 * Checks the partner's signature over the bytes of the body. Routes that serve no partner pass. Refused:
 * `invalid signature` for a missing or wrong one, and for one older than five minutes. Source: contract,
 * section 10.
 */
export async function requireSignature(request: RoutedRequest, body: Buffer): Promise<void> {
  const secrets = secretsOf(request);
  if (secrets === null) return;
  const { ctx } = request;
  const [timestamp, signature] = [ctx.get(TIMESTAMP_HEADER), ctx.get(SIGNATURE_HEADER)];
  await limitGuesses(request, () => {
    if (!isSignedCallback(secrets, { timestamp, signature, body }, new Date())) refused('invalid_signature');
  });
}

function secretsOf({ route: { credential }, deps: { config } }: RoutedRequest): readonly string[] | null {
  if (credential === 'bank_partner') return config.BANK_SECRET;
  return credential === 'verification_partner' ? config.VERIFICATION_SECRET : null;
}
