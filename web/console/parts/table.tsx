import type { ReactNode } from 'react';
import { moment } from '../text.ts';

interface TableProps {
  readonly label: string;
  readonly heads: readonly string[];
  readonly children: ReactNode;
}

/** A table that scrolls sideways where it does not fit, by keyboard too. */
export function Table({ label, heads, children }: TableProps) {
  // A region that scrolls must take the focus: otherwise only a mouse scrolls it.
  return (
    <div className="scroll" tabIndex={0} role="group" aria-label={label}>
      <table aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

export function Moment({ at }: { readonly at: string }) {
  return <time dateTime={at}>{moment(at)}</time>;
}
