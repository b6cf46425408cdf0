import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import type { WorkflowBundleOption, WorkflowBundleWithSourceMap } from '@temporalio/worker';
import { FAILURE_CONVERTER } from './data-converter.ts';

/**
 * Bundles the workflows and their trace interceptor for a worker. Takes about two seconds of processor time.
 */
export function bundleWorkflows(): Promise<WorkflowBundleWithSourceMap> {
  const [workflowsPath, trace] = ['versioning', 'trace'].map((file) =>
    fileURLToPath(new URL(`../../workflows/${file}.ts`, import.meta.url)),
  );
  return bundleWorkflowCode({
    workflowsPath: workflowsPath as string,
    workflowInterceptorModules: [trace as string],
    failureConverterPath: FAILURE_CONVERTER,
    // A worker parses the source map four times while it starts, and uses only its positions.
    webpackConfigHook: (config) => ({ ...config, devtool: 'inline-nosources-source-map' }),
    logger: new DefaultLogger('ERROR'),
  });
}

/** The bundle in the file at `codePath`, or a new bundle without a path. */
export async function workflowBundle(codePath: string | undefined): Promise<WorkflowBundleOption> {
  return codePath === undefined ? bundleWorkflows() : { codePath };
}
