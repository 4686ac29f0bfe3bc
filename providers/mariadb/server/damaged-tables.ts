/** The file of a table in the folder of a database. */
export interface TableFile {
  database: string
  file: string
}

/** What InnoDB says about a file before anybody can connect, which is why it has the thread number 0. */
const complaint = /^\S+ +\S+ 0 \[ERROR\] InnoDB: (.*)$/gm
/** The name of a database of ours, and that of a file, which MariaDB encodes in ASCII. */
const tableFile = /\.\/(b[0-9a-f]{19})\/([\w$@#-]+\.ibd)/g

/** The files of customers that a start of InnoDB has complained about. */
export function damagedTables(log: string): TableFile[] {
  const found = new Map<string, TableFile>()
  for (const [, text = ''] of log.matchAll(complaint)) {
    for (const [path, database = '', file = ''] of text.matchAll(tableFile))
      found.set(path, { database, file })
  }
  return [...found.values()]
}
