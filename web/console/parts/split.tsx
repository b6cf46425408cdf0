import type { SaleDetail, Timeline } from '../api.ts';
import { money, t } from '../text.ts';

const WIDTH = 600;
const HEIGHT = 28;

/** Where the money of a captured sale went, drawn to scale. */
export function Split({ sale, timeline }: { readonly sale: SaleDetail; readonly timeline: Timeline }) {
  const captured = timeline.steps.find(({ step }) => step === 'charge.captured')?.amounts;
  if (captured === undefined) return null;
  const cashback = captured['total_cashback'] ?? 0;
  const recommenders = captured['recommender_amount'] ?? 0;
  const parts = [
    { name: t('You receive'), amount: captured['merchant_net'] ?? 0, tone: 'net' },
    { name: t('Fee of the platform'), amount: captured['mdr_fee'] ?? 0, tone: 'fee' },
    { name: t('Cashback to recommenders'), amount: recommenders, tone: 'recommender' },
    { name: t('Cashback to the buyer'), amount: cashback - recommenders, tone: 'buyer' },
  ].filter(({ amount }) => amount > 0);
  const whole = Math.max(
    1,
    parts.reduce((sum, { amount }) => sum + amount, 0),
  );
  let start = 0;
  return (
    <section aria-label={t('Where the money went')}>
      <h2>{t('Where the money went')}</h2>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" className="split" preserveAspectRatio="none">
        {parts.map(({ tone, amount }) => {
          const width = (amount / whole) * WIDTH;
          const x = start;
          start += width;
          return <rect key={tone} x={x} width={width} height={HEIGHT} className={tone} />;
        })}
      </svg>
      <dl className="facts legend">
        {parts.map(({ name, amount, tone }) => (
          <div key={tone}>
            <dt>
              <span className={`swatch ${tone}`} aria-hidden="true" /> {name}
            </dt>
            <dd>
              <bdi>{money(amount, sale.currency)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
