import { MOST_ORGS_OF_OWNER, MOST_TERMINALS_OF_ORG } from '../../../src/domain/caps.ts';
import { apiTest } from '../../support/api-test.ts';
import { api, merchant } from '../../support/people.ts';
import type { Answer } from '../../support/people.ts';

const { books } = apiTest();
const outcomesOf = (answers: readonly Answer[]) =>
  answers.map(({ status, body }) => [status, body.error as unknown]).toSorted();
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work));

test('one user owns a hundred organizations at most, also when they are created at once', async () => {
  const shop = await merchant();
  await books.query(
    `with made as (insert into orgs (id, name, country_code, mdr_bps, recommender_share_bps)
       select gen_random_uuid(), 'Hoard', 'US', 200, 5000 from generate_series(1, $2) returning id)
     insert into members (org_id, user_id, role) select id, $1, 'owner' from made`,
    [shop.userId, MOST_ORGS_OF_OWNER - 3],
  );
  const { session } = shop;
  const create = () => api('POST', '/orgs', { session, body: { name: 'Hoard', country_code: 'US' } });
  const refusal = [400, 'too many orgs'];
  expect(outcomesOf(await times(4, create))).toEqual([[200, undefined], [200, undefined], refusal, refusal]);
});

test('an organization has a thousand terminals at most, also when they are created at once', async () => {
  const shop = await merchant();
  await books.query(
    `insert into terminals (id, org_id, title, terminal_type)
     select gen_random_uuid(), $1, 'Hoard', 'REUSABLE' from generate_series(1, $2)`,
    [shop.orgId, MOST_TERMINALS_OF_ORG - 2],
  );
  const create = () => api('POST', '/terminals', { key: shop.key, body: { title: 'Till' } });
  const refusal = [400, 'too many terminals'];
  expect(outcomesOf(await times(4, create))).toEqual([[200, undefined], [200, undefined], refusal, refusal]);
});
