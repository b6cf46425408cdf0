import { createContext, useCallback, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../api.ts';
import { t } from '../text.ts';
import { Dialog } from './dialog.tsx';
import { Button, Field, Form } from './form.tsx';
import { Failure } from './state.tsx';

/**
 * Asks for a mailed code. Resolves to true once the right one was entered, and to false when it is given up.
 */
export const FreshCodeContext = createContext<(() => Promise<boolean>) | null>(null);

export function FreshCodeProvider({ children }: { readonly children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const done = useRef<(entered: boolean) => void>(() => undefined);
  const ask = useCallback(() => {
    setIsOpen(true);
    return new Promise<boolean>((resolve) => {
      done.current = resolve;
    });
  }, []);
  const close = (entered: boolean) => {
    setIsOpen(false);
    done.current(entered);
  };
  return (
    <FreshCodeContext value={ask}>
      {children}
      {isOpen && <FreshCode onDone={close} />}
    </FreshCodeContext>
  );
}

function FreshCode({ onDone }: { readonly onDone: (entered: boolean) => void }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isSent, setIsSent] = useState(false);
  const attempt = (work: () => Promise<void>) => () =>
    work().then(
      () => setError(null),
      (failure: unknown) => setError(failure),
    );
  const send = attempt(async () => {
    await bodyOf(api.POST('/auth/fresh/request'));
    setIsSent(true);
  });
  const enter = attempt(async () => {
    await bodyOf(api.POST('/auth/fresh/verify', { body: { code } }));
    onDone(true);
  });
  return (
    <Dialog title={t('Confirm with a code')} onClose={() => onDone(false)}>
      <p>
        {t('This act has live effect. It needs a code that we mail you, entered in the last 15 minutes.')}
      </p>
      <Form onSubmit={send}>
        <Button kind="plain">{t('Mail me a code')}</Button>
      </Form>
      {isSent && <p role="status">{t('The code is on its way.')}</p>}
      <Form onSubmit={enter}>
        <Field
          label={t('Code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={setCode}
          required
        />
        <Button>{t('Confirm')}</Button>
      </Form>
      <Failure error={error} />
    </Dialog>
  );
}
