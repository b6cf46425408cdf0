import { createRouting } from '../../src/http/pipeline/routing.ts';

const find = createRouting([
  { method: 'GET', path: '/orgs/{id}', target: 'org' },
  { method: 'PATCH', path: '/orgs/{id}', target: 'rename' },
  { method: 'GET', path: '/orgs/{id}/members/{user_id}', target: 'member' },
  { method: 'POST', path: '/orgs/{id}/members/resend', target: 'resend' },
  { method: 'GET', path: '/orgs/mine', target: 'mine' },
  { method: 'POST', path: '/orgs/{org_id}/mine', target: 'other name' },
]);

test('a path is found with its decoded parameters, under the names of its own route', () => {
  expect(find('GET', '/orgs/a%20b')).toEqual({ target: 'org', params: { id: 'a b' } });
  expect(find('GET', '/orgs/a/members/b')).toEqual({ target: 'member', params: { id: 'a', user_id: 'b' } });
  expect(find('POST', '/orgs/a/mine')).toEqual({ target: 'other name', params: { org_id: 'a' } });
});

test('a parameter that is no proper encoding is as it was sent', () => {
  for (const sent of ['%', '%zz', '%E0%A4%A'])
    expect(find('GET', `/orgs/${sent}`)).toEqual({ target: 'org', params: { id: sent } });
});

test('a named segment comes before a parameter, with its methods only', () => {
  expect(find('GET', '/orgs/mine')).toEqual({ target: 'mine', params: {} });
  expect(find('PATCH', '/orgs/mine')).toEqual({ target: null, allowed: ['HEAD', 'GET'] });
  expect(find('GET', '/orgs/a/members/resend')).toEqual({ target: null, allowed: ['POST'] });
});

test('a parameter takes a segment that begins like a longer path', () => {
  expect(find('GET', '/orgs/mine/members/b')).toEqual({
    target: 'member',
    params: { id: 'mine', user_id: 'b' },
  });
});

test('GET answers HEAD, and another method gets those of the path', () => {
  expect(find('HEAD', '/orgs/a')).toEqual({ target: 'org', params: { id: 'a' } });
  expect(find('DELETE', '/orgs/a')).toEqual({ target: null, allowed: ['HEAD', 'GET', 'PATCH'] });
});

test('case, slashes and empty segments make another path', () => {
  for (const path of [
    '',
    '/',
    '/orgs',
    '/orgs/',
    '/Orgs/a',
    '/orgs/a/',
    '//orgs/a',
    '/orgs//members/b',
    '/orgs/a/b/c',
  ])
    expect(find('GET', path)).toBeNull();
});
