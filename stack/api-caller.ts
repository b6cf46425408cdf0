/** A credential as a header: an API key or a session token. */
export type Credential = { readonly 'x-api-key': string } | { readonly authorization: string } | Record<string, never>;

/** Calls of the public API that throw, with the answer, on anything but 200. */
export interface ApiCaller {
  post<T>(path: string, body: object, credential?: Credential): Promise<T>;
  put<T>(path: string, body: object, credential?: Credential): Promise<T>;
}

/** A caller of the API at `baseUrl`. */
export function createApiCaller(baseUrl: string): ApiCaller {
  const call = async <T>(method: string, path: string, body: object, credential: Credential = {}): Promise<T> => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...credential },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await answer.text();
    if (answer.status !== 200) {
      throw new Error(`${method} ${path} answered ${answer.status} ${text.slice(0, 500)} (request ${answer.headers.get('x-request-id') ?? 'without id'})`);
    }
    return JSON.parse(text) as T;
  };
  return {
    post: (path, body, credential) => call('POST', path, body, credential),
    put: (path, body, credential) => call('PUT', path, body, credential),
  };
}
