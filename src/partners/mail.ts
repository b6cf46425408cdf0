import { createTransport } from 'nodemailer';

/** A mail to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The mail service. */
export interface Mailer {
  /**
   * Sends the mail. `refused`: the mail server permanently rejects the address. Throws on a fault that a
   * retry may cure.
   */
  send(mail: Mail): Promise<'accepted' | 'refused'>;
}

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  readonly url: string;
  /** The sender, as `Name <address>`. */
  readonly from: string;
  /** Refuses to send over a connection that does not change to TLS. */
  readonly requireTls?: boolean;
}

/** The timeout of each step: name resolution, connection, greeting, any answer. */
const TIMEOUT_MS = 10_000;

/**
 * Creates a client of the mail server at this address. Each mail has its own connection: mails are few, and
 * an idle connection would have to be kept open.
 */
export function createMailer({ url, from, requireTls = false }: SmtpOptions): Mailer {
  const transport = createTransport({
    url,
    dnsTimeout: TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    requireTLS: requireTls,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }) {
      try {
        // As an object it is one address, whatever commas and brackets it contains. A string would be parsed
        // as a list.
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

/**
 * Mail servers repeat the address in their error messages. Workflow histories and logs keep errors, and would
 * then keep the address.
 */
function withoutAddress(error: unknown): Error {
  const { code = 'unknown', command = 'none', responseCode = 'none' } = error as SmtpError;
  return new Error(
    `the mail server did not take a mail (error ${code}, command ${command}, answer ${responseCode})`,
  );
}
