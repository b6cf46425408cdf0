import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../api.ts';
import { COUNTRIES, MAGIC_VALUES, MOST_CLOCK_SECONDS } from '../facts.ts';
import { useAct } from '../parts/act.tsx';
import { Button, Field, Form } from '../parts/form.tsx';
import { Failure, Loading } from '../parts/state.tsx';
import { useOrgTime } from '../parts/org-time.ts';
import { Moment, Table } from '../parts/table.tsx';
import { useOrgKey, useSession } from '../session.tsx';
import { duration, minorUnits, moment, money, t, words } from '../text.ts';

/** The tools of the sandbox: its clock, test funds, magic values. */
export function SandboxPage() {
  const { env } = useSession();
  return (
    <>
      <h1>{t('Sandbox')}</h1>
      {env === 'live' ? (
        <p>{t('Live time cannot be moved. Switch to the sandbox to use its clock and its test funds.')}</p>
      ) : (
        <>
          <Clock />
          <TopUp />
          <MagicValues />
        </>
      )}
    </>
  );
}

interface Due {
  readonly kind: string;
  readonly id: string;
  readonly due_at: string;
}

const DAY_MS = 86_400_000;
/** The clock runs on while the call is on its way: a minute keeps the furthest time within the limit. */
const FURTHEST_MS = MOST_CLOCK_SECONDS * 1000 - 60_000;

/**
 * The times that the slider stops at: each whole day ahead, and each thing that falls due. A due thing comes
 * a second after its time, so that a move there makes it happen.
 */
function stopsOf(now: number, due: readonly Due[]): number[] {
  const days = Array.from({ length: Math.floor(FURTHEST_MS / DAY_MS) }, (_, at) => (at + 1) * DAY_MS);
  const things = due.map(({ due_at: dueAt }) => Date.parse(dueAt) - now + 1000);
  const inReach = [...days, ...things, FURTHEST_MS].filter((ahead) => ahead > 0 && ahead <= FURTHEST_MS);
  return [...new Set([0, ...inReach])].toSorted((a, b) => a - b);
}

function Clock() {
  const { org, may } = useSession();
  const key = useOrgKey();
  const client = useQueryClient();
  const orgTime = useOrgTime();
  const [at, setAt] = useState(0);
  const due = useQuery({
    queryKey: key('due'),
    queryFn: async () => {
      const params = { query: { org_id: org.org_id } };
      return bodyOf(api.GET('/sandbox/clock/due', { params }));
    },
    refetchInterval: 5000,
  });
  const advance = useAct(async (headers, seconds: number) => {
    const body = { org_id: org.org_id, seconds };
    const moved = await bodyOf(api.POST('/sandbox/clock/advance', { body, headers }));
    setAt(0);
    await client.invalidateQueries({ queryKey: ['env'] });
    return moved;
  });
  if (orgTime === null) return <Loading />;
  const now = orgTime();
  const things = due.data?.due ?? [];
  const stops = stopsOf(now, things);
  const ahead = stops[Math.min(at, stops.length - 1)] ?? 0;
  const passed = things.filter(({ due_at: dueAt }) => Date.parse(dueAt) <= now + ahead);
  const text = textOf(now, ahead);
  return (
    <section aria-label={t('Time')}>
      <h2>{t('Time')}</h2>
      <p>
        {t('It is')} <time dateTime={new Date(now).toISOString()}>{moment(now)}</time> {t('in this sandbox.')}
      </p>
      {may('manage_org') ? (
        <Form onSubmit={() => advance.run(Math.max(1, Math.round(ahead / 1000)))}>
          <div className="field">
            <label htmlFor="clock">{t('Clock')}</label>
            <input
              id="clock"
              type="range"
              min={0}
              max={stops.length - 1}
              step={1}
              value={Math.min(at, stops.length - 1)}
              aria-valuetext={text}
              onChange={(event) => setAt(Number(event.target.value))}
            />
            <output htmlFor="clock">{text}</output>
          </div>
          <DueList due={passed} of={things.length} />
          <Button isBusy={advance.isBusy} disabled={ahead === 0}>
            {t('Advance')}
          </Button>
          {advance.isBusy && (
            <p role="status">{t('The clock moves; everything that falls due on the way is done…')}</p>
          )}
        </Form>
      ) : (
        <p>{t('Owners and admins move the clock.')}</p>
      )}
      <Failure error={advance.error ?? due.error} />
      {advance.data !== undefined && !advance.isBusy && (
        <Fired fired={advance.data.fired} now={advance.data.now} />
      )}
    </section>
  );
}

function textOf(now: number, ahead: number): string {
  if (ahead === 0) return t('now, {time}', { time: moment(now) });
  return t('{time} ahead: {moment}', { time: duration(ahead), moment: moment(now + ahead) });
}

function DueList({ due, of }: { readonly due: readonly Due[]; readonly of: number }) {
  if (of === 0) return <p>{t('Nothing is due. Take a payment, then move the clock.')}</p>;
  return (
    <p>
      {due.length === 0
        ? t('{of} things fall due later.', { of })
        : t('{count} of {of} things fall due until then: {kinds}', {
            count: due.length,
            of,
            kinds: [...new Set(due.map(({ kind }) => words(kind)))].join(', '),
          })}
    </p>
  );
}

function Fired({ fired, now }: { readonly fired: readonly Due[]; readonly now: string }) {
  return (
    <section aria-label={t('What fired')}>
      <h3>{t('What fired')}</h3>
      <p role="status">
        {t('The clock moved to {time}. {count} things fell due.', { time: moment(now), count: fired.length })}
      </p>
      {fired.length > 0 && (
        <Table label={t('What fired')} heads={[t('Due'), t('What'), t('Id')]}>
          {fired.map(({ kind, id, due_at: dueAt }) => (
            <tr key={`${kind}${id}${dueAt}`}>
              <td>
                <Moment at={dueAt} />
              </td>
              <td>
                {words(kind)} <small>{kind}</small>
              </td>
              <td>
                <code>{id}</code>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

function TopUp() {
  const { org } = useSession();
  const currency = (COUNTRIES as Readonly<Record<string, string>>)[org.country_code] ?? 'USD';
  const [amount, setAmount] = useState('');
  const minor = minorUnits(amount, currency);
  const topUp = useAct(async (headers) => {
    const body = { amount_minor: minor ?? 0, currency };
    return bodyOf(api.POST('/sandbox/wallet/topup', { body, headers }));
  });
  return (
    <section aria-label={t('Test funds')}>
      <h2>{t('Test funds')}</h2>
      <p>{t('You are also a shopper: with test funds in your own wallet you can pay your own checkouts.')}</p>
      <Form isInline onSubmit={topUp.run}>
        <Field
          label={t('Amount in {currency}', { currency })}
          inputMode="decimal"
          value={amount}
          onChange={setAmount}
          required
        />
        <Button kind="plain" isBusy={topUp.isBusy} disabled={minor === null || minor === 0}>
          {t('Add test funds')}
        </Button>
      </Form>
      {topUp.data !== undefined && (
        <p role="status">
          {t('Your wallet has {amount}.', { amount: money(topUp.data.available_minor, topUp.data.currency) })}
        </p>
      )}
      <Failure error={topUp.error} />
    </section>
  );
}

function MagicValues() {
  return (
    <section aria-label={t('Magic values')}>
      <h2>{t('Magic values')}</h2>
      <Table label={t('Magic values')} heads={[t('Value'), t('Where'), t('Effect')]}>
        {MAGIC_VALUES.map(({ value, appliesTo, effect }) => (
          <tr key={value}>
            <td>
              <code>{value}</code>
            </td>
            <td>{appliesTo.replaceAll('`', '')}</td>
            <td>{effect.replaceAll('`', '')}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
