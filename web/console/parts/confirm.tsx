import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../text.ts';
import { useAct } from './act.tsx';
import type { ActHeaders } from './act.tsx';
import { Dialog } from './dialog.tsx';
import { Button, Form } from './form.tsx';
import { Failure } from './state.tsx';

interface ConfirmProps {
  /** The button that opens the question. */
  readonly label: string;
  readonly name?: string;
  readonly title: string;
  /** A description of the effect. */
  readonly children: ReactNode;
  /** The button that does it. */
  readonly confirm: string;
  readonly act: (headers: ActHeaders) => Promise<unknown>;
}

/** A button for an act that cannot be undone: it asks once and names what will happen. */
export function Confirm({ label, name, title, children, confirm, act }: ConfirmProps) {
  const [isOpen, setIsOpen] = useState(false);
  const doing = useAct(async (headers) => {
    await act(headers);
    setIsOpen(false);
  });
  const close = () => {
    setIsOpen(false);
    doing.forget();
  };
  return (
    <>
      <Button type="button" kind="danger" aria-label={name} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Dialog title={title} role="alertdialog" onClose={close}>
          <p>{children}</p>
          <Failure error={doing.error} />
          <Form isInline onSubmit={doing.run}>
            <Button type="button" kind="plain" onClick={close}>
              {t('Keep it as it is')}
            </Button>
            <Button kind="danger" isBusy={doing.isBusy}>
              {confirm}
            </Button>
          </Form>
        </Dialog>
      )}
    </>
  );
}
