import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DATA } from '../../stack/places.ts';
import { startPostgresql } from '../../stack/postgresql.ts';
import { stopAllChildren } from '../../stack/processes.ts';
import { createProgress } from '../../stack/progress.ts';
import { startTemporalServer } from '../../stack/temporal-server.ts';
import { findTestServer } from '../../stack/test-server.ts';
import { makeTemplate } from '../support/database.ts';
import { startSkippedTime } from '../support/time-skipping.ts';
import { WITH_SKIPPED_TIME, PATHS } from './paths.ts';
import type { Path } from './paths.ts';
import { recordingOf, recordedNames, textOf } from './recordings.ts';
import { historiesOf } from './replaying.ts';

/**
 * `npm run record-histories [path …]`: takes today's workflows along the paths named, or along all of them
 * that have no recording yet, and keeps their histories. A recording stays as it is for as long as workflows
 * of its time may run: change workflow code under `patched()`, and record the new path under a new name.
 */
async function main(): Promise<void> {
  const known = new Set(await recordedNames().catch(() => []));
  const asked = process.argv.slice(2);
  const names = asked.length > 0 ? asked : Object.keys(PATHS).filter((name) => !known.has(name));
  const progress = createProgress();
  const directory = join(DATA, `record-${process.pid}`);
  const logDirectory = join(directory, 'logs');
  process.env['TEMPORAL_TEST_SERVER'] ??= await findTestServer(progress);
  const postgresql = await startPostgresql({
    directory: join(directory, 'postgresql'),
    logDirectory,
    durable: false,
    progress,
  });
  try {
    process.env['TEST_DATABASE_ADMIN_URL'] = postgresql.adminUrl;
    await makeTemplate();
    const temporal = await startTemporalServer({ logDirectory, progress });
    for (const name of names) {
      await record(name, WITH_SKIPPED_TIME.has(name) ? undefined : temporal.address);
      progress.step(`recorded ${name}`);
    }
  } finally {
    await stopAllChildren();
    if (postgresql.directory !== null)
      await rm(dirname(postgresql.directory), { recursive: true, force: true });
    await rm(directory, { recursive: true, force: true });
  }
}

/** Each path begins in a world of its own: with the server at this address, or with a time-skipping one. */
async function record(name: string, address: string | undefined): Promise<void> {
  const path = (PATHS as Record<string, Path>)[name];
  if (path === undefined)
    throw new Error(`there is no path ${name}; there are ${Object.keys(PATHS).join(', ')}`);
  const time = await startSkippedTime(`record_${name.replaceAll('-', '_')}`, address);
  try {
    const [history] = await historiesOf(time.client, [await path(time)]);
    if (history === undefined) throw new Error(`${name} has no history`);
    await mkdir(dirname(recordingOf(name)), { recursive: true });
    await writeFile(recordingOf(name), textOf(history));
  } finally {
    await time.stop();
  }
}

await main();
process.exit(0);
