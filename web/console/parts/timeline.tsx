import type { SaleDetail, Timeline } from '../api.ts';
import { duration, money, t, words } from '../text.ts';
import { Moment } from './table.tsx';

/** Steps that the ledger and the outbox make for another step: they tell a merchant nothing new. */
const INNER = ['journal.posted', 'webhook.event'];
/** A pause that the timeline names. */
const PAUSE_MS = 3_600_000;

type Step = Timeline['steps'][number];

const TEXTS: Readonly<Partial<Record<Step['step'], string>>> = {
  'checkout.created': 'Your server opened the checkout over {total_minor}',
  'charge.authorized': 'A shopper authorized; {held_minor} are held',
  'charge.captured': 'Captured: {merchant_net} for you, {mdr_fee} fee, {total_cashback} cashback',
  'charge.voided': 'Voided; the hold of {released_minor} is released',
  'charge.expired': 'The hold of {released_minor} lapsed after seven days',
  'charge.returned': 'Returned: {refund} to the shopper',
  'award.deferred': 'Cashback of {amount} waits until the buyer recommends the product',
  'award.pending': 'Cashback of {amount} became pending',
  'award.cut': 'A return cut cashback by {cut}, to {amount}',
  'award.voided': 'A return took back cashback of {cut}',
  'award.landed': 'Cashback of {amount} landed',
};

const NEXT: Readonly<Record<Timeline['next'][number]['what'], string>> = {
  hold_lapse: 'The hold lapses if you have not captured',
  award_landing: 'Cashback lands',
  webhook_retry: 'The webhook is sent again',
};

interface TimelineProps {
  readonly sale: SaleDetail;
  readonly timeline: Timeline | undefined;
  readonly expiresAt: string | undefined;
}

/** The past steps of a sale, and the next ones with their times. */
export function TimelineRegion({ sale, timeline, expiresAt }: TimelineProps) {
  const steps = timeline?.steps.filter(({ step }) => !INNER.includes(step)) ?? [];
  return (
    <section aria-label={t('Timeline')} className="timeline">
      <h2>{t('Timeline')}</h2>
      <ol>
        {timeline === undefined && (
          <li>
            <Moment at={sale.created_at} />
            <span>
              {t('Your server opened the checkout over {total}', {
                total: money(sale.total_minor, sale.currency),
              })}
            </span>
          </li>
        )}
        {steps.map((step, at) => (
          <Item key={at} step={step} before={steps[at - 1]} currency={sale.currency} />
        ))}
      </ol>
      <h3>{t('Next')}</h3>
      <ol className="next">
        {sale.status === 'PENDING' && expiresAt !== undefined && (
          <li>
            <Moment at={expiresAt} />
            <span>{t('The checkout expires unless a shopper pays')}</span>
          </li>
        )}
        {timeline?.next.map(({ due_at: dueAt, what, id }) => (
          <li key={`${what}${id}`}>
            <Moment at={dueAt} />
            <span>
              {t(NEXT[what])}{' '}
              <small>
                {t('in {time}', { time: duration(Date.parse(dueAt) - Date.parse(timeline.now)) })}
              </small>
            </span>
          </li>
        ))}
        {(timeline?.next.length ?? 0) === 0 && sale.status !== 'PENDING' && <li>{t('Nothing is due.')}</li>}
      </ol>
    </section>
  );
}

function Item({
  step,
  before,
  currency,
}: {
  readonly step: Step;
  readonly before: Step | undefined;
  readonly currency: string;
}) {
  const pause = before === undefined ? 0 : Date.parse(step.at) - Date.parse(before.at);
  return (
    <>
      {pause > PAUSE_MS && <li className="pause">{t('{time} later', { time: duration(pause) })}</li>}
      <li>
        <Moment at={step.at} />
        <span>{textOf(step, currency)}</span>
      </li>
    </>
  );
}

function textOf({ step, amounts, detail }: Step, currency: string): string {
  if (step === 'webhook.attempted') {
    const answer = detail['status_code'] ?? detail['error'] ?? '';
    return t('Webhook {event}, attempt {number}: {outcome} {answer}', {
      event: String(detail['event']),
      number: String(detail['number']),
      outcome: String(detail['outcome']),
      answer: String(answer),
    });
  }
  const values = Object.fromEntries(
    Object.entries(amounts).map(([name, amount]) => [name, money(amount, currency)]),
  );
  return t(TEXTS[step] ?? words(step), values);
}
