import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The name of a setting. Kubernetes also keeps `..data` in a mounted secret. */
const SETTING = /^[A-Z][A-Z0-9_]*$/;

/**
 * Returns the environment with the settings that are files. Each file of the directory SECRETS_DIR has the
 * name of a setting and its value, without the line break at its end. Without SECRETS_DIR, returns the
 * environment.
 *
 * Throws if a file is empty, or if a setting has a file and a value: after a rotation the other one would be
 * used.
 */
export function withSecretFiles(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { SECRETS_DIR: directory, ...others } = environment;
  if (!directory) return others;
  const secrets: NodeJS.ProcessEnv = {};
  for (const name of readdirSync(directory).filter((file) => SETTING.test(file))) {
    const value = readFileSync(join(directory, name), 'utf8').trimEnd();
    if (value === '') throw new Error(`${join(directory, name)} is empty: fill it in, or delete it`);
    if (others[name]) throw new Error(`${name} is set twice: in the environment and in ${directory}`);
    secrets[name] = value;
  }
  return { ...others, ...secrets };
}
