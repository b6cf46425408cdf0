import { createWriteStream } from 'node:fs';
import { chmod, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EnvHttpProxyAgent, request } from 'undici';
import { ROOT } from './places.ts';
import { runTool } from './tool-cache.ts';

const CONNECT_MS = 10_000;
/**
 * The timeout from the request to the head of the answer. It also ends the wait for a proxy that accepts
 * connections and then sends nothing.
 */
const ANSWER_MS = 12_000;
const SILENCE_MS = 30_000;
const ARCHITECTURES: Record<string, string> = { x64: 'amd64', arm64: 'arm64' };

/** A program of Temporal, and its version: `v1.5.1`, or `default` for the one that the SDK names. */
interface Official {
  readonly artifact: 'cli' | 'temporal-test-server';
  readonly version: string;
}

/**
 * Downloads a program of Temporal into a folder, from the same source as the SDK's own downloader.
 *
 * That downloader has no timeout, so it hangs silently on a machine without internet. This one gives up
 * connecting after ten seconds. It uses the proxies of the environment.
 */
export async function downloadOfficial(official: Official, program: string, folder: string): Promise<void> {
  const dispatcher = new EnvHttpProxyAgent({ connect: { timeout: CONNECT_MS }, bodyTimeout: SILENCE_MS });
  try {
    const found = await locate(official, dispatcher);
    const archive = join(folder, 'archive');
    const answer = await get(found.archiveUrl, dispatcher);
    await pipeline(Readable.from(answer), createWriteStream(archive));
    await runTool('tar', ['-xf', archive], folder);
    await rm(archive);
    const target = join(folder, program);
    if (found.fileToExtract !== program) await rename(join(folder, found.fileToExtract), target);
    await chmod(target, 0o755);
  } finally {
    await dispatcher.destroy();
  }
}

async function locate(
  { artifact, version: wanted }: Official,
  dispatcher: EnvHttpProxyAgent,
): Promise<{ archiveUrl: string; fileToExtract: string }> {
  const arch = ARCHITECTURES[process.arch];
  if (arch === undefined) throw new Error(`none is offered for ${process.arch}`);
  const { version } = JSON.parse(
    await readFile(join(ROOT, 'node_modules', '@temporalio', 'testing', 'package.json'), 'utf8'),
  ) as {
    version: string;
  };
  const query = new URLSearchParams({
    arch,
    platform: process.platform,
    format: 'tar.gz',
    'sdk-name': 'sdk-typescript',
    'sdk-version': version,
  });
  const answer = await get(`https://temporal.download/${artifact}/${wanted}?${query}`, dispatcher);
  return (await answer.json()) as { archiveUrl: string; fileToExtract: string };
}

async function get(
  url: string,
  dispatcher: EnvHttpProxyAgent,
  redirects = 5,
): Promise<Awaited<ReturnType<typeof request>>['body']> {
  const answer = await inTime(request(url, { dispatcher }), new URL(url).host);
  const location = answer.headers['location'];
  if (answer.statusCode >= 300 && answer.statusCode < 400 && typeof location === 'string' && redirects > 0) {
    await answer.body.dump();
    return get(new URL(location, url).href, dispatcher, redirects - 1);
  }
  if (answer.statusCode !== 200) throw new Error(`${new URL(url).host} answered ${answer.statusCode}`);
  return answer.body;
}

/**
 * An abort signal does not end the wait for a proxy's tunnel. Abandoning the request and closing the
 * dispatcher does.
 */
async function inTime<T>(answer: Promise<T>, host: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${host} does not answer within ${ANSWER_MS / 1000} s`)),
      ANSWER_MS,
    );
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
