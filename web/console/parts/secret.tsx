import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../text.ts';
import { Dialog } from './dialog.tsx';
import { Button } from './form.tsx';

interface SecretProps {
  readonly title: string;
  /** Null: the first answer was lost, and the answer to a repeat has no secret. */
  readonly secret: string | null;
  /** The way to another secret when this one was lost. */
  readonly lost: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Shows a secret. The service never shows it again, so the dialog says so. */
export function Secret({ title, secret, lost, onClose, children }: SecretProps) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <Dialog title={title} onClose={onClose}>
      {secret === null ? (
        <p>{lost}</p>
      ) : (
        <>
          <p>{children}</p>
          <p>
            <code className="secret">{secret}</code>
          </p>
          <p>
            <strong>{t('This is the only time that it is shown. Keep it in a safe place.')}</strong>
          </p>
          <div className="acts">
            <Button
              type="button"
              onClick={() => void navigator.clipboard.writeText(secret).then(() => setIsCopied(true))}
            >
              {t('Copy')}
            </Button>
            <Button type="button" kind="plain" onClick={onClose}>
              {t('I have kept it')}
            </Button>
            <span role="status">{isCopied && t('Copied')}</span>
          </div>
        </>
      )}
    </Dialog>
  );
}
