import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

const KEPT = 1000;
const LARGEST_MAIL = 1024 * 1024;

/** A mail, as one of its recipients received it. */
export interface InboxMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** RFC 3339. */
  readonly received_at: string;
}

export interface MailInboxOptions {
  /** The default 0 takes any free port. */
  readonly smtpPort?: number;
  readonly httpPort?: number;
  readonly host?: string;
}

export interface MailInbox {
  /** The value for SMTP_URL. */
  readonly smtpUrl: string;
  /** `GET <url>/messages?to=<e-mail>`. */
  readonly url: string;
  /** Newest first. */
  messages(to?: string): InboxMessage[];
  clear(): void;
  stop(): Promise<void>;
}

/**
 * Starts the mail server of development. It accepts mail for any address and shows it over HTTP.
 *
 * `GET /messages?to=<e-mail>` answers `{messages: [{to, subject, text, received_at}]}`, newest first. `DELETE
 * /messages` empties the inbox. It keeps the newest 1,000 in memory. It has no passwords and no TLS: loopback
 * only.
 */
export async function startMailInbox({
  smtpPort = 0,
  httpPort = 0,
  host = '127.0.0.1',
}: MailInboxOptions = {}): Promise<MailInbox> {
  let kept: InboxMessage[] = [];
  const messages = (to?: string) =>
    to === undefined ? kept : kept.filter((message) => message.to === folded(to));
  const clear = () => {
    kept = [];
  };
  const smtp = mailServer((arrived) => {
    kept = [...arrived, ...kept].slice(0, KEPT);
  });
  const http = createServer((request, response) => answer(request, response, { messages, clear }));
  await Promise.all([
    listening(smtp.server as unknown as Server, smtpPort, host),
    listening(http, httpPort, host),
  ]);
  return {
    smtpUrl: `smtp://${host}:${portOf(smtp.server as unknown as Server)}`,
    url: `http://${host}:${portOf(http)}`,
    messages,
    clear,
    stop: async () => {
      http.closeAllConnections();
      await Promise.all([
        new Promise<void>((resolve) => smtp.close(() => resolve())),
        new Promise<void>((resolve) => http.close(() => resolve())),
      ]);
    },
  };
}

function mailServer(keep: (arrived: InboxMessage[]) => void): SMTPServer {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: LARGEST_MAIL,
    closeTimeout: 1000,
    onData(stream, session, done) {
      const at = new Date().toISOString();
      buffer(stream)
        .then((raw) => PostalMime.parse(raw))
        .then((mail) => {
          const { subject = '', text = '' } = mail;
          keep(
            session.envelope.rcptTo.map(({ address }) => ({
              to: folded(address),
              subject,
              text,
              received_at: at,
            })),
          );
          done();
        })
        .catch((error: unknown) => done(error instanceof Error ? error : new Error(String(error))));
    },
  });
  // A client that hangs up in the middle of a mail must not end the process.
  server.on('error', () => undefined);
  return server;
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  inbox: Pick<MailInbox, 'messages' | 'clear'>,
): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://inbox');
  const send = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  if (pathname !== '/messages') return send(404, { error: 'not found' });
  if (request.method === 'GET')
    return send(200, { messages: inbox.messages(searchParams.get('to') ?? undefined) });
  if (request.method !== 'DELETE') return send(405, { error: 'method not allowed' });
  inbox.clear();
  return send(200, { ok: true });
}

/** Trims an address and puts it into lower case, as the service stores it. */
function folded(address: string): string {
  return address.trim().toLowerCase();
}

async function listening(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

if (import.meta.main) {
  const { SMTP_PORT = '1025', HTTP_PORT = '1080', HOST = '127.0.0.1' } = process.env;
  const inbox = await startMailInbox({
    smtpPort: Number(SMTP_PORT),
    httpPort: Number(HTTP_PORT),
    host: HOST,
  });
  console.log(`mail inbox: ${inbox.smtpUrl}, ${inbox.url}/messages`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void inbox.stop());
}
