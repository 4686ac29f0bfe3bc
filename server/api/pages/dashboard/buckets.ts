import type { BucketInsight } from '#protocol/databases/insights.ts'
import { bytes, count } from './figures.ts'
import { type Column, section, table, theirs } from './tables.ts'

/** What a store of objects holds, the largest first. */
export function buckets(known: readonly BucketInsight[]): string {
  const columns: Column<BucketInsight>[] = [
    { title: 'Name', isText: true, cell: ({ name }) => theirs(name) },
    {
      title: 'Objects',
      isFigure: true,
      cell: ({ objects }) => (objects === undefined ? '–' : count(objects)),
    },
    {
      title: 'Size',
      isFigure: true,
      cell: (each) => (each.bytes === undefined ? '–' : bytes(each.bytes)),
    },
  ]
  const list = known.length === 0 ? '<p>There are none yet.</p>' : table('Buckets', columns, known)
  return section('Buckets', '', list)
}
