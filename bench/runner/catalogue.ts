import { join } from 'node:path'
import type { Bench } from '#bench/support/figure.ts'

/** What a benchmark measures, without loading it. */
export interface CatalogueEntry {
  name: string
  /** Below `bench/`. */
  file: string
  summary: string
  /** Approximate duration on two quiet cores. */
  minutes: number
  /** Whether it is among those of `--quick`. */
  isQuick?: true
}

const entry = (
  name: string,
  minutes: number,
  summary: string,
  file = `${name}.ts`,
): CatalogueEntry => ({ name, file, summary, minutes })
const campaign = (name: string, minutes: number, summary: string) =>
  entry(name, minutes, summary, `campaigns/${name}.ts`)
const cluster = (name: string, minutes: number, summary: string) =>
  entry(name, minutes, summary, `cluster/${name}.ts`)
const ownFolder = (name: string, minutes: number, summary: string) =>
  entry(name, minutes, summary, `${name}/${name}.ts`)

/** Every benchmark in the order of execution. */
export const catalogue: readonly CatalogueEntry[] = [
  {
    ...ownFolder(
      'push',
      8,
      'push to the first response of the new version ÷ the same steps by hand',
    ),
    isQuick: true,
  },
  ownFolder('rollback', 2, 'rollback, restart and redeployment to the next process'),
  ownFolder('frameworks', 40, 'second push of a new project of each framework ÷ a warm checkout'),
  ownFolder('languages', 15, 'second push of an application in each language ÷ a warm checkout'),
  entry('play1', 5, 'push of a Play 1 application ÷ the same commands by hand'),
  entry('play2', 8, 'push of a Play 2 application ÷ sbt by hand'),
  entry('room', 5, 'disk of applications with the same lock file, and of deployments'),
  campaign('rolling', 10, 'failed requests during rolling deployments'),
  campaign('bad-deployments', 5, 'failed requests during deployments that fail'),
  campaign('kills', 20, 'stuck, lost or doubled deployments after kill -9 of the server'),
  campaign('router-kills', 5, "from the router's kill to the next answer"),
  campaign('router-replacement', 2, 'failed requests while the router is replaced'),
  campaign('large-push', 5, 'push of 200 MB, by Git and by the stock client'),
  { ...entry('idle', 2, 'start ÷ a bare Node server, and memory without use'), isQuick: true },
  campaign('large-store', 2, 'start with 1,000 applications and 100,000 deployments'),
  { ...entry('api', 4, 'CPU of a signed API call ÷ a bare Node server'), isQuick: true },
  entry('listing', 2, 'time and memory of a list of 300 applications'),
  entry('lookups', 8, 'requests with 100,000 users and tokens ÷ with 1,000'),
  ownFolder('growth', 4, 'start, list, push and memory with 10 to 5,000 applications'),
  entry('marketplace', 1, "order of an add-on to its variables ÷ the provider's own time"),
  entry('databases', 1, 'order of a PostgreSQL database ÷ psql by hand'),
  entry('sign-on', 1, "CPU of the page that signs in to a provider's panel"),
  {
    ...entry('router', 8, "CPU of a proxied request ÷ nginx, and the router's memory"),
    isQuick: true,
  },
  entry('output-flood', 1, 'API latency, CPU and disk while an instance floods its output'),
  entry('footprint', 1, 'files and layers that a call and a push pass through'),
  ownFolder('invoices', 4, 'CPU and memory of invoices as PDF'),
  ownFolder('metrics', 1, 'CPU of sampling the metrics of 100 instances'),
  ownFolder('console', 2, 'first view of the console, and frames of a long log'),
  ownFolder('fuzz', 5, 'answers of the API outside its description'),
  // Of several machines, with PostgreSQL, Docker Swarm and HAProxy.
  cluster('two-servers', 4, 'a signed call with two servers on one database ÷ with one'),
  cluster('large-database', 5, 'start and lists with 100,000 deployments in PostgreSQL'),
  cluster('swarm-push', 4, "push to Docker Swarm ÷ Docker's own commands"),
]

/** Loads a benchmark. */
export async function loadBench({ file }: CatalogueEntry): Promise<Bench> {
  return (await import(join(import.meta.dirname, '..', file))).default
}
