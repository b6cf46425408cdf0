/** A credential as a header: an API key or a session token. */
export type Credential =
  { readonly 'x-api-key': string } | { readonly authorization: string } | Record<string, never>;

/** A successful answer. */
export interface Answer {
  readonly body: Record<string, unknown>;
  /** Returns a required text field. Throws when it is missing. */
  text(field: string): string;
}

/** Calls the public API. Throws, with the answer, on any status except 200. */
export interface ApiCaller {
  post(path: string, body: object, credential?: Credential): Promise<Answer>;
  put(path: string, body: object, credential?: Credential): Promise<Answer>;
}

/** Creates a caller of the API at `baseUrl`. */
export function createApiCaller(baseUrl: string): ApiCaller {
  const call = async (
    method: string,
    path: string,
    body: object,
    credential: Credential = {},
  ): Promise<Answer> => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...credential },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    const raw = await answer.text();
    if (answer.status !== 200) {
      throw new Error(
        `${method} ${path} answered ${answer.status} ${raw.slice(0, 500)} (request ${answer.headers.get('x-request-id') ?? 'without id'})`,
      );
    }
    return answerOf(`${method} ${path}`, JSON.parse(raw) as Record<string, unknown>);
  };
  return {
    post: (path, body, credential) => call('POST', path, body, credential),
    put: (path, body, credential) => call('PUT', path, body, credential),
  };
}

function answerOf(asked: string, body: Record<string, unknown>): Answer {
  return {
    body,
    text: (field) => {
      const value = body[field];
      if (typeof value !== 'string')
        throw new Error(`${asked} answered without ${field}; it has ${Object.keys(body).join(', ')}`);
      return value;
    },
  };
}
