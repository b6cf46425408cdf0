import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../text.ts';
import { Dialog } from './dialog.tsx';
import { Button } from './form.tsx';

interface SecretProps {
  readonly title: string;
  /** Null: a repeated call, whose answer has no secret. */
  readonly secret: string | null;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Shows a secret. The service never shows it again, so the dialog says so. */
export function Secret({ title, secret, onClose, children }: SecretProps) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <p>
        {secret === null ? (
          t('It was shown before. Make a new one if it is lost.')
        ) : (
          <code className="secret">{secret}</code>
        )}
      </p>
      <p>
        <strong>{t('This is the only time that it is shown. Keep it in a safe place.')}</strong>
      </p>
      <div className="acts">
        <Button
          type="button"
          onClick={() => void navigator.clipboard.writeText(secret ?? '').then(() => setIsCopied(true))}
        >
          {t('Copy')}
        </Button>
        <Button type="button" kind="plain" onClick={onClose}>
          {t('I have kept it')}
        </Button>
        <span role="status">{isCopied && t('Copied')}</span>
      </div>
    </Dialog>
  );
}
