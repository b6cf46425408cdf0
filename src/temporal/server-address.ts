import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { TLSConfig } from '@temporalio/client';

/** The settings of the connection to Temporal. Files are PEM. */
export interface TemporalSettings {
  readonly TEMPORAL_ADDRESS: string;
  readonly TEMPORAL_TLS_CA?: string | undefined;
  readonly TEMPORAL_TLS_CERT?: string | undefined;
  readonly TEMPORAL_TLS_KEY?: string | undefined;
  readonly TEMPORAL_TLS_SERVER_NAME?: string | undefined;
  readonly TEMPORAL_API_KEY?: string | undefined;
}

/**
 * Temporal's address, with what a connection checks and proves. The clients of the SDK take it as options.
 */
export interface TemporalServerAddress {
  readonly address: string;
  readonly tls?: TLSConfig;
  readonly apiKey?: string;
}

/**
 * Returns the options of a connection to Temporal. Any TLS setting and an API key turn TLS on: neither a
 * certificate nor a key is of use in plain text.
 *
 * Throws an error that names the setting if a file cannot be read or is not what it must be, if the client's
 * certificate is out of date or has another key, or if only one of certificate and key is set.
 */
export function temporalServer(settings: TemporalSettings): TemporalServerAddress {
  const {
    TEMPORAL_ADDRESS: address,
    TEMPORAL_TLS_CA: ca,
    TEMPORAL_TLS_CERT: cert,
    TEMPORAL_TLS_KEY: key,
    TEMPORAL_TLS_SERVER_NAME: name,
    TEMPORAL_API_KEY: apiKey,
  } = settings;
  if (!cert !== !key) throw new Error('set both or neither of TEMPORAL_TLS_CERT and TEMPORAL_TLS_KEY');
  if (!ca && !cert && !name && !apiKey) return { address };
  const tls: TLSConfig = {
    ...(name && { serverNameOverride: name }),
    ...(ca && { serverRootCACertificate: authority(ca) }),
    ...(cert && key && { clientCertPair: clientPair(cert, key) }),
  };
  return { address, tls, ...(apiKey && { apiKey }) };
}

function authority(file: string): Buffer {
  const pem = contentOf('TEMPORAL_TLS_CA', file);
  certificate('TEMPORAL_TLS_CA', { file, pem });
  return pem;
}

function clientPair(certFile: string, keyFile: string): { crt: Buffer; key: Buffer } {
  const [crt, key] = [contentOf('TEMPORAL_TLS_CERT', certFile), contentOf('TEMPORAL_TLS_KEY', keyFile)];
  const own = certificate('TEMPORAL_TLS_CERT', { file: certFile, pem: crt });
  const now = new Date();
  if (own.validToDate < now) throw new Error(`TEMPORAL_TLS_CERT: the certificate ended on ${own.validTo}`);
  if (own.validFromDate > now)
    throw new Error(`TEMPORAL_TLS_CERT: the certificate begins on ${own.validFrom}`);
  if (!own.checkPrivateKey(privateKey(keyFile, key)))
    throw new Error('TEMPORAL_TLS_KEY: it is not the key of the certificate in TEMPORAL_TLS_CERT');
  return { crt, key };
}

function contentOf(setting: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`${setting}: ${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`, {
      cause: error,
    });
  }
}

function certificate(setting: string, { file, pem }: { file: string; pem: Buffer }): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (error) {
    throw new Error(`${setting}: ${file} is not a certificate in PEM`, { cause: error });
  }
}

function privateKey(file: string, pem: Buffer): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    throw new Error(`TEMPORAL_TLS_KEY: ${file} is not a private key in PEM without a password`, {
      cause: error,
    });
  }
}
