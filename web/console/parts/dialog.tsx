import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { t } from '../text.ts';

interface DialogProps {
  readonly title: string;
  /** An `alertdialog` asks before something cannot be undone. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Focuses the page if an act took its own button away: a keyboard would begin at the top again. */
export function keepFocus(): void {
  if (document.activeElement === document.body)
    document.getElementById('page')?.focus({ preventScroll: true });
}

/** A modal dialog: the browser keeps the focus inside, closes it by Escape, and returns the focus. */
export function Dialog({ title, role = 'dialog', onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the dialog leaves the page: the browser gives the focus back only when a dialog closes in it.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
    return () => {
      dialog?.close();
      queueMicrotask(keepFocus);
    };
  }, []);
  return (
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="dialog-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <button type="button" className="plain" aria-label={t('Close')} onClick={onClose}>
          ✕
        </button>
      </div>
      <div id={`${id}-body`}>{children}</div>
    </dialog>
  );
}
