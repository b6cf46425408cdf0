import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadOfficial } from './official-download.ts';
import type { Progress } from './progress.ts';
import { cachedFolder, inCache, onPath, runTool, works } from './tool-cache.ts';

const VERSION = '1.35.0';
const PROGRAM = 'temporal-test-server';
const DOWNLOADED = `${PROGRAM}-download`;
const ASSEMBLED = `${PROGRAM}-${VERSION}`;

/**
 * Finds the executable of Temporal's time-skipping test server, for
 * `TestWorkflowEnvironment.createTimeSkipping({ server: { executable: { type: 'existing-path', path } } })`.
 *
 * The search order is: TEMPORAL_TEST_SERVER, the cache of this project, the official download, the jars from
 * Maven with a script around `java`. Throws one error that names every remedy.
 */
export async function findTestServer(progress: Progress): Promise<string> {
  const named = process.env['TEMPORAL_TEST_SERVER'];
  if (named) return named;
  const downloaded = await inCache(DOWNLOADED, PROGRAM);
  if (downloaded !== null) return downloaded;
  const assembled = await inCache(ASSEMBLED, PROGRAM);
  if (assembled !== null && (await hasJava())) return assembled;

  const failures: string[] = [];
  for (const [what, obtain] of ways()) {
    try {
      return await progress.during(what, obtain());
    } catch (error) {
      const reason =
        error instanceof Error ? error.message || String((error as { code?: string }).code) : String(error);
      failures.push(`${what}: ${reason}`);
      progress.step(`  that failed: ${reason.split('\n')[0]}`);
    }
  }
  throw new Error(noServer(failures));
}

function ways(): [string, () => Promise<string>][] {
  return [
    ['downloading the time-skipping test server', download],
    ['fetching the time-skipping test server with Maven', assemble],
  ];
}

async function download(): Promise<string> {
  const folder = await cachedFolder(DOWNLOADED, async (target) => {
    await downloadOfficial({ artifact: 'temporal-test-server', version: 'default' }, PROGRAM, target);
  });
  return join(folder, PROGRAM);
}

async function assemble(): Promise<string> {
  if (!(await hasJava())) throw new Error('Java is not installed (no working `java` on the PATH)');
  const maven = await onPath('mvn');
  if (maven === null) throw new Error('Maven is not installed (no `mvn` on the PATH)');
  const folder = await cachedFolder(ASSEMBLED, async (target) => {
    await writeFile(join(target, 'pom.xml'), POM);
    await runTool(
      maven,
      [
        '-q',
        '-B',
        'dependency:copy-dependencies',
        '-DincludeScope=runtime',
        `-DoutputDirectory=${join(target, 'lib')}`,
      ],
      target,
    );
    await writeFile(join(target, PROGRAM), SCRIPT);
    await chmod(join(target, PROGRAM), 0o755);
  });
  return join(folder, PROGRAM);
}

function hasJava(): Promise<boolean> {
  return works('java', ['-version']);
}

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>merchant-payments</groupId>
  <artifactId>test-server</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>io.temporal</groupId>
      <artifactId>temporal-test-server</artifactId>
      <version>${VERSION}</version>
    </dependency>
  </dependencies>
</project>
`;

/** The JVM flags favour a fast start and little memory: the server lives for one test file. */
const SCRIPT = `#!/bin/sh
exec java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -cp "$(dirname "$0")/lib/*" io.temporal.testserver.TestServer "$@"
`;

function noServer(failures: string[]): string {
  return [
    'The tests of the workflows need the time-skipping test server of Temporal, and it is not to be had on this machine.',
    ...failures.map((failure) => `  - ${failure}`),
    'Remedy, any one of these, then again:',
    '  - install Java 17 or newer and Maven (Debian: apt-get install -y default-jre-headless maven; macOS: brew install openjdk maven)',
    '  - allow https to temporal.download for the official download (HTTPS_PROXY is used)',
    '  - name a copy that you have: TEMPORAL_TEST_SERVER=/path/to/temporal-test-server',
  ].join('\n');
}
