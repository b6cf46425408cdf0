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

/** Temporal's address, with what a connection checks and proves. The clients of the SDK take it as options. */
export interface TemporalServerAddress {
  readonly address: string;
  readonly tls?: TLSConfig;
  readonly apiKey?: string;
}

/**
 * Returns the options of a connection to Temporal. Any TLS setting and an API key turn TLS on: neither a
 * certificate nor a key is of use in plain text. Throws if a file cannot be read, or if a client certificate
 * has no key.
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
    ...(ca && { serverRootCACertificate: readFileSync(ca) }),
    ...(cert && key && { clientCertPair: { crt: readFileSync(cert), key: readFileSync(key) } }),
  };
  return { address, tls, ...(apiKey && { apiKey }) };
}
