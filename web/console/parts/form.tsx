import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';

interface FormProps {
  readonly onSubmit: () => unknown;
  readonly children: ReactNode;
  readonly label?: string;
  readonly isInline?: boolean;
}

/** A form whose browser checks required fields before `onSubmit`. */
export function Form({ onSubmit, children, label, isInline = false }: FormProps) {
  return (
    <form
      aria-label={label}
      className={isInline ? 'inline' : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
    </form>
  );
}

interface FieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string | undefined;
}

export function Field({ label, hint, onChange, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...input}
        onChange={(event) => onChange(event.target.value)}
      />
      {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly disabled?: boolean;
}

export function Select({ label, value, onChange, options, disabled }: SelectProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} disabled={disabled} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: 'main' | 'plain' | 'danger';
  readonly isBusy?: boolean;
}

/**
 * A busy button cannot be pressed again, and a double click is one press: the answer to the first click may
 * come before the second. A button that is off keeps the focus. The browser takes it from a button with the
 * attribute `disabled`, and a keyboard would begin at the top of the page again.
 */
export function Button({ kind = 'main', isBusy = false, type = 'submit', ...button }: ButtonProps) {
  const { disabled = false, onClick, ...others } = button;
  const isOff = isBusy || disabled;
  return (
    <button
      type={type}
      className={kind}
      aria-busy={isBusy || undefined}
      aria-disabled={isOff || undefined}
      {...others}
      onClick={(event) => (isOff || event.detail > 1 ? event.preventDefault() : onClick?.(event))}
    />
  );
}
