// Runs in the API and in the worker, beside their own code.
//
// Node writes its compile cache when a process ends. A process that is killed would leave none, and the next
// one would take half as long again to start.
import { flushCompileCache } from 'node:module';

const LOADED_MS = 5000;

setTimeout(flushCompileCache, LOADED_MS).unref();
