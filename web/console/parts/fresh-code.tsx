import { useCallback, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../api.ts';
import { t } from '../text.ts';
import { FreshCodeContext, useAct } from './act.tsx';
import { Dialog } from './dialog.tsx';
import { Button, Field, Form } from './form.tsx';
import { Failure } from './state.tsx';

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
  const send = useAct(() => bodyOf(api.POST('/auth/fresh/request')));
  const enter = useAct(async () => {
    await bodyOf(api.POST('/auth/fresh/verify', { body: { code } }));
    onDone(true);
  });
  return (
    <Dialog title={t('Confirm with a code')} onClose={() => onDone(false)}>
      <p>
        {t('This act has live effect. It needs a code that we mail you, entered in the last 15 minutes.')}
      </p>
      <Form onSubmit={send.run}>
        <Button kind="plain" isBusy={send.isBusy}>
          {t('Mail me a code')}
        </Button>
      </Form>
      {send.data !== undefined && <p role="status">{t('The code is on its way.')}</p>}
      <Form onSubmit={enter.run}>
        <Field
          label={t('Code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={setCode}
          required
        />
        <Button isBusy={enter.isBusy}>{t('Confirm')}</Button>
      </Form>
      <Failure error={enter.error ?? send.error} />
    </Dialog>
  );
}
