/** The provider's decision on a case. */
export type Decision = 'pending' | 'approved' | 'rejected' | 'withdrawn';

/** The facts of a case that the hosted page shows. The provider knows no names. */
export interface CaseView {
  readonly reference: string;
  readonly kind: 'business' | 'person';
  readonly countryCode: string;
  readonly status: Decision;
}

const COUNTRIES = new Intl.DisplayNames('en-GB', { type: 'region' });

/** The buttons by the decisions that the case still allows. The first button is the most common choice. */
const CHOICES: Readonly<
  Record<Decision, readonly { decision: string; label: string; look: 'main' | 'plain' }[]>
> = {
  pending: [
    { decision: 'approve', label: 'Approve', look: 'main' },
    { decision: 'reject', label: 'Reject', look: 'plain' },
    { decision: 'abandon', label: 'Abandon', look: 'plain' },
  ],
  approved: [{ decision: 'withdraw', label: 'Withdraw approval', look: 'plain' }],
  rejected: [],
  withdrawn: [],
};

const SAID: Readonly<Record<Decision, { mark: string; title: string; text: string }>> = {
  pending: {
    mark: '',
    title: '',
    text: 'A real provider would ask for documents here. This one is simulated: choose how the verification ends.',
  },
  approved: { mark: '✓', title: 'Approved', text: 'The service gets this result. You may close this page.' },
  rejected: {
    mark: '✕',
    title: 'Rejected',
    text: 'The service gets this result. You may start a new verification there.',
  },
  withdrawn: {
    mark: '–',
    title: 'Withdrawn',
    text: 'The verification has ended without approval. You may start a new one at the service.',
  },
};

/**
 * The page of one case: its facts, and a button per possible decision. It has no scripts and loads nothing.
 */
export function casePage(shown: CaseView): string {
  const { mark, title, text } = SAID[shown.status];
  const what = shown.kind === 'business' ? 'Business verification' : 'Identity verification';
  const buttons = CHOICES[shown.status].map(
    ({ decision, label, look }) =>
      `<button class="${look}" name="decision" value="${decision}">${label}</button>`,
  );
  return page(
    title === '' ? what : `${title} – ${what}`,
    `<p class="badge">Simulated provider</p>
    <h1>${what}</h1>
    ${title === '' ? '' : `<p class="result ${shown.status}" role="status"><span aria-hidden="true">${mark}</span> ${title}</p>`}
    <p>${text}</p>
    <dl>
      <dt>Applicant</dt><dd>${shown.kind === 'business' ? 'A business' : 'A person'}</dd>
      <dt>Country</dt><dd>${escaped(COUNTRIES.of(shown.countryCode) ?? '')} (${escaped(shown.countryCode)})</dd>
      <dt>Reference</dt><dd><code>${escaped(shown.reference)}</code></dd>
    </dl>
    ${buttons.length === 0 ? '' : `<form method="post">${nameField(shown)}${buttons.join('\n      ')}</form>`}`,
  );
}

/** The service compares the holders of bank accounts with this name. */
function nameField({ kind, status }: CaseView): string {
  return kind === 'business' && status === 'pending'
    ? '<label>Registered name, if it differs from the one at the service <input name="legal_name" maxlength="200"></label>'
    : '';
}

/** The page for an address without a case. */
export function noCasePage(): string {
  return page(
    'No such verification',
    '<p class="badge">Simulated provider</p><h1>No such verification</h1><p>Please open the address that the service gave you.</p>',
  );
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="referrer" content="no-referrer">
  <meta name="robots" content="noindex">
  <meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; form-action 'self'">
  <title>${title}</title>
  <style>${STYLE}</style>
</head>
<body>
  <main>
    ${body}
  </main>
</body>
</html>
`;
}

const STYLE = `
    :root { color-scheme: light dark; --ink: #1d2433; --soft: #5b6475; --paper: #ffffff; --ground: #eef1f6; --line: #d9dee8; --main: #1f4fd8; }
    @media (prefers-color-scheme: dark) {
      :root { --ink: #e8ebf2; --soft: #a3acbf; --paper: #1b212d; --ground: #11151d; --line: #323b4d; --main: #3d6bf0; }
    }
    * { box-sizing: border-box; }
    body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem;
      background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
    main { width: 100%; max-width: 30rem; background: var(--paper); border: 1px solid var(--line); border-radius: 1rem;
      padding: 2rem; box-shadow: 0 1px 2px rgb(0 0 0 / .06), 0 12px 32px rgb(0 0 0 / .08); }
    h1 { margin: .75rem 0 .5rem; font-size: 1.6rem; line-height: 1.2; }
    p { margin: .5rem 0; color: var(--soft); }
    .badge { display: inline-block; margin: 0; padding: .15rem .7rem; border: 1px solid var(--line); border-radius: 1rem; font-size: .8rem; }
    .result { font-size: 1.15rem; font-weight: 600; color: var(--ink); }
    .result span { display: inline-grid; place-items: center; width: 1.7em; height: 1.7em; margin-right: .35em; border-radius: 50%;
      color: #ffffff; background: #5b6475; }
    .approved span { background: #17803d; } .rejected span { background: #b42318; }
    dl { display: grid; grid-template-columns: auto 1fr; gap: .4rem 1.25rem; margin: 1.25rem 0; padding: 1rem 0;
      border-block: 1px solid var(--line); }
    dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; } code { font-size: .85rem; }
    form { display: flex; flex-wrap: wrap; gap: .6rem; }
    label { flex: 1 1 100%; color: var(--soft); } input { width: 100%; padding: .6rem; font: inherit; }
    button { flex: 1 1 7rem; padding: .7rem 1rem; border: 1px solid var(--line); border-radius: .6rem; cursor: pointer;
      font: inherit; font-weight: 600; background: transparent; color: inherit; }
    button.main { background: var(--main); border-color: var(--main); color: #ffffff; }
    button:hover { filter: brightness(.96); }
    button:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
  `;

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
