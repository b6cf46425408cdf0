import { day, money, number, t } from '../text.ts';

interface Day {
  readonly date: string;
  readonly captured_count: number;
  readonly captured_minor: number;
  readonly returned_minor: number;
}

const WIDTH = 600;
const HEIGHT = 140;

/** Sales by day as bars. The numbers are in a table below, for those who cannot see the bars. */
export function DayBars({ currency, days }: { readonly currency: string; readonly days: readonly Day[] }) {
  const most = Math.max(1, ...days.map(({ captured_minor: captured }) => captured));
  const step = WIDTH / Math.max(1, days.length);
  const sum = days.reduce((all, { captured_minor: captured }) => all + captured, 0);
  const count = days.reduce((all, { captured_count: captured }) => all + captured, 0);
  return (
    <figure>
      <figcaption>
        {t('{amount} in {days} days; sales: {count}', {
          amount: money(sum, currency),
          count: number(count),
          days: days.length,
        })}
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('Sales by day in {currency}', { currency })}
      >
        <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="axis" />
        {days.map(({ date, captured_minor: captured }, at) => {
          const height = Math.max(captured > 0 ? 2 : 0, (captured / most) * (HEIGHT - 10));
          return (
            <rect
              key={date}
              x={at * step + 1}
              y={HEIGHT - height}
              width={Math.max(1, step - 2)}
              height={height}
              className="bar"
            >
              <title>{`${day(date)}: ${money(captured, currency)}`}</title>
            </rect>
          );
        })}
      </svg>
      <details>
        <summary>{t('The numbers')}</summary>
        <table aria-label={t('Sales by day in {currency}', { currency })}>
          <thead>
            <tr>
              <th scope="col">{t('Day')}</th>
              <th scope="col">{t('Sales')}</th>
              <th scope="col">{t('Captured')}</th>
              <th scope="col">{t('Returned')}</th>
            </tr>
          </thead>
          <tbody>
            {days.map((row) => (
              <tr key={row.date}>
                <td>{day(row.date)}</td>
                <td>{number(row.captured_count)}</td>
                <td>{money(row.captured_minor, currency)}</td>
                <td>{money(row.returned_minor, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
