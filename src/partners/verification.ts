import type { Verdict, VerificationKind } from '../domain/verification.ts';
import { createPartnerClient } from './partner-client.ts';
import type { PartnerAddress, PartnerAnswer } from './partner-client.ts';

/**
 * A request to verify an applicant. It carries our id and no name: the provider collects personal data
 * itself.
 */
export interface CaseRequest {
  /** Our id of the case. A repeat with the same id opens no second case. */
  readonly reference: string;
  readonly kind: VerificationKind;
  readonly countryCode: string;
  /** The provider sends the verdict to this URL. */
  readonly callbackUrl: string;
}

export interface OpenedCase {
  readonly providerCaseId: string;
  /** The hosted page of the verification. Anyone with the address can act for the applicant. */
  readonly url: string;
}

/** The provider's state of a case. */
export interface FoundCase {
  /** Null while the case is open. */
  readonly verdict: { readonly verdict: Verdict; readonly at: Date } | null;
  /** The registered name of the business: 1 to 200 characters. Null if the provider reports none. */
  readonly legalName: string | null;
}

/** The verification provider of businesses and people. */
export interface VerificationProvider {
  /** Opens a case, or finds the one with this reference. Throws when the provider gives no usable answer. */
  openCase(request: CaseRequest): Promise<OpenedCase>;
  /** Looks a case up. Null for an unknown case. Throws as `openCase` does. */
  findCase(reference: string): Promise<FoundCase | null>;
}

const KINDS: Readonly<Record<VerificationKind, string>> = { kyb: 'business', kyc: 'person' };
const VERDICTS: Readonly<Record<string, Verdict>> = {
  approved: 'APPROVED',
  rejected: 'REJECTED',
  withdrawn: 'WITHDRAWN',
};

/**
 * Creates a client of the provider at this address: JSON over HTTP. `simulators/verification.ts` is the other
 * side.
 */
export function createVerificationProvider(address: PartnerAddress): VerificationProvider {
  const client = createPartnerClient(address);
  return {
    async openCase({ reference, kind, countryCode, callbackUrl }) {
      const answer = await client.request('POST', '/cases', {
        headers: { 'idempotency-key': reference },
        body: { reference, kind: KINDS[kind], country_code: countryCode, callback_url: callbackUrl },
      });
      const { case_id: providerCaseId, url } = usable(answer);
      if (typeof providerCaseId !== 'string' || typeof url !== 'string' || !isWebUrl(url))
        throw unusable('a case without id or address');
      return { providerCaseId, url };
    },

    async findCase(reference) {
      const answer = await client.request('GET', `/cases/${encodeURIComponent(reference)}`);
      if (answer.status === 404) return null;
      const { reference: found = reference, status, decided_at: decidedAt, ...more } = usable(answer);
      if (found !== reference) throw unusable('another case');
      const legalName = nameOf(more['legal_name']);
      if (status === 'pending') return { verdict: null, legalName };
      const verdict = VERDICTS[String(status)];
      const at = new Date(String(decidedAt));
      if (verdict === undefined || Number.isNaN(at.getTime()))
        throw unusable('a case without status or time');
      return { verdict: { verdict, at }, legalName };
    },
  };
}

function nameOf(value: unknown): string | null {
  const text = typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '').trim() : '';
  return text === '' ? null : text.slice(0, 200);
}

function usable(answer: PartnerAnswer): Record<string, unknown> {
  if (answer.status === null) throw unusable(`no answer, ${answer.reason}`);
  if (answer.status < 200 || answer.status > 299) throw unusable(`status ${answer.status}`);
  return typeof answer.body === 'object' && answer.body !== null
    ? (answer.body as Record<string, unknown>)
    : {};
}

/** The message holds no personal data, because Temporal's histories keep it. */
const unusable = (what: string): Error => new Error(`the verification provider gave ${what}`);

const isWebUrl = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
