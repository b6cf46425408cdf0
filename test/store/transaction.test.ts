import { v7 } from 'uuid';
import { User } from '../../src/entities/user.ts';
import { openDatabase } from '../../src/store/database.ts';
import type { Database } from '../../src/store/database.ts';
import { findOrMakeUser } from '../../src/store/users.ts';
import { cloneDatabase } from '../support/database.ts';

let database: Database;

beforeAll(async () => {
  const url = await cloneDatabase(`transaction_${process.pid}_${Date.now()}`);
  // One connection: an entity manager that wanted another would wait for it until it fails.
  database = await openDatabase({ url, poolSize: 1 });
});

afterAll(() => database.close());

const newUser = () => {
  const id = v7();
  return { id, email: `${id}@example.com` };
};

test('entities and statements of a transaction share its connection and see each other', async () => {
  const [one, two] = [newUser(), newUser()];
  await database.transaction(async (tx) => {
    tx.em.create(User, one);
    await tx.em.flush();
    expect(await findOrMakeUser(tx, { userId: v7(), email: one.email })).toEqual({ id: one.id });
    await findOrMakeUser(tx, { userId: two.id, email: two.email });
    expect(await tx.em.findOne(User, { email: two.email })).toMatchObject({ id: two.id, countryCode: 'US' });
  });
  expect(await database.em().count(User, { id: { $in: [one.id, two.id] } })).toBe(2);
});

test('changed entities are written before the commit', async () => {
  const user = newUser();
  await database.transaction(async ({ em }) => void em.create(User, user));
  await database.transaction(async ({ em }) => {
    (await em.findOneOrFail(User, { id: user.id })).firstName = 'Ann';
  });
  expect(await database.em().findOne(User, { id: user.id })).toMatchObject({ firstName: 'Ann' });
});

test('a fault undoes what entities and statements wrote', async () => {
  const [one, two] = [newUser(), newUser()];
  const work = database.transaction(async (tx) => {
    tx.em.create(User, one);
    await tx.em.flush();
    await findOrMakeUser(tx, { userId: two.id, email: two.email });
    throw new Error('it broke');
  });
  await expect(work).rejects.toThrow('it broke');
  expect(await database.em().count(User, { id: { $in: [one.id, two.id] } })).toBe(0);
});

test('a transaction that is tried again has a fresh entity manager', async () => {
  const user = newUser();
  let attempts = 0;
  await database.transaction(async ({ em }) => {
    attempts++;
    expect(await em.findOne(User, { id: user.id })).toBeNull();
    em.create(User, user);
    await em.flush();
    if (attempts === 1) throw Object.assign(new Error('serialization failure'), { code: '40001' });
  });
  expect(attempts).toBe(2);
  expect(await database.em().count(User, { id: user.id })).toBe(1);
});
