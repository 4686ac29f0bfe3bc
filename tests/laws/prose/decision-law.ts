/** What the law looks at in a record. */
export interface DecisionRecord {
  file: string
  /** The number in its title, with four digits. */
  number: string
  status: string
}

const link = '\\[(\\d{4})\\]\\(([^)]+)\\)'
const links = `${link}(?:, ${link})*`
const status = new RegExp(
  `^(accepted(, replaces ${links})?|superseded by ${links}|amended by ${links})$`,
)

/** What is wrong with the numbers and the statuses of the records, a sentence each. */
export function decisionBreaches(records: DecisionRecord[]): string[] {
  const files = new Set(records.map(({ file }) => file))
  const replacing = new Set(
    records.flatMap((record) =>
      record.status.includes('replaces')
        ? linked(record).map((older) => `${older.file} ${record.file}`)
        : [],
    ),
  )
  return records.flatMap((record) => {
    const { file } = record
    const broken = linked(record).filter(
      (to) => !files.has(to.file) || !to.file.startsWith(to.number),
    )
    const oneSided = linked(record).filter((to) => !replacing.has(`${file} ${to.file}`))
    return [
      ...(file.startsWith(`${record.number}-`) ? [] : [`${file} is titled ${record.number}`]),
      ...(status.test(record.status) ? [] : [`${file} has the status "${record.status}"`]),
      ...broken.map((to) => `${file} names ${to.number} and links ${to.file}`),
      ...(record.status.startsWith('superseded')
        ? oneSided.map((to) => `${to.file} does not say that it replaces ${file}`)
        : []),
    ]
  })
}

const linked = (record: DecisionRecord) =>
  Array.from(record.status.matchAll(new RegExp(link, 'g')), ([, number = '', file = '']) => ({
    number,
    file,
  }))
