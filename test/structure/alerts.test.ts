import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { ROOT } from '../../stack/places.ts';

const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}
interface Groups {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}
interface Panel {
  readonly title: string;
  readonly description: string;
  readonly targets: readonly { readonly expr: string }[];
}

const { groups } = parse(text('monitoring/alerts.yml'), { strict: true, uniqueKeys: true }) as Groups;
const rules = groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(text('monitoring/dashboard.json')) as { panels: readonly Panel[] };
const page = text('docs/alerts.md');

/** Each metric of ours with its labels. The suffixes are those of a histogram. */
const METRICS = new Map(
  ['src/http/metrics.ts', 'src/telemetry/worker-metrics.ts'].flatMap((path) =>
    [...text(path).matchAll(/(?:name: |gauge\()'([a-z_]+)'([^;]*?)(?:registers|\(\) =>)/g)].map(
      ([, name, rest]) =>
        [
          name as string,
          [...(/labelNames: \[([^\]]*)\]/.exec(rest ?? '')?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
            ([, label]) => label as string,
          ),
        ] as const,
    ),
  ),
);
const nameOf = (metric: string): string => metric.replace(/_(?:bucket|count|sum)$/, '');
/** Labels that Prometheus adds: the process that it scraped, and the bound of a bucket. */
const ADDED = ['instance', 'le'];

/** Returns what a PromQL expression names, by its grammar. `errors` are the places that no grammar fits. */
function read(expr: string): { metrics: string[]; labels: string[]; errors: string[] } {
  const found = { metrics: [] as string[], labels: [] as string[], errors: [] as string[] };
  parser.parse(expr).iterate({
    enter({ name, type, from, to, node }) {
      const words = expr.slice(from, to);
      if (type.isError) found.errors.push(`${from}: ${expr.slice(from, from + 20)}`);
      else if (name === 'Identifier' && node.parent?.name === 'VectorSelector') found.metrics.push(words);
      else if (name === 'LabelName') found.labels.push(words);
    },
  });
  return found;
}

const EXPRESSIONS = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

test('there are rules, panels and metrics to look at', () => {
  expect(rules.length).toBeGreaterThan(15);
  expect(panels.length).toBeGreaterThan(10);
  expect(METRICS.get('http_requests_total')).toEqual(['route', 'method', 'status']);
  expect(METRICS.get('database_pool_waiting')).toEqual([]);
});

test.each(EXPRESSIONS)('the query of %s is PromQL over metrics and labels of ours', (_, expr) => {
  const { metrics, labels, errors } = read(expr);
  expect(errors).toEqual([]);
  expect(metrics.length).toBeGreaterThan(0);
  expect(metrics.filter((metric) => !METRICS.has(nameOf(metric)))).toEqual([]);
  const known = [...ADDED, ...metrics.flatMap((metric) => METRICS.get(nameOf(metric)) ?? [])];
  expect(labels.filter((label) => !known.includes(label))).toEqual([]);
});

test('every rule has the fields that Prometheus reads, and no other', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  expect(new Set(groups.map(({ name }) => name)).size).toBe(groups.length);
  for (const group of groups) expect(Object.keys(group)).toEqual(['name', 'rules']);
  const fields = ['alert', 'expr', 'for', 'labels', 'annotations'];
  for (const rule of rules) {
    expect(Object.keys(rule).filter((field) => !fields.includes(field))).toEqual([]);
    expect(rule).toMatchObject({
      alert: expect.stringMatching(/^[A-Z][A-Za-z]+$/),
      labels: { severity: expect.stringMatching(/^(?:page|ticket)$/) },
      annotations: { summary: expect.stringMatching(/\w/) },
    });
    expect(rule.for ?? '1m').toMatch(/^\d+[smhd]$/);
  }
});

test('each alert has its section on docs/alerts.md, which says what it means and what to do', () => {
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook_url).toBe(`docs/alerts.md#${alert.toLowerCase()}`);
    const section = new RegExp(`^### ${alert}\\n([^]*?)(?=^#|(?![^]))`, 'm').exec(page)?.[1] ?? '';
    expect([alert, section]).toEqual([alert, expect.stringMatching(/\*\*Means\*\*[^]*\*\*Do\*\*/)]);
  }
  const sections = [...page.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
  expect(sections.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

test('every metric is on the dashboard, and each panel says what it shows', () => {
  const shown = panels
    .flatMap(({ targets }) => targets.flatMap(({ expr }) => read(expr).metrics))
    .map(nameOf);
  expect([...METRICS.keys()].filter((metric) => !shown.includes(metric))).toEqual([]);
  expect(panels.filter(({ description }) => description.length < 20)).toEqual([]);
  const alerts = rules.map(({ alert }) => alert);
  const named = panels.flatMap(({ description }) => description.match(/\b(?:[A-Z][a-z]+){2,}\b/g) ?? []);
  expect(named.filter((name) => !alerts.includes(name))).toEqual([]);
});
