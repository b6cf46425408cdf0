import { createTransport } from 'nodemailer';

/** One mail to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Whoever delivers our mail. */
export interface Mailer {
  /** Hands the mail over. `refused`: the mail server will never take it for this address. Throws when it may later. */
  send(mail: Mail): Promise<'accepted' | 'refused'>;
}

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password where the server asks for them. */
  readonly url: string;
  /** The sender, as `Name <address>`. */
  readonly from: string;
}

/** How long the server may take for each step: its name, the connection, the greeting, any answer. */
const TIMEOUT_MS = 10_000;

/** The mail server at this address. A connection a mail: there are few, and none is held open. */
export function createMailer({ url, from }: SmtpOptions): Mailer {
  const transport = createTransport({
    url,
    dnsTimeout: TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }) {
      try {
        // As an object it is one address, whatever commas and brackets it holds; as text it would be parsed as a list.
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
        return 'accepted';
      } catch (error) {
        if (isRefusalOfAddress(error)) return 'refused';
        throw withoutAddress(error);
      }
    },
  };
}

interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

function isRefusalOfAddress(error: unknown): boolean {
  const { code, responseCode = 0 } = error as SmtpError;
  return code === 'EENVELOPE' && responseCode >= 500;
}

/** Mail servers repeat the address in what they say. Faults are kept in workflow histories and logs: it must not be there. */
function withoutAddress(error: unknown): Error {
  const { code = 'unknown', command = 'none', responseCode = 'none' } = error as SmtpError;
  return new Error(`the mail server did not take a mail (error ${code}, command ${command}, answer ${responseCode})`);
}
