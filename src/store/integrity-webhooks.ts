import type { Check } from './integrity-cashback.ts';

/**
 * A statement that began before a webhook was set, or removed, knows nothing of that for as long as it may
 * run.
 */
const STATEMENT = `interval '10 seconds'`;
/** The longest possible duration of an attempt without a recorded end, in milliseconds. */
const LONGEST_MS = 10_000;
/** The time that a replaced secret still signs, and the longest delay of its deletion. */
const TWO_SECRETS = `interval '24 hours'`;
const FORGOTTEN_AFTER = `interval '1 hour'`;

const TAKEN = 'coalesce(a.status_code between 200 and 299, false)';

/** Each attempt with the one before it. `gap` is what must lie between them by the ladder. */
const LADDER = `
  select a.*, d.ladder_start, d.attempts, lag(a.step) over w as before_step,
    lag(a.done) over w as before_done,
    a.at - lag(a.at + coalesce(a.ms, ${LONGEST_MS}) * interval '1 ms') over w as pause,
    (array['60 s', '5 min', '15 min', '1 h', '6 h']::interval[])[a.step - 1] as gap,
    row_number() over w as place
  from delivery_attempts a join deliveries d on d.id = a.delivery_id window w as (partition by a.delivery_id
    order by a.number)`;

const EVENTS: readonly Check[] = [
  {
    // A statement that is under way while a webhook is set does not see it.
    scope: 'charges',
    name: 'every event of a time with a webhook has its delivery, and both were written by one transaction',
    query: `select 1 from events e left join deliveries d on d.event_id = e.id
            where (d.id is null and exists (
                select from webhook_periods p where p.org_id = e.org_id
                  and e.recorded_at > p.set_at + ${STATEMENT} and e.recorded_at < coalesce(p.removed_at,
                  'infinity')))
               or (d.written_by is not null and d.written_by is distinct from e.written_by)`,
  },
  {
    scope: 'charges',
    name: 'every delivery is of a time with a webhook',
    query: `select 1 from deliveries d where not exists (
              select from webhook_periods p where p.org_id = d.org_id and p.set_at <= d.recorded_at
              and d.recorded_at <= coalesce(p.removed_at, 'infinity') + ${STATEMENT})`,
  },
  {
    scope: 'charges',
    name: 'no event has two deliveries, and a delivery agrees with its event on organization, environment and name',
    query: `select 1 from deliveries d left join events e on e.id = d.event_id
            where (e.org_id, e.env, e.event) is distinct from (d.org_id, d.env, d.event)
            union all select 1 from deliveries group by event_id having count(*) > 1`,
  },
  {
    scope: 'whole',
    name: 'a webhook is kept exactly while its period is open',
    query: `select 1 from webhooks w full join (select * from webhook_periods where removed_at is null) p
            on p.org_id = w.org_id
            where w.org_id is null or p.org_id is null or w.created_at <> p.set_at`,
  },
];

const ATTEMPTS: readonly Check[] = [
  {
    scope: 'charges',
    name: "every attempt of a delivery sent its event's bytes",
    query: `select 1 from delivery_attempts a join deliveries d on d.id = a.delivery_id join events e
            on e.id = d.event_id
            where a.body_sha256 <> sha256(convert_to(e.body, 'UTF8'))`,
  },
  {
    scope: 'charges',
    name: 'attempts are numbered without a gap, as many as were begun, six at most in a ladder',
    query: `select 1 from (${LADDER}) a where number <> place or number > attempts or step not between 1 and 6
               or (place = 1 and step <> 1) or (step <> 1 and step <> before_step + 1)
            union all select 1 from deliveries d where attempts <> (select count(*)
              from delivery_attempts a where a.delivery_id = d.id)
               or (attempts - ladder_start) not between 0 and 6`,
  },
  {
    scope: 'charges',
    name: 'no attempt came before its time, nor before the one before it was over',
    query: `select 1 from (${LADDER}) a where step > 1 and ((not manual and pause < gap) or not before_done)`,
  },
  {
    scope: 'charges',
    name: 'what is delivered was taken at its last attempt, what has failed was not taken at six, what waits has a time and was not taken',
    query: `select 1 from deliveries d
              left join delivery_attempts a on a.delivery_id = d.id and a.number = d.attempts
            where (d.status = 'DELIVERED' and not (a.done is true and ${TAKEN}))
               or (d.status = 'FAILED' and not (a.done is true and not ${TAKEN} and a.step = 6
                 and d.attempts - d.ladder_start = 6))
               or (d.status = 'PENDING' and d.attempts > d.ladder_start and (d.next_attempt_at is null
                 and a.done or ${TAKEN} and not d.asked))
               or (d.status <> 'PENDING' and d.next_attempt_at is not null)`,
  },
  {
    scope: 'charges',
    name: 'nothing was sent without a webhook, nor to one that was set after its delivery was made or resent',
    query: `select 1 from delivery_attempts a join deliveries d on d.id = a.delivery_id
            where a.recorded_at is not null and not exists (
              select from webhook_periods p
              where p.org_id = d.org_id and p.set_at <= a.recorded_at
                and a.recorded_at <= coalesce(p.removed_at, 'infinity') + ${STATEMENT}
                and p.set_at <= greatest(d.recorded_at, d.resent_at))`,
  },
];

const WEBHOOK: readonly Check[] = [
  {
    scope: 'whole',
    name: 'a webhook that fails does so since a delivery of its organization whose six attempts nobody took',
    query: `select 1 from webhooks w left join deliveries d on d.id = w.failing_delivery_id
            and d.org_id = w.org_id
              left join delivery_attempts a on a.delivery_id = d.id and a.number = 6
            where w.failing_delivery_id is not null and (a.done is not true or ${TAKEN})`,
  },
  {
    scope: 'whole',
    name: 'a secret that was replaced signs for 24 hours at most, and is forgotten then',
    query: `select 1 from webhooks where previous_until > clock_timestamp() + ${TWO_SECRETS}
            or previous_until < clock_timestamp() - ${FORGOTTEN_AFTER}`,
  },
];

/** The promises of webhooks, W1 to W6. Tests compare the receivers' requests with the log. */
export const WEBHOOKS: readonly Check[] = [...EVENTS, ...ATTEMPTS, ...WEBHOOK];
