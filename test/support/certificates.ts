import { randomBytes } from 'node:crypto';
import type { webcrypto } from 'node:crypto';
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

/** A certificate with its private key, both in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export interface Authority extends Certificate {
  /** Issues a certificate for this DNS name, from yesterday until tomorrow by default. */
  issue(name: string, validity?: { readonly from?: Date; readonly to?: Date }): Promise<Certificate>;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const daysFromNow = (days: number): Date => new Date(Date.now() + days * DAY_MS);
const makeKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
const serial = (): string => `01${randomBytes(8).toString('hex')}`;

async function pemOf(keys: webcrypto.CryptoKeyPair): Promise<string> {
  return x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
}

/** Makes a certificate authority for one test. */
export async function makeAuthority(name: string): Promise<Authority> {
  const keys = await makeKeys();
  const own = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: `CN=${name}`,
    notBefore: daysFromNow(-2),
    notAfter: daysFromNow(2),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [new x509.BasicConstraintsExtension(true, 1, true)],
  });
  return {
    cert: own.toString('pem'),
    key: await pemOf(keys),
    async issue(dns, { from = daysFromNow(-1), to = daysFromNow(1) } = {}) {
      const theirs = await makeKeys();
      const issued = await x509.X509CertificateGenerator.create({
        serialNumber: serial(),
        subject: `CN=${dns}`,
        issuer: own.subject,
        notBefore: from,
        notAfter: to,
        signingAlgorithm: ALGORITHM,
        publicKey: theirs.publicKey,
        signingKey: keys.privateKey,
        extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: dns }])],
      });
      return { cert: issued.toString('pem'), key: await pemOf(theirs) };
    },
  };
}
