import { lineOf, logOptions } from '../../src/telemetry/log.ts';

const { err: serialize } = logOptions('api', 'info').serializers;

test('a fault is logged by its type, message, code and place, and by nothing that hangs on it', () => {
  const fault = Object.assign(new TypeError('it broke'), {
    code: '23514',
    table: 'users',
    detail: 'Failing row contains (ann@example.com)',
  });
  expect(serialize(fault)).toEqual({
    type: 'TypeError',
    message: 'it broke',
    code: '23514',
    constraint: undefined,
    table: 'users',
    stack: expect.stringMatching(/^\s+at /),
  });
});

test('the causes of a fault are logged likewise, all of several', () => {
  const cause = Object.assign(new Error('no route'), { address: '10.0.0.1' });
  const several = new AggregateError([cause, cause], 'neither');
  const logged = JSON.stringify(serialize(new Error('outer', { cause: several })));
  expect(logged.match(/no route/g)).toHaveLength(2);
  expect(logged).not.toContain('10.0.0.1');
});

test('a value that PostgreSQL could not read is not repeated', () => {
  const fault = Object.assign(new Error('invalid input syntax for type uuid: "sess_secret"'), {
    code: '22P02',
  });
  expect(JSON.stringify(serialize(fault))).not.toContain('sess_secret');
});

test('the detail that MikroORM appends to a message is not logged', () => {
  const message =
    'duplicate key value violates unique constraint\n - detail: Key (email)=(ann@example.com) already exists.';
  expect(serialize(Object.assign(new Error(message), { code: '23505' }))).toMatchObject({
    message: 'duplicate key value violates unique constraint',
  });
});

test('a thrown value that is no error is logged as text', () => {
  expect(serialize('thrown as it was')).toBe('thrown as it was');
});

test('a call is logged by its listed fields, without those that are null', () => {
  const call = {
    requestId: 'r-1',
    traceparent: '00-1-2-00',
    method: 'GET',
    route: '/me',
    status: 200,
    ms: 1.26,
    orgId: null,
    env: null,
    credential: null,
    idempotency: null,
    reason: null,
    detail: null,
    path: '/me',
    credentialId: 'somebody',
  };
  expect(lineOf(call)).toEqual({
    requestId: 'r-1',
    traceparent: '00-1-2-00',
    method: 'GET',
    route: '/me',
    status: 200,
    ms: 1.3,
  });
});
