import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../stack/places.ts';

const FOLDER = join(ROOT, 'systemd');
const units = readdirSync(FOLDER).map((name) => ({
  name,
  lines: readFileSync(join(FOLDER, name), 'utf8').split('\n'),
}));
const valuesOf = ({ lines }: (typeof units)[number], key: string) =>
  lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
const credentials = (name: string) => {
  const unit = units.find((one) => one.name === name) as (typeof units)[number];
  return valuesOf(unit, 'LoadCredential').map((value) => value.split(':')[0]);
};

/** The API and the worker may only read their code and use the network. */
const HARDENING = [
  ...['NoNewPrivileges=yes', 'CapabilityBoundingSet=', 'ProtectSystem=strict', 'ProtectHome=yes'],
  ...[
    'PrivateTmp=yes',
    'PrivateDevices=yes',
    'PrivateUsers=yes',
    'RestrictNamespaces=yes',
    'LockPersonality=yes',
  ],
  ...['SystemCallFilter=@system-service', 'SystemCallArchitectures=native', 'DynamicUser=yes', 'UMask=0077'],
  ...['ProtectKernelTunables=yes', 'ProtectKernelModules=yes', 'ProtectKernelLogs=yes', 'MemoryMax=2G'],
  ...[
    'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK',
    'TasksMax=1024',
    'ProtectControlGroups=yes',
  ],
];

test('every unit has the whole hardening', () => {
  expect(units.map(({ name }) => name)).toEqual([
    'payments-api@.service',
    'payments-migrations.service',
    'payments-worker@.service',
  ]);
  for (const { name, lines } of units)
    expect([name, HARDENING.filter((line) => !lines.includes(line))]).toEqual([name, []]);
});

test('secrets are files, those that containers/secrets.sh makes, and only the migrations have the owner of the tables', () => {
  const script = readFileSync(join(ROOT, 'containers', 'secrets.sh'), 'utf8');
  const api = credentials('payments-api@.service');
  expect(api).toHaveLength(11);
  for (const name of api) expect(script).toContain(name);
  expect(credentials('payments-worker@.service')).toEqual(api);
  expect(credentials('payments-migrations.service')).toEqual(['DATABASE_URL', 'MIGRATION_DATABASE_URL']);
  // A line of the settings file would override one of `Environment=`.
  for (const unit of units) expect(valuesOf(unit, 'ExecStart')[0]).toContain(' SECRETS_DIR=%d ');
});

test('API and worker start again, and have more time to end than they take', () => {
  for (const unit of units.filter(({ name }) => name.includes('@'))) {
    expect(valuesOf(unit, 'Restart')).toEqual(['always']);
    expect(Number(valuesOf(unit, 'TimeoutStopSec')[0])).toBeGreaterThan(10);
  }
});
